#include "text/sentence/sentences.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <span>

#include "text/sentence/sentence_candidates.hpp"
#include "text/sentence/sentence_characters.hpp"
#include "text/sentence/sentence_quick_look.hpp"
#include "text/sentence/sentence_rules.hpp"

namespace cento {

namespace {

constexpr unsigned char kFirstWideByte = 0x80;

class Splitter {
 public:
  Splitter(std::string_view text, const SentenceOptions& options, std::vector<Span>& out)
      : text_(text), max_bytes_(std::max<std::uint32_t>(options.max_bytes, 1)), out_(out) {
    out_.clear();
    begin_ = skip(0);
    if (text.size() < kQuickLookBefore + kQuickLookAfter) return;
    quick_begin_ = kQuickLookBefore;
    quick_end_ = static_cast<std::uint32_t>(text.size() - kQuickLookAfter + 1);
  }

  /// Processes candidates, in ascending order.
  void look_at(std::span<const std::uint32_t> candidates) {
    for (const std::uint32_t at : candidates) {
      if (at <= begin_ || at < judged_) continue;  // nothing ends or begins at the first byte
      if (!look_quickly_at(at)) look_again_at(at);
    }
  }

  /// The same by the rules alone.
  void judge(std::span<const std::uint32_t> candidates) {
    for (const std::uint32_t at : candidates) {
      if (at > begin_ && at >= judged_) look_closely_at(at);
    }
  }

  void finish() { begin_anew(static_cast<std::uint32_t>(text_.size())); }

 private:
  /// Whether a quick look was enough.
  bool look_quickly_at(std::uint32_t at) {
    if (at < quick_begin_ || at >= quick_end_) return false;
    QuickLook look{};
    switch (text_[at]) {
      case '.': look = look_at_stop(text_.data(), at); break;
      case '\n': look = look_at_feed(text_.data(), at); break;
      case '\xE3':
      case '\xEF': look = begins_han(text_[begin_]) ? look_at_wide_stop(text_.data(), at) : QuickLook{}; break;
      default: return false;
    }
    if (!look.is_end) return false;
    put(begin_, look.end);
    begin_ = look.next;
    return true;
  }

  /// Decides what the quick look left open; near the ends of the text, everything.
  void look_again_at(std::uint32_t at) {
    const char byte = text_[at];
    if (byte == '\n' || byte == '-' || byte == '*' || byte == '+') return begin_anew(at);
    if (byte == '.') {
      if (is_glued_run(at)) return;
      const std::uint32_t next = skip_spaces(at + 2);
      if (is_ordinary_end(at, next)) {
        put(begin_, at + 1);
        begin_ = next;
        return;
      }
    }
    look_closely_at(at);
  }

  /// A full stop after a number or a bracket, followed by white space and something that begins a sentence. `next` is
  /// what follows the white space.
  [[nodiscard]] bool is_ordinary_end(std::uint32_t at, std::uint32_t next) const {
    if (next >= text_.size() || (text_[at + 1] != ' ' && text_[at + 1] != '\n')) return false;
    if ((byte_class(text_[next]) & kStarts) == 0) return false;
    if (is_ascii_digit(static_cast<unsigned char>(text_[at - 1])))
      return is_plain_number_before(text_.data(), begin_, at);
    return (byte_class(text_[at - 1]) & kShuts) != 0 && is_ascii_letter(static_cast<unsigned char>(text_[begin_]));
  }

  /// A run of full stops between letters or signs, as in `If...Then` or `0..*`, ends nothing.
  [[nodiscard]] bool is_glued_run(std::uint32_t at) const {
    std::uint32_t after = at + 1;
    if (after == text_.size() || text_[after] != '.') return false;
    while (after < text_.size() && text_[after] == '.') ++after;
    if (after == text_.size()) return false;
    const auto before = static_cast<unsigned char>(text_[at - 1]);
    const auto next = static_cast<unsigned char>(text_[after]);
    return before < kFirstWideByte && (is_ascii_letter(next) || is_ascii_digit(next) || next == '*');
  }

  /// The first position from `at` on that is not a space; eight are skipped at once because their number is
  /// unpredictable.
  [[nodiscard]] std::uint32_t skip_spaces(std::uint32_t at) const {
    while (at + sizeof(std::uint64_t) <= text_.size()) {
      std::uint64_t bytes = 0;
      std::memcpy(&bytes, text_.data() + at, sizeof bytes);
      bytes ^= kEachByte * ' ';
      if (bytes != 0) return at + static_cast<std::uint32_t>(__builtin_ctzll(bytes)) / 8;
      at += sizeof bytes;
    }
    while (at < text_.size() && text_[at] == ' ') ++at;
    return at;
  }

