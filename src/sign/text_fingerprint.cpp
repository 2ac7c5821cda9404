#include "sign/text_fingerprint.hpp"

#include <cstdint>
#include <cstring>

#include "core/hash/mix64.hpp"

namespace cento {

namespace {

// Odd numbers without a pattern: digits of √2, √3, √5 and √7.
constexpr std::uint64_t kFirstKey = 0x6a09e667f3bcc909ULL;
constexpr std::uint64_t kSecondKey = 0xbb67ae8584caa73bULL;
constexpr std::uint64_t kThirdKey = 0x3c6ef372fe94f82bULL;
constexpr std::uint64_t kFourthKey = 0xa54ff53a5f1d36f1ULL;

__extension__ using Product = unsigned __int128;

/// The xor of both halves of the product.
std::uint64_t folded_product(std::uint64_t a, std::uint64_t b) {
  const Product product = Product{a} * b;
  return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64U);
}

std::uint64_t load(const char* at) {
  std::uint64_t word = 0;
  std::memcpy(&word, at, sizeof word);
  return word;
}

/// Two pairs of states; each pair sees every other 16 bytes, and its two states see the same bytes with different keys.
/// The chains of products are independent, so that the processor computes all four at once.
struct States {
  std::uint64_t low[2];
  std::uint64_t high[2];

  void take(const char* at, unsigned pair) {
    const std::uint64_t first = load(at);
    const std::uint64_t second = load(at + sizeof(std::uint64_t));
    low[pair] = folded_product(low[pair] ^ first, second ^ kFirstKey) + second;
    high[pair] = folded_product(high[pair] ^ second, first ^ kSecondKey) + first;
  }
};

constexpr std::size_t kStep = 16;

}  // namespace

Fingerprint text_fingerprint(std::string_view text, const Fingerprint& before) {
  States states{{before.low ^ kThirdKey, before.low + kFourthKey}, {before.high ^ kFourthKey, before.high + kThirdKey}};
  const char* at = text.data();
  std::size_t left = text.size();
  for (; left >= 2 * kStep; at += 2 * kStep, left -= 2 * kStep) {
    states.take(at, 0);
    states.take(at + kStep, 1);
  }
  char rest[2 * kStep] = {};
  if (left > 0) std::memcpy(rest, at, left);
  states.take(rest, 0);
  states.take(rest + kStep, 1);
  const std::uint64_t size = text.size();
  return {mix64(folded_product(states.low[0] ^ kFirstKey, states.low[1] ^ kSecondKey) + size),
          mix64(folded_product(states.high[0] ^ kThirdKey, states.high[1] ^ kFourthKey) ^ (size * kGoldenStep))};
}

Fingerprint text_fingerprint(std::string_view text) {
  return text_fingerprint(text, Fingerprint{});
}

}  // namespace cento
