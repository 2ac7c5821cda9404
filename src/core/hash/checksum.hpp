#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace cento {

/// A 64-bit checksum of bytes, given in pieces of any size. File formats contain it, so its definition must not change.
/// Modulo 2^64, with m = 0x9e3779b97f4a7c15:
///   step(a, x) = s ^ (s >> 32)  where  s = (a + x) · m
/// Four lanes begin with m, 2m, 3m, 4m. The bytes, padded with zeros to a multiple of 32, are little-endian words of 64
/// bits; word i goes to lane i mod 4: lane = step(lane, word). The checksum begins with the number of bytes, and takes
/// each lane in turn: sum = step(sum, lane). Each step is invertible, so a change inside one word is always detected.
class Checksum {
 public:
  void add(std::span<const std::byte> bytes);
  [[nodiscard]] std::uint64_t value() const;

 private:
  static constexpr std::size_t kLanes = 4;
  static constexpr std::size_t kBlockBytes = kLanes * sizeof(std::uint64_t);
  static constexpr std::uint64_t kMultiplier = 0x9e3779b97f4a7c15;
  using Lanes = std::array<std::uint64_t, kLanes>;

  static std::uint64_t step(std::uint64_t sum, std::uint64_t word);
  static void add_blocks(Lanes& lanes, std::span<const std::byte> blocks);

  Lanes lanes_ = {kMultiplier, 2 * kMultiplier, 3 * kMultiplier, 4 * kMultiplier};
  std::array<std::byte, kBlockBytes> waiting_{};  // less than a block
  std::size_t waiting_bytes_ = 0;
  std::uint64_t bytes_ = 0;
};

/// The checksum of bytes that are all in memory.
[[nodiscard]] std::uint64_t checksum_of(std::span<const std::byte> bytes);

}  // namespace cento
