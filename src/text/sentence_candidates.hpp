#pragma once

#include <cstddef>
#include <cstdint>

#include "core/kernel.hpp"

namespace cento {

/// How much of a text one call of a scan looks at; small, so that the candidates stay in the first-level cache, and a
/// multiple of what a vector kernel judges at once.
inline constexpr std::size_t kCandidatePieceBytes = 64 * 56;

/// How many candidates the caller's buffer must have room for: every byte of a piece, and the slack of a vector store.
inline constexpr std::size_t kCandidateBufferSize = kCandidatePieceBytes + 64;

/// What a scan remembers between two pieces of the same text. Start every text with a fresh object and stay with one
/// kernel.
struct CandidateCarry {
  std::uint64_t line_start = 0;  // 1 if only blanks stand between the last feed and here
  std::uint64_t line_first = 0;  // which of the bytes before here are the first ones of a line that are not blank
};

/// Finds the places of the `size` bytes at `text` where a rule has to decide whether a sentence ends or begins,
/// ascending. Form feeds count as line feeds.
///  - the first of a run of `.`, `!` and `?` before white space, a closing mark, `[`, `{`, another terminator or a byte
///  over 127, but not
///    before two feeds or the end of the text, where the sentence ends anyway;
///  - the first byte of what may be a terminator outside ASCII, or U+2029;
///  - the byte before the feed that ends the first of some blank lines: the feed of the line before, or a blank;
///  - the first byte of a character outside ASCII that is first in a line after blanks;
///  - `-`, `*` and `+` at the start of a line, and `)` there or up to three bytes after it, if white space follows.
/// Call with `begin` = 0, then with each next multiple of kCandidatePieceBytes under `size`. Reads nothing
/// outside the text. Writes to `out` and returns how many.
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
