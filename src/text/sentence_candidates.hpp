#pragma once

#include <cstddef>
#include <cstdint>

#include "core/kernel.hpp"

namespace cento {

/// How much of a text one call of a scan looks at; small, so that the candidates stay in the first-level cache.
inline constexpr std::size_t kCandidatePieceBytes = 4096;

/// How many candidates the caller's buffer must have room for: every byte of a piece, and the slack of a vector store.
inline constexpr std::size_t kCandidateBufferSize = kCandidatePieceBytes + 64;

/// What a scan remembers between two pieces of the same text. Bit n of a field stands for the n-th byte before the
/// next piece, or is a flag, as the kernel likes; start every text with a fresh object and stay with one kernel.
struct CandidateCarry {
  std::uint64_t line_start = 0;   // only blanks since the last line feed
  std::uint64_t line_first = 0;   // bytes that are the first ones of a line that are not blank
  std::uint64_t terminators = 0;  // . ! ?
  std::uint64_t labels = 0;       // list markers, if a blank follows
  std::uint64_t certain = 0;      // candidates whatever follows
};

/// Finds the places of the `size` bytes at `text` where a rule has to decide whether a sentence ends or begins,
/// ascending:
///  - `.`, `!` or `?` before white space, a closing mark, `[`, `{`, another terminator, a byte over 127 or the end;
///  - the first byte of what may be a terminator outside ASCII, or U+2029;
///  - form feeds;
///  - the white space before the line feed that ends a blank line (the line feed of the line before, or a blank);
///  - `-`, `*`, `+` and the first byte of a character outside ASCII, when first in a line after blanks;
///  - `)` up to four bytes after the first byte of a line, if a blank follows it.
/// Call with `begin` = 0, then with each next multiple of kCandidatePieceBytes up to and including `size`.
/// Reads nothing outside the text.
/// Writes to `out` and returns how many.
using CandidateScan = std::size_t (*)(const char* text, std::size_t size, std::size_t begin, CandidateCarry& carry,
                                      std::uint32_t* out);

/// The scan of `kernel`, which the processor must have.
[[nodiscard]] CandidateScan candidate_scan(Kernel kernel);

std::size_t scan_candidates_scalar(const char* text, std::size_t size, std::size_t begin, CandidateCarry& carry,
                                   std::uint32_t* out);
#if defined(__x86_64__)
std::size_t scan_candidates_avx2(const char* text, std::size_t size, std::size_t begin, CandidateCarry& carry,
                                 std::uint32_t* out);
std::size_t scan_candidates_avx512(const char* text, std::size_t size, std::size_t begin, CandidateCarry& carry,
                                   std::uint32_t* out);
#endif

}  // namespace cento
