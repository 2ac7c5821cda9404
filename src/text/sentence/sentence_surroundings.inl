// The part of sentence_rules.cpp that reads; no other file includes it. Its functions are local to that source, because
// the rules run for each candidate and the compiler then inlines what they read.

#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "text/sentence/abbreviations.hpp"
#include "text/sentence/sentence_characters.hpp"

namespace cento {

namespace {

/// What surrounds a candidate: its sentence so far, the run of terminators and closing marks, the word or number before
/// it and the word after it. Decides nothing; the rules in sentence_rules.cpp do.
class SentenceSurroundings {
 protected:
  /// A word before a full stop.
  struct Word {
    std::size_t begin = 0;
    std::uint32_t letters = 0;
    std::uint32_t first = 0;   // its first letter
    std::uint32_t before = 0;  // the character before it
  };

  static constexpr std::uint32_t kLabelDigits = 3;  // "123." may number an item of a list

  /// `begin`: of the sentence; `at`: the candidate, `begin` ≤ `at`.
  SentenceSurroundings(std::string_view text, std::size_t begin, std::size_t at)
      : text_(text), begin_(begin), at_(at) {}

  /// The terminators from the candidate on.
  void read_run();
  /// The closing marks and footnotes after them.
  void read_closers();

  // The sentence before the candidate.
  bool is_line_start(std::size_t at) const;
  bool has_content() const;
  bool has_closed_quote() const;
  std::uint32_t before(std::size_t at) const { return code_point_before(text_, begin_, at).value; }

  // The word or the number right before the candidate. `digits`: as returned by digits_begin().
  Word word_before() const;
  bool is_roman(const Word& word) const;
  Abbreviation find_dotted(const Word& word) const;
  std::size_t digits_begin() const;
  bool is_number_label(std::size_t digits) const;
  bool is_section_number(std::size_t digits) const;
  bool ordinal_is_announced(std::size_t digits) const;

  // What follows, at next_.
  std::uint32_t next() const { return code_point_at(text_, next_).value; }
  NextWord next_word() const;
  bool next_is_acronym() const;

  static bool is_feed(char c) { return c == '\n' || c == '\f'; }

  std::string_view text_;
  std::size_t begin_;             // of the sentence
  std::size_t at_;                // the candidate
  std::size_t run_end_ = 0;       // after the terminators
  std::size_t after_ = 0;         // after the closing marks
  std::size_t next_ = 0;          // what follows white space
  Mark strongest_ = Mark::none;   // of the run
  Closer closer_ = Closer::none;  // the last closing mark

 private:
  static constexpr std::size_t kContentSearch = 32;  // bytes of a sentence searched for a letter or digit
  static constexpr std::size_t kQuoteSearch = 600;   // bytes of a sentence searched for a quotation that ends
  static constexpr std::size_t kSectionBytes = 16;   // longest section number, 1.2.3.

  void read_spaced_closer();
  std::size_t footnote_end(std::size_t at) const;

  static bool is_blank(std::uint32_t c) {
    constexpr std::uint32_t kNoBreakSpace = 0x00A0;
    constexpr std::uint32_t kNarrowNoBreakSpace = 0x202F;
    return c == ' ' || c == '\t' || c == kNoBreakSpace || c == kNarrowNoBreakSpace;
  }

