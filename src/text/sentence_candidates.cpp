#include "text/sentence_candidates.hpp"

#include <algorithm>
#include <string_view>

#include "text/sentence_candidate_tables.hpp"

namespace cento {

namespace {

using namespace candidates;

std::uint8_t byte_at(std::string_view text, std::size_t at) {
  return at < text.size() ? static_cast<std::uint8_t>(text[at]) : std::uint8_t{' '};
}

bool may_be_wide_terminator(std::string_view text, std::size_t at) {
  return (kFirst.of(byte_at(text, at)) & kSecond.of(byte_at(text, at + 1)) & kThird.of(byte_at(text, at + 2))) != 0;
}

/// Moves over one byte; returns whether the byte before it is a candidate.
bool step(std::string_view text, std::size_t at, CandidateCarry& carry) {
  const std::uint8_t byte = byte_at(text, at);
  const std::uint8_t classes = kAscii.of(byte);
  const bool blank = (classes & kBlank) != 0;
  const bool feed = byte == '\n';
  const bool wide = byte >= 0x80;
  const bool first = carry.line_start != 0 && !blank;
  const bool ends = carry.terminators != 0 && (wide || (classes & kFollower) != 0);
  const bool labels = carry.labels != 0 && (blank || feed);
  const bool found = ends || labels || carry.certain != 0 || (first && feed);

  const std::uint64_t reach = (std::uint64_t{1} << kLabelReach) - 1;
  const bool closes_label = byte == ')' && (carry.line_first & reach) != 0;
  carry.line_first = carry.line_first << 1U | (first ? 1U : 0U);
  carry.line_start = (feed || (carry.line_start != 0 && blank)) ? 1 : 0;
  carry.terminators = (classes & kTerminator) != 0 ? 1 : 0;
  carry.labels = (closes_label || (first && (classes & kMarker) != 0)) ? 1 : 0;
  carry.certain = (byte == '\f' || (wide && (first || may_be_wide_terminator(text, at)))) ? 1 : 0;
  return found;
}

}  // namespace

std::size_t scan_candidates_scalar(const char* text, std::size_t size, std::size_t begin, CandidateCarry& carry,
                                   std::uint32_t* out) {
  const std::string_view view(text, size);
  const std::size_t end = std::min(begin + kCandidatePieceBytes, size + 1);
  std::size_t count = 0;
  for (std::size_t at = begin; at < end; ++at) {
    if (step(view, at, carry)) out[count++] = static_cast<std::uint32_t>(at - 1);
  }
  return count;
}

CandidateScan candidate_scan(Kernel kernel) {
#if defined(__x86_64__)
  if (kernel == Kernel::avx512) return scan_candidates_avx512;
  if (kernel == Kernel::avx2) return scan_candidates_avx2;
#endif
  return scan_candidates_scalar;
}

}  // namespace cento
