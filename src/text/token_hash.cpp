#include "text/token_hash.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstring>

namespace cento {

namespace {

using Block = std::array<std::uint8_t, 16>;

constexpr std::uint8_t times_two(std::uint8_t x) {
  return static_cast<std::uint8_t>((x << 1) ^ ((x & 0x80) != 0 ? 0x1B : 0));
}

/// The AES S-box, from its definition: the inverse in GF(2^8), then an affine map.
constexpr std::array<std::uint8_t, 256> make_s_box() {
  std::array<std::uint8_t, 256> box{};
  std::uint8_t p = 1;
  std::uint8_t q = 1;
  do {
    p = static_cast<std::uint8_t>(p ^ times_two(p));  // p *= 3
    q = static_cast<std::uint8_t>(q ^ (q << 1));      // q /= 3
    q = static_cast<std::uint8_t>(q ^ (q << 2));
    q = static_cast<std::uint8_t>(q ^ (q << 4));
    if ((q & 0x80) != 0) q = static_cast<std::uint8_t>(q ^ 0x09);
    const auto rotated =
        static_cast<std::uint8_t>(q ^ std::rotl(q, 1) ^ std::rotl(q, 2) ^ std::rotl(q, 3) ^ std::rotl(q, 4));
    box[p] = static_cast<std::uint8_t>(rotated ^ 0x63);
  } while (p != 1);
  box[0] = 0x63;
  return box;
}

constexpr std::array<std::uint8_t, 256> kSBox = make_s_box();

/// One AES encryption round, as the instruction AESENC does it: shift rows, substitute, mix columns, add the key.
Block aes_round(const Block& state, const Block& key) {
  Block out;
  for (std::size_t column = 0; column < 4; ++column) {
    std::array<std::uint8_t, 4> s;
    for (std::size_t row = 0; row < 4; ++row) s[row] = kSBox[state[4 * ((column + row) % 4) + row]];
    const auto all = static_cast<std::uint8_t>(s[0] ^ s[1] ^ s[2] ^ s[3]);
    for (std::size_t row = 0; row < 4; ++row) {
      const std::uint8_t pair = times_two(static_cast<std::uint8_t>(s[row] ^ s[(row + 1) % 4]));
      out[4 * column + row] = static_cast<std::uint8_t>(s[row] ^ all ^ pair ^ key[4 * column + row]);
    }
  }
  return out;
}

Block hash_key() {
  Block key;
  for (std::size_t i = 0; i < 8; ++i) {
    key[i] = static_cast<std::uint8_t>(kTokenHashKeyLow >> (8 * i));
    key[8 + i] = static_cast<std::uint8_t>(kTokenHashKeyHigh >> (8 * i));
  }
  return key;
}

void add_bytes(Block& state, std::string_view bytes) {
  for (std::size_t i = 0; i < bytes.size(); ++i)
    state[i] = static_cast<std::uint8_t>(state[i] ^ static_cast<std::uint8_t>(bytes[i]));
}

}  // namespace

std::uint64_t token_hash(std::string_view folded) {
  const Block key = hash_key();
  Block state = key;
  while (folded.size() > state.size()) {
    add_bytes(state, folded.substr(0, state.size()));
    state = aes_round(aes_round(state, key), key);
    folded.remove_prefix(state.size());
  }
  add_bytes(state, folded);
  state = aes_round(aes_round(aes_round(state, key), key), key);
  std::uint64_t low = 0;
  for (std::size_t i = 0; i < 8; ++i) low |= std::uint64_t{state[i]} << (8 * i);
  return low;
}

}  // namespace cento
