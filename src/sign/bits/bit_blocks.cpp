#include "sign/bits/bit_blocks.hpp"

#include <algorithm>

#include "core/hash/mix64.hpp"

namespace cento {

namespace {

constexpr unsigned kWordBits = 64;

std::uint64_t key_of(unsigned block, std::uint64_t value) {
  return mix64((std::uint64_t{block + 1} << 32U) + value * kGoldenStep);
}

/// The next larger number with the same number of bits set.
std::uint64_t next_with_as_many_bits(std::uint64_t number) {
  const std::uint64_t lowest = number & (~number + 1);
  const std::uint64_t ripple = number + lowest;
  return ripple | (((number ^ ripple) >> 2U) / lowest);
}

/// Calls `use` with each `width`-bit mask that has `bits` bits set.
template <typename Use>
void for_each_mask(unsigned width, unsigned bits, const Use& use) {
  if (bits == 0) return use(std::uint64_t{0});
  const std::uint64_t end = std::uint64_t{1} << width;
  for (std::uint64_t mask = (std::uint64_t{1} << bits) - 1; mask < end; mask = next_with_as_many_bits(mask)) use(mask);
}

}  // namespace

BitBlocks::BitBlocks(unsigned signature_bits)
    : signature_bits_(signature_bits), blocks_((signature_bits + kMostBlockBits - 1) / kMostBlockBits) {}

std::uint64_t BitBlocks::value(const BitSignature& signature, unsigned block) const {
  const unsigned first = first_bit(block);
  const unsigned shift = first % kWordBits;
  std::uint64_t bits = signature.words[first / kWordBits] >> shift;
  if (first < kWordBits && shift > 0) bits |= signature.words[1] << (kWordBits - shift);
  return bits & ((std::uint64_t{1} << width(block)) - 1);
}

unsigned BitBlocks::radii(unsigned block, unsigned distance) const {
  const unsigned most = distance / blocks_;
  const unsigned radius_count = block <= distance % blocks_ ? most + 1 : most;
  return std::min(radius_count, width(block) + 1);
}

void BitBlocks::append_keys(const BitSignature& signature, PlainVector<std::uint64_t>& keys) const {
  for (unsigned block = 0; block < blocks_; ++block) keys.push_back(key_of(block, value(signature, block)));
}

std::uint64_t BitBlocks::lookups_at(unsigned block, unsigned bits) const {
  std::uint64_t choices = 1;
  for (unsigned bit = 0; bit < bits && choices > 0; ++bit) choices = choices * (width(block) - bit) / (bit + 1);
  return choices;
}

void BitBlocks::append_lookups_at(const BitSignature& signature, unsigned block, unsigned bits,
                                  PlainVector<std::uint64_t>& keys) const {
  if (bits > width(block)) return;
  const std::uint64_t own = value(signature, block);
  for_each_mask(width(block), bits, [&](std::uint64_t mask) { keys.push_back(key_of(block, own ^ mask)); });
}

std::uint64_t BitBlocks::lookups(unsigned distance) const {
  std::uint64_t sum = 0;
  for (unsigned block = 0; block < blocks_; ++block) {
    for (unsigned bits = 0; bits < radii(block, distance); ++bits) sum += lookups_at(block, bits);
  }
  return sum;
}

void BitBlocks::append_lookups(const BitSignature& signature, unsigned distance,
                               PlainVector<std::uint64_t>& keys) const {
  for (unsigned block = 0; block < blocks_; ++block) {
    for (unsigned bits = 0; bits < radii(block, distance); ++bits) append_lookups_at(signature, block, bits, keys);
  }
}

}  // namespace cento
