#include <xxhash.h>

#include <cstddef>
#include <random>
#include <span>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "by_hand/contest.hpp"
#include "core/hash/checksum.hpp"

namespace cento::bench {

namespace {

using Bytes = std::span<const std::byte>;
using Sum = std::uint64_t (*)(Bytes);

std::uint64_t xxh3_64(Bytes bytes) {
  return XXH3_64bits(bytes.data(), bytes.size());
}

std::uint64_t xxh3_128(Bytes bytes) {
  const XXH128_hash_t hash = XXH3_128bits(bytes.data(), bytes.size());
  return hash.low64 ^ hash.high64;
}

std::uint64_t xxh64(Bytes bytes) {
  return XXH64(bytes.data(), bytes.size(), 0);
}

std::vector<std::byte> random_bytes(std::size_t size, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<std::byte> bytes(size);
  for (std::byte& byte : bytes) byte = static_cast<std::byte>(random());
  return bytes;
}

std::uint64_t sum_blocks(Bytes bytes, std::size_t block, std::size_t times, Sum sum) {
  std::uint64_t all = 0;
  for (std::size_t i = 0; i < times; ++i) {
    for (std::size_t at = 0; at + block <= bytes.size(); at += block) all += sum(bytes.subspan(at, block));
  }
  return all;
}

void compare_speed() {
  constexpr std::size_t kBytes = std::size_t{1} << 20;
  constexpr std::size_t kTimes = 256;
  const std::vector<std::byte> bytes = random_bytes(kBytes, 1);
  for (const std::size_t block : {std::size_t{64}, std::size_t{4096}, std::size_t{65536}, kBytes}) {
    const auto contender = [&](std::string_view name, Sum sum) {
      return Contender{name, [&bytes, block, sum] { return sum_blocks(bytes, block, kTimes, sum); }};
    };
    print_speeds(fmt::format("Blocks of {} bytes", block), kBytes * kTimes,
                 {contender("ours", checksum_of), contender("XXH3, 64 bits", xxh3_64),
                  contender("XXH3, 128 bits", xxh3_128), contender("XXH64", xxh64)},
                 false);
  }
}

/// Counts changes to a block that leave its checksum as it was.
class Damage {
 public:
  Damage(Sum sum, std::uint64_t seed) : sum_(sum), bytes_(random_bytes(kBytes, seed)), right_(sum(bytes_)) {}

  /// Any two bits of the block.
  [[nodiscard]] std::size_t undetected_pairs() {
    std::size_t count = 0;
    for (std::size_t a = 0; a < 8 * kBytes; ++a) {
      flip(a);
      for (std::size_t b = 0; b < a; ++b) count += is_undetected({b});
      flip(a);
    }
    return count;
  }

  /// Any three bits of two words that are `distance` bytes apart.
  [[nodiscard]] std::size_t undetected_triples(std::size_t distance) {
    constexpr std::size_t kBits = 128;
    const auto place = [&](std::size_t i) { return i < kBits / 2 ? i : i - kBits / 2 + 8 * distance; };
    std::size_t count = 0;
    for (std::size_t a = 0; a < kBits; ++a) {
      for (std::size_t b = 0; b < a; ++b) {
        for (std::size_t c = 0; c < b; ++c) count += is_undetected({place(a), place(b), place(c)});
      }
    }
    return count;
  }

  /// Random bytes over the second half.
  [[nodiscard]] std::size_t undetected_overwrites() {
    constexpr int kTimes = 1'000'000;
    std::mt19937_64 random(2);
    const std::vector<std::byte> before = bytes_;
    std::size_t count = 0;
    for (int i = 0; i < kTimes; ++i) {
      bytes_[kBytes / 2 + random() % (kBytes / 2)] = static_cast<std::byte>(random());
      count += sum_(bytes_) == right_ && bytes_ != before;
    }
    bytes_ = before;
    return count;
  }

 private:
  static constexpr std::size_t kBytes = 512;

  void flip(std::size_t bit) { bytes_[bit / 8] ^= std::byte{1} << bit % 8; }

  bool is_undetected(std::initializer_list<std::size_t> bits) {
    for (const std::size_t bit : bits) flip(bit);
    const bool is_same = sum_(bytes_) == right_;
    for (const std::size_t bit : bits) flip(bit);
    return is_same;
  }

  Sum sum_;
  std::vector<std::byte> bytes_;
  std::uint64_t right_;
};

void print_undetected(std::string_view name, Sum sum) {
  constexpr std::uint64_t kBlocks = 16;
  std::size_t near = 0;
  std::size_t far = 0;
  for (std::uint64_t seed = 1; seed <= kBlocks; ++seed) {
    near += Damage(sum, seed).undetected_triples(8);
    far += Damage(sum, seed).undetected_triples(32);
  }
  Damage damage(sum, 1);
  fmt::print("| {} | {} | {} | {} | {} |\n", name, damage.undetected_pairs(), near, far,
             damage.undetected_overwrites());
}

}  // namespace

void compare_checksums() {
  fmt::print("\n# Checksum\n");
  compare_speed();
  fmt::print("\nDamage to 512 bytes that is not detected:\n\n");
  fmt::print("| checksum | 2 bits (8.4 million) | 3 bits in words 8 bytes apart (5.5 million) | 32 bytes apart |");
  fmt::print(" random bytes (a million) |\n| --- | --- | --- | --- | --- |\n");
  print_undetected("ours", checksum_of);
  print_undetected("XXH3, 64 bits", xxh3_64);
  print_undetected("XXH64", xxh64);
}

}  // namespace cento::bench
