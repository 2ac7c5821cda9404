// The candidate scan, written once against a small vector type `Bytes` of 64 bytes, which the including file defines,
// along with the classes of its bytes, `AsciiClasses`. A bit of a std::uint64_t represents a byte of the block.
//
// Blocks overlap: in each, only the bytes whose neighbours on both sides are in it are judged. That costs an eighth
// more blocks and saves carrying nine bitmaps from block to block.

#pragma once

#include <immintrin.h>

#include <cstdint>
#include <cstring>

#include "text/sentence/sentence_candidate_tables.hpp"
#include "text/sentence/sentence_candidates.hpp"

namespace cento {

namespace {

constexpr std::size_t kBlockBytes = 64;
constexpr std::size_t kLookAhead = 2;  // bytes read after a block
constexpr std::size_t kLeft = 6;       // the first byte of a block that is judged
constexpr std::size_t kJudged = 56;    // how many are judged
static_assert(kCandidatePieceBytes % kJudged == 0 && candidates::kLabelReach < kLeft);
static_assert(kLeft + kJudged + kLookAhead <= kBlockBytes);
constexpr std::uint64_t kJudgedBits = ((std::uint64_t{1} << kJudged) - 1) << kLeft;

/// Leads of possible terminators outside ASCII; reads kLookAhead bytes after the block.
inline std::uint64_t wide_terminators(Bytes bytes, const char* block) {
  const Bytes second = Bytes::load(block + 1).classes(candidates::kSecond);
  const Bytes third = Bytes::load(block + 2).classes(candidates::kThird);
  return (bytes.classes(candidates::kFirst) & second & third).any_of(0xFF);
}

/// Extends each bit by three places, as far as a label may reach.
inline std::uint64_t with_reach(std::uint64_t bits) {
  static_assert(candidates::kLabelReach == 3);
  const std::uint64_t two = bits | bits << 1U;
  return two | two << 2U;
}

inline std::uint64_t scan_block(const char* block, CandidateCarry& carry) {
  const Bytes bytes = Bytes::load(block);
  const AsciiClasses classes(bytes);
  const std::uint64_t feeds = classes.feeds();
  const std::uint64_t blanks = classes.blanks();
  const std::uint64_t wide = bytes.high_bits();

  // Adding the line starts to the blanks carries each through its indentation, to the first byte after it.
  const std::uint64_t reached = (feeds << 1U) + carry.line_start + blanks;
  const std::uint64_t first = reached & ~blanks;
  carry.line_start = (feeds | (blanks & ~reached)) >> (kJudged - 1) & 1U;

  const std::uint64_t blank_lines = first & feeds;
  const std::uint64_t terminators = classes.terminators();
  const std::uint64_t ends =
      terminators & ~(terminators << 1U) & (classes.followers() | wide) >> 1U & ~(feeds >> 1U & feeds >> 2U);
  const std::uint64_t labels = classes.labels();
  const std::uint64_t brackets = labels & bytes.equal(')');
  const std::uint64_t markers =
      ((labels & ~brackets & first) | (brackets & with_reach(first))) & (blanks | feeds) >> 1U;
  std::uint64_t found = ends | markers | (blank_lines & ~(blank_lines << 1U)) >> 1U | (first & wide);
  if (wide != 0) found |= wide_terminators(bytes, block);
  return found & kJudgedBits;
}

/// For blocks that extend past an end of the text: the copy is padded with letters before it and blank lines after it.
inline std::uint64_t scan_outer_block(const char* text, std::size_t size, std::size_t at, CandidateCarry& carry) {
  char copy[kBlockBytes + kLookAhead];
  std::memset(copy, '\n', sizeof copy);
  const std::size_t before = at < kLeft ? kLeft - at : 0;
  const std::size_t begin = at < kLeft ? 0 : at - kLeft;
  std::memset(copy, 'x', before);
  const std::size_t room = sizeof copy - before;
  if (size > begin) std::memcpy(copy + before, text + begin, size - begin < room ? size - begin : room);
  const std::uint64_t found = scan_block(copy, carry);
  const std::size_t left = size - at;
  return left < kJudged ? found & ((std::uint64_t{1} << (kLeft + left)) - 1) : found;
}

inline std::size_t scan_piece(const char* text, std::size_t size, std::size_t begin, CandidateCarry& carry,
                              std::uint32_t* out) {
  const std::size_t end = size - begin < kCandidatePieceBytes ? size : begin + kCandidatePieceBytes;
  CandidateCarry local = carry;
  std::size_t count = 0;
  for (std::size_t at = begin; at < end; at += kJudged) {
    const bool inner = at >= kLeft && at - kLeft + kBlockBytes + kLookAhead <= size;
    const std::uint64_t found = inner ? scan_block(text + at - kLeft, local) : scan_outer_block(text, size, at, local);
    count += Bytes::write_places(found, static_cast<std::uint32_t>(at - kLeft), out + count);
  }
  carry = local;
  return count;
}

}  // namespace

}  // namespace cento
