#include "text/sentence/sentence_candidates.hpp"

#include <algorithm>
#include <string_view>

#include "text/sentence/sentence_candidate_tables.hpp"

namespace cento {

namespace {

using namespace candidates;

std::uint8_t byte_at(std::string_view text, std::size_t at) {
  return at < text.size() ? static_cast<std::uint8_t>(text[at]) : std::uint8_t{'\n'};
}

bool may_be_wide_terminator(std::string_view text, std::size_t at) {
  return (kFirst.of(byte_at(text, at)) & kSecond.of(byte_at(text, at + 1)) & kThird.of(byte_at(text, at + 2))) != 0;
}

struct Byte {
  explicit Byte(std::uint8_t byte) : classes(kAscii.of(byte)), wide(byte >= 0x80), feed(is(kFeed)), blank(is(kBlank)) {}

  [[nodiscard]] bool is(std::uint8_t some) const { return (classes & some) != 0; }

  std::uint8_t classes;
  bool wide;
  bool feed;
  bool blank;
};

/// Moves past the byte at `at`; returns whether it is a candidate.
bool step(std::string_view text, std::size_t at, CandidateCarry& carry) {
  const Byte here(byte_at(text, at));
  const Byte next(byte_at(text, at + 1));
  const Byte second(byte_at(text, at + 2));
  const bool first = carry.line_start != 0 && !here.blank;
  const bool blank_line = carry.line_start != 0 && here.feed;
  const bool line_goes_on_blank = here.feed || (carry.line_start != 0 && here.blank);
  carry.line_start = line_goes_on_blank ? 1 : 0;
  carry.line_first = carry.line_first << 1U | (first ? 1U : 0U);

  const std::uint64_t reach = (std::uint64_t{2} << kLabelReach) - 1;
  const bool in_run = at > 0 && Byte(byte_at(text, at - 1)).is(kTerminator);
  const bool ends = here.is(kTerminator) && !in_run && (next.wide || next.is(kFollower)) && !(next.feed && second.feed);
  const bool near_start = byte_at(text, at) == ')' ? (carry.line_first & reach) != 0 : first;
  const bool labels = here.is(kLabel) && near_start && (next.blank || next.feed);
  const bool before_blank_line = line_goes_on_blank && next.feed && !blank_line;
  return ends || labels || before_blank_line || (here.wide && (first || may_be_wide_terminator(text, at)));
}

}  // namespace

std::size_t scan_candidates_scalar(const char* text, std::size_t size, std::size_t begin, CandidateCarry& carry,
                                   std::uint32_t* out) {
  const std::string_view view(text, size);
  const std::size_t end = std::min(begin + kCandidatePieceBytes, size);
  std::size_t count = 0;
  for (std::size_t at = begin; at < end; ++at) {
    if (step(view, at, carry)) out[count++] = static_cast<std::uint32_t>(at);
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