  void look_closely_at(std::uint32_t at) {
    const SentenceJudgement verdict = judge_candidate(text_, begin_, at);
    judged_ = verdict.judged;
    if (verdict.kind == SentenceJudgement::Kind::begins) return begin_anew(verdict.at);
    if (verdict.kind == SentenceJudgement::Kind::none) return;
    put(begin_, verdict.at);
    begin_ = skip(verdict.at);
  }

  /// Ends the sentence before `at`, if there is one.
  void begin_anew(std::uint32_t at) {
    std::uint32_t end = at;
    while (end > begin_ && is_ascii_white_space(static_cast<unsigned char>(text_[end - 1]))) --end;
    if (end > begin_ && static_cast<unsigned char>(text_[end - 1]) >= kFirstWideByte) {
      end = static_cast<std::uint32_t>(trim_end(text_, begin_, end));
    }
    if (end > begin_) put(begin_, end);
    begin_ = skip(at);
  }

  [[nodiscard]] std::uint32_t skip(std::uint32_t at) const {
    while (at < text_.size() && text_[at] == '\n') ++at;
    return static_cast<std::uint32_t>(skip_white_space(text_, skip_spaces(at)));
  }

  void put(std::uint32_t begin, std::uint32_t end) {
    if (end - begin > max_bytes_) [[unlikely]]
      return put_pieces(begin, end);
    out_.push_back({begin, end});
  }

  /// Adds pieces of at most max_bytes_.
  void put_pieces(std::uint32_t begin, std::uint32_t end);

  /// The position after the last white space of `[begin, limit]`, otherwise after its last whole character, of which
  /// there is at least one.
  [[nodiscard]] std::uint32_t cut_before(std::uint32_t begin, std::uint32_t limit) const;

  std::string_view text_;
  std::uint32_t max_bytes_;
  std::vector<Span>& out_;
  std::uint32_t begin_ = 0;        // of the open sentence; not white space
  std::uint32_t quick_begin_ = 0;  // candidates from here to quick_end_ have enough bytes around them
  std::uint32_t quick_end_ = 0;
  std::uint32_t judged_ = 0;  // candidates before this were handled as part of an earlier one
};

void Splitter::put_pieces(std::uint32_t begin, std::uint32_t end) {
  while (begin < end && end - begin > max_bytes_) {
    const std::uint32_t cut = cut_before(begin, begin + max_bytes_);
    out_.push_back({begin, static_cast<std::uint32_t>(trim_end(text_, begin, cut))});
    begin = skip(cut);
  }
  if (begin < end) out_.push_back({begin, end});
}

std::uint32_t Splitter::cut_before(std::uint32_t begin, std::uint32_t limit) const {
  const auto is_inside = [&](std::uint32_t at) { return (static_cast<unsigned char>(text_[at]) & 0xC0U) == 0x80U; };
  while (limit > begin && is_inside(limit)) --limit;
  if (limit == begin) return begin + code_point_at(text_, begin).length;
  for (std::uint32_t at = limit; at > begin;) {
    if (is_white_space(code_point_at(text_, at).value)) return at;
    at -= code_point_before(text_, begin, at).length;
  }
  return limit;
}

/// Calls `look` with the candidates of each piece of the text in turn.
template <typename Look>
void for_each_piece(std::string_view text, Kernel kernel, const Look& look) {
  std::array<std::uint32_t, kCandidateBufferSize> places;
  const CandidateScan scan = candidate_scan(kernel);
  CandidateCarry carry;
  for (std::size_t begin = 0; begin < text.size(); begin += kCandidatePieceBytes) {
    const std::size_t count = scan(text.data(), text.size(), begin, carry, places.data());
    look(std::span<const std::uint32_t>(places.data(), count));
  }
}

}  // namespace

void split_sentences(std::string_view text, const SentenceOptions& options, std::vector<Span>& out, Kernel kernel) {
  Splitter splitter(text, options, out);
  for_each_piece(text, kernel, [&](std::span<const std::uint32_t> candidates) { splitter.look_at(candidates); });
  splitter.finish();
}

void split_sentences_by_rules(std::string_view text, const SentenceOptions& options, std::vector<Span>& out) {
  Splitter splitter(text, options, out);
  for_each_piece(text, Kernel::scalar, [&](std::span<const std::uint32_t> candidates) { splitter.judge(candidates); });
  splitter.finish();
}

}  // namespace cento
