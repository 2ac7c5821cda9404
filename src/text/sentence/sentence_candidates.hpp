#pragma once

#include <cstddef>
#include <cstdint>

#include "core/kernel.hpp"

namespace cento {

/// How many bytes one call of a scan covers; small, so that the candidates stay in the first-level cache, and a
/// multiple of what a vector kernel processes at once.
inline constexpr std::size_t kCandidatePieceBytes = 64 * 56;

/// The size of the caller's candidate buffer: every byte of a piece, and the slack of a vector store.
inline constexpr std::size_t kCandidateBufferSize = kCandidatePieceBytes + 64;

/// The state of a scan between two pieces of the same text. Start every text with a fresh object and do not change
/// kernels.
struct CandidateCarry {
  std::uint64_t line_start = 0;  // 1 if only blanks lie between the last feed and here
  std::uint64_t line_first = 0;  // which of the preceding bytes are the first non-blank ones of a line
};

/// Finds the positions among the `size` bytes at `text` where a rule has to decide whether a sentence ends or begins,
/// ascending. Form feeds count as line feeds.
/// - the first of a run of `.`, `!` and `?` before white space, a closing mark, `[`, `{`, another terminator or a byte
///   over 127, but not before two feeds or the end of the text, where the sentence ends anyway;
/// - the first byte of a possible terminator outside ASCII, or U+2029;
/// - the byte before the feed that ends the first of some blank lines: the feed of the line before, or a blank;
/// - the first byte of a character outside ASCII that is first in a line after blanks;
/// - `-`, `*` and `+` at the start of a line, and `)` there or up to three bytes after it, if white space follows.
/// Call with `begin` = 0, then with each next multiple of kCandidatePieceBytes below `size`. Reads nothing outside the
/// text. Writes to `out` and returns the number of candidates.
using CandidateScan = std::size_t (*)(const char* text, std::size_t size, std::size_t begin, CandidateCarry& carry,
                                      std::uint32_t* out);

/// The scan of `kernel`, which the processor must support.
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