  static bool is_roman_digit(char c) { return std::string_view("IVXLCDM").find(c) != std::string_view::npos; }
};

void SentenceSurroundings::read_run() {
  run_end_ = at_;
  std::uint32_t count = 0;
  for (CodePoint here = code_point_at(text_, run_end_);; here = code_point_at(text_, run_end_)) {
    const Mark mark = mark_of(here.value);
    if (mark <= Mark::paragraph_end) break;
    strongest_ = std::max(strongest_, mark);
    run_end_ += here.length;
    ++count;
  }
  if (strongest_ == Mark::stop && count > 1) strongest_ = Mark::ellipsis;
}

void SentenceSurroundings::read_closers() {
  after_ = run_end_;
  const bool two_way = strongest_ < Mark::shad;
  while (true) {
    const CodePoint here = code_point_at(text_, after_);
    const bool quote = two_way && closer_ == Closer::none && is_two_way_quote(here.value);
    const Closer closer = quote ? Closer::quote : closer_of(here.value);
    if (closer == Closer::none) break;
    closer_ = closer;
    after_ += here.length;
  }
  after_ = footnote_end(after_);
  if (two_way) read_spaced_closer();
}

/// French puts a space before »; a bracket may be set off in the same way.
void SentenceSurroundings::read_spaced_closer() {
  std::size_t at = after_;
  while (is_blank(code_point_at(text_, at).value)) at += code_point_at(text_, at).length;
  const CodePoint here = code_point_at(text_, at);
  const Closer closer = closer_of(here.value);
  const bool may_open = here.value == '"' || here.value == '\'';
  if (at == after_ || closer == Closer::none || may_open) return;
  if (!is_white_space(code_point_at(text_, at + here.length).value)) return;
  after_ = at + here.length;
  closer_ = closer;
}

/// The position after `[12][13]` at `at`; `at` itself if there is none.
std::size_t SentenceSurroundings::footnote_end(std::size_t at) const {
  while (at < text_.size() && text_[at] == '[') {
    std::size_t close = at + 1;
    while (close < text_.size() && is_ascii_digit(text_[close])) ++close;
    if (close == at + 1 || close == text_.size() || text_[close] != ']') break;
    at = close + 1;
  }
  return at;
}

SentenceSurroundings::Word SentenceSurroundings::word_before() const {
  Word word{at_, 0, 0, 0};
  while (true) {
    const CodePoint previous = code_point_before(text_, begin_, word.begin);
    word.before = previous.value;
    if (!is_letter(previous.value) || at_ - word.begin > kWordKeyBytes) return word;
    word.begin -= previous.length;
    word.first = previous.value;
    ++word.letters;
  }
}

/// Looks up `e.g`, `z.B` and `i. d. R`, as much of them as is known.
Abbreviation SentenceSurroundings::find_dotted(const Word& word) const {
  std::array<char, kWordKeyBytes> joined{};
  std::size_t free = joined.size();
  Abbreviation found = Abbreviation::none;
  std::size_t piece_begin = word.begin;
  std::size_t piece_end = at_;
  while (piece_begin < piece_end && piece_end - piece_begin <= free) {
    free -= piece_end - piece_begin;
    std::ranges::copy(text_.substr(piece_begin, piece_end - piece_begin), joined.begin() + free);
    const WordKey key = word_key({joined.data() + free, joined.size() - free});
    const Abbreviation kind = find_abbreviation(key, is_upper(word.first));
    if (kind != Abbreviation::none) found = kind;

    std::size_t dot = piece_begin;
    const CodePoint gap = code_point_before(text_, begin_, dot);
    if (is_blank(gap.value)) dot -= gap.length;
    if (free == 0 || before(dot) != '.') break;
    joined[--free] = '.';
    piece_end = dot - 1;
    piece_begin = piece_end;
    for (CodePoint c = code_point_before(text_, begin_, piece_begin);
         is_letter(c.value) && piece_end - piece_begin < free; c = code_point_before(text_, begin_, piece_begin)) {
      piece_begin -= c.length;
    }
  }
  return found;
}

std::size_t SentenceSurroundings::digits_begin() const {
  std::size_t begin = at_;
  while (begin > begin_ && at_ - begin <= kLabelDigits && is_ascii_digit(text_[begin - 1])) --begin;
  return begin;
}

/// A number alone at the start of a line, but not of the sentence.
bool SentenceSurroundings::is_number_label(std::size_t digits) const {
  const std::size_t count = at_ - digits;
  return strongest_ == Mark::stop && closer_ == Closer::none && count <= kLabelDigits && digits > begin_ &&
         is_line_start(digits);
}

/// `2.1` or `10.2.3` at the start of the sentence.
bool SentenceSurroundings::is_section_number(std::size_t digits) const {
  std::size_t begin = digits;
  while (begin > begin_ && digits - begin < kSectionBytes &&
         (is_ascii_digit(text_[begin - 1]) || text_[begin - 1] == '.')) {
    --begin;
  }
  return begin == begin_;
}

bool SentenceSurroundings::is_line_start(std::size_t at) const {
  while (at > 0 && !is_feed(text_[at - 1]) && is_ascii_white_space(static_cast<unsigned char>(text_[at - 1]))) --at;
  return at == 0 || is_feed(text_[at - 1]);
}

/// Whether the sentence has a letter or digit; one longer than kContentSearch bytes is assumed to.
bool SentenceSurroundings::has_content() const {
  const std::size_t limit = std::min(at_, begin_ + kContentSearch);
  for (std::size_t at = begin_; at < limit;) {
    const CodePoint here = code_point_at(text_, at);
    if (is_letter(here.value) || is_digit(here.value)) return true;
    at += here.length;
  }
  return limit < at_;
}

/// Whether a quotation was closed earlier, as in `“Yes,” he said, “now.”`; a long sentence is not searched to its end.
bool SentenceSurroundings::has_closed_quote() const {
  const std::size_t limit = std::min(at_, begin_ + kQuoteSearch);
  for (std::size_t at = begin_; at < limit;) {
    const CodePoint here = code_point_at(text_, at);
    if (here.value >= 0x80 && closer_of(here.value) == Closer::quote) return true;
    at += here.length;
  }
  return false;
}

bool SentenceSurroundings::is_roman(const Word& word) const {
  return std::ranges::all_of(text_.substr(word.begin, at_ - word.begin), is_roman_digit);
}

NextWord SentenceSurroundings::next_word() const {
  if (!is_upper(next())) return NextWord::other;
  std::size_t end = next_;
  while (end - next_ < kWordKeyBytes && is_letter(code_point_at(text_, end).value))
    end += code_point_at(text_, end).length;
  const bool initial = end == next_ + 1 && end < text_.size() && text_[end] == '.';
  return initial ? NextWord::other : find_next_word(next_word_key(text_.substr(next_, end - next_)));
}

bool SentenceSurroundings::next_is_acronym() const {
  return is_upper(next()) && is_upper(code_point_at(text_, next_ + code_point_at(text_, next_).length).value);
}

bool SentenceSurroundings::ordinal_is_announced(std::size_t digits) const {
  const std::size_t end = trim_end(text_, begin_, digits);
  std::size_t begin = end;
  while (begin > begin_ && end - begin <= kWordKeyBytes && is_ascii_letter(text_[begin - 1])) --begin;
  return announces_ordinal(word_key(text_.substr(begin, end - begin)));
}

}  // namespace

}  // namespace cento
