// The candidate scan, written once against a small vector type `Bytes` of 64 bytes, which the file that includes this
// one defines: load(), classes() (see NibbleTable), any_of(), equal_to(), high_bits(), is_wide(). A bit of a
// std::uint64_t stands for a byte of the block.
//
// A candidate is reported when the byte after it is looked at, so that nothing has to look ahead over the end of a
// block: bit n of `found` means the byte before n.

#pragma once

#include <immintrin.h>

#include <cstdint>
#include <cstring>

#include "text/sentence_candidate_tables.hpp"
#include "text/sentence_candidates.hpp"

namespace cento {

namespace {

constexpr std::size_t kBlockBytes = 64;
constexpr std::size_t kLookAhead = 2;

/// Each bit moves to the next byte's place; the previous block's last bit comes in.
inline std::uint64_t moved_on(std::uint64_t bits, std::uint64_t previous) {
  return bits << 1U | previous >> 63U;
}

/// The bits of `bits` and of the next kLabelReach places after each.
inline std::uint64_t places_after(std::uint64_t bits, std::uint64_t previous) {
  const std::uint64_t one = moved_on(bits, previous);
  const std::uint64_t two = one | (bits << 2U | previous >> 62U);
  const std::uint64_t previous_two = previous << 1U | previous << 2U;
  return two | (two << 2U | previous_two >> 62U);
}

/// Leads of what may be terminators outside ASCII; reads kLookAhead bytes after the block.
inline std::uint64_t wide_terminators(Bytes bytes, const char* block) {
  const Bytes second = Bytes::load(block + 1).classes(candidates::kSecond);
  const Bytes third = Bytes::load(block + 2).classes(candidates::kThird);
  return (bytes.classes(candidates::kFirst) & second & third).any_of(0xFF);
}

/// Bits for the bytes after candidates.
inline std::uint64_t scan_block(const char* block, CandidateCarry& carry) {
  const Bytes bytes = Bytes::load(block);
  const Bytes classes = bytes.classes(candidates::kAscii);
  const std::uint64_t feeds = bytes.equal_to('\n');
  const std::uint64_t blanks = classes.any_of(candidates::kBlank);
  const std::uint64_t wide = bytes.high_bits();

  // Adding the starts of lines to the blanks carries each through its indentation, to the first byte after it.
  std::uint64_t reached = 0;
  const bool overflows = __builtin_add_overflow(feeds << 1U | carry.line_start, blanks, &reached);
  const std::uint64_t first = reached & ~blanks;
  carry.line_start = static_cast<std::uint64_t>(overflows) | feeds >> 63U;

  const std::uint64_t terminators = classes.any_of(candidates::kTerminator);
  const std::uint64_t closed = bytes.equal_to(')') & places_after(first, carry.line_first);
  const std::uint64_t labels = (first & classes.any_of(candidates::kMarker)) | closed;
  std::uint64_t certain = bytes.equal_to('\f') | (first & wide);
  if (wide != 0) certain |= wide_terminators(bytes, block);

  const std::uint64_t followers = classes.any_of(candidates::kFollower) | wide;
  const std::uint64_t found = (moved_on(terminators, carry.terminators) & followers) |
                              (moved_on(labels, carry.labels) & (blanks | feeds)) | moved_on(certain, carry.certain) |
                              (first & feeds);
  carry.line_first = first;
  carry.terminators = terminators;
  carry.labels = labels;
  carry.certain = certain;
  return found;
}

/// Writes the places of the bytes before the set bits. Most blocks have few, so four are always written: a loop over
/// their number would be mispredicted. Room for 64 is needed.
inline std::size_t write_places(std::uint64_t found, std::size_t block_begin, std::uint32_t* out) {
  constexpr std::size_t kAlways = 4;
  const auto count = static_cast<std::size_t>(_mm_popcnt_u64(found));
  const auto base = static_cast<std::uint32_t>(block_begin) - 1U;
  for (std::size_t i = 0; i < kAlways; ++i) {
    out[i] = base + static_cast<std::uint32_t>(_tzcnt_u64(found));
    found &= found - 1;
  }
  for (std::size_t i = kAlways; i < count; ++i) {
    out[i] = base + static_cast<std::uint32_t>(_tzcnt_u64(found));
    found &= found - 1;
  }
  return count;
}

/// The last block of a text, and one that is too near its end to look ahead, is read from a copy padded with blanks.
inline std::uint64_t scan_last_block(const char* text, std::size_t size, std::size_t begin, CandidateCarry& carry) {
  char padded[kBlockBytes + kLookAhead];
  std::memset(padded, ' ', sizeof padded);
  const std::size_t left = size - begin;
  std::memcpy(padded, text + begin, left < sizeof padded ? left : sizeof padded);
  return scan_block(padded, carry);
}

inline std::size_t scan_piece(const char* text, std::size_t size, std::size_t begin, CandidateCarry& carry,
                              std::uint32_t* out) {
  const std::size_t end = size + 1 - begin < kCandidatePieceBytes ? size + 1 : begin + kCandidatePieceBytes;
  CandidateCarry local = carry;
  std::size_t count = 0;
  std::size_t at = begin;
  for (; at < end && at + kBlockBytes + kLookAhead <= size; at += kBlockBytes) {
    count += write_places(scan_block(text + at, local), at, out + count);
  }
  for (; at < end; at += kBlockBytes) count += write_places(scan_last_block(text, size, at, local), at, out + count);
  carry = local;
  return count;
}

}  // namespace

}  // namespace cento
