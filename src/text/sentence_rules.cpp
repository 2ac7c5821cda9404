#include "text/sentence_rules.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

#include "text/abbreviations.hpp"
#include "text/sentence_characters.hpp"

namespace cento {

namespace {

constexpr std::uint32_t kNoBreakSpace = 0x00A0;
constexpr std::uint32_t kNarrowNoBreakSpace = 0x202F;
constexpr std::uint32_t kIdeographicSpace = 0x3000;
constexpr std::uint32_t kApostrophe = 0x2019;
constexpr std::uint32_t kLabelDigits = 3;       // "123." may number an item of a list
constexpr std::uint32_t kOrdinalDigits = 2;     // "31." may be an ordinal number
constexpr std::uint32_t kPlainWordLetters = 4;  // a shorter word before a small letter is taken for an abbreviation
constexpr std::size_t kContentSearch = 32;      // bytes of a sentence searched for a letter or digit
constexpr std::size_t kQuoteSearch = 600;       // bytes of a sentence searched for a quotation that ends
constexpr std::size_t kSectionBytes = 16;       // longest section number, 1.2.3.

bool is_blank(std::uint32_t c) {
  return c == ' ' || c == '\t' || c == kNoBreakSpace || c == kNarrowNoBreakSpace;
}

bool is_feed(char c) {
  return c == '\n' || c == '\f';
}

bool is_roman_digit(char c) {
  return std::string_view("IVXLCDM").find(c) != std::string_view::npos;
}

/// A word before a full stop.
struct Word {
  std::size_t begin = 0;
  std::uint32_t letters = 0;
  std::uint32_t first = 0;   // its first letter
  std::uint32_t before = 0;  // the character before it
};

class Judge {
 public:
  Judge(std::string_view text, std::size_t begin, std::size_t at) : text_(text), begin_(begin), at_(at) {}

  SentenceJudgement judge();

 private:
  // What the candidate is.
  SentenceJudgement judge_terminator();
  SentenceJudgement judge_bracket() const;
  SentenceJudgement judge_wide_line(std::uint32_t code_point) const;

  // Terminators, by kind.
  SentenceJudgement judge_full() const;
  SentenceJudgement judge_wide_closer() const;
  SentenceJudgement judge_glued() const;
  SentenceJudgement judge_exclamation() const;
  SentenceJudgement judge_stop() const;
  SentenceJudgement judge_number() const;
  SentenceJudgement judge_word() const;
  SentenceJudgement judge_single_letter(const Word& word) const;
  SentenceJudgement judge_abbreviation(Abbreviation kind, const Word& word) const;
  SentenceJudgement judge_plain_word(std::uint32_t letters, bool roman) const;

  // What stands around.
  void read_run();
  void read_closers();
  void read_spaced_closer();
  std::size_t footnote_end(std::size_t at) const;
  Word word_before() const;
  Abbreviation find_dotted(const Word& word) const;
  std::size_t digits_begin() const;
  bool is_number_label(std::size_t digits) const;
  bool is_section_number(std::size_t last_digits) const;
  bool is_line_start(std::size_t at) const;
  bool has_content() const;
  bool has_closed_quote() const;
  bool is_roman(const Word& word) const;
  NextWord next_word() const;
  bool next_is_acronym() const;
  bool ordinal_is_announced(std::size_t digits) const;

  std::uint32_t before(std::size_t at) const { return code_point_before(text_, begin_, at).value; }
  std::uint32_t next() const { return code_point_at(text_, next_).value; }
  SentenceJudgement none() const { return {SentenceJudgement::Kind::none, 0, static_cast<std::uint32_t>(after_)}; }
  SentenceJudgement end() const { return {SentenceJudgement::Kind::end, static_cast<std::uint32_t>(after_), 0}; }
  SentenceJudgement end_if(bool ends) const { return ends ? end() : none(); }
  SentenceJudgement begins(std::size_t at) const {
    return {SentenceJudgement::Kind::begins, static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(after_)};
  }

  std::string_view text_;
  std::size_t begin_;             // of the sentence
  std::size_t at_;                // the candidate
  std::size_t run_end_ = 0;       // after the terminators
  std::size_t after_ = 0;         // after the closing marks
  std::size_t next_ = 0;          // what follows white space
  Mark strongest_ = Mark::none;   // of the run
  Closer closer_ = Closer::none;  // the last closing mark
};

// ---- What the candidate is

SentenceJudgement Judge::judge() {
  const CodePoint here = code_point_at(text_, at_);
  after_ = at_ + here.length;
  const Mark mark = mark_of(here.value);
  if (mark == Mark::paragraph_end) return begins(at_);
  if (mark != Mark::none) return judge_terminator();
  if (here.value == ')') return judge_bracket();
  if (here.value >= 0x80) return judge_wide_line(here.value);
  return is_white_space(here.value) || is_line_start(at_) ? begins(at_) : none();
}

SentenceJudgement Judge::judge_terminator() {
  read_run();
  read_closers();
  next_ = skip_white_space(text_, after_);
  const bool spaced = next_ > after_ || after_ == text_.size();
  if (spaced && is_ascii_digit(before(at_)) && is_number_label(digits_begin())) return begins(digits_begin());
  if (next_ == text_.size() || !has_content()) return none();
  if (strongest_ >= Mark::wide_stop) return judge_full();
  if (strongest_ == Mark::shad) return end_if(spaced);
  if (!spaced) return judge_glued();
  if (is_pause(next()) || mark_of(next()) != Mark::none || closer_of(next()) == Closer::bracket) return none();
  if (strongest_ == Mark::exclamation) return judge_exclamation();
  if (strongest_ == Mark::ellipsis) return end_if(!is_lower(next()));
  return judge_stop();
}

/// `1)`, `a)`, `iv)`, `(1)` or `(a)` at the start of a line.
SentenceJudgement Judge::judge_bracket() const {
  std::size_t label = at_;
  while (label > begin_ && (is_ascii_digit(text_[label - 1]) || is_ascii_letter(text_[label - 1]))) --label;
  const std::string_view name = text_.substr(label, at_ - label);
  const bool number = std::ranges::all_of(name, [](char c) { return is_ascii_digit(c); });
  const bool roman = std::ranges::all_of(name, [](char c) { return c == 'i' || c == 'v' || c == 'x'; });
  if (name.empty() || !(name.size() == 1 || number || roman)) return none();
  if (label > begin_ && text_[label - 1] == '(') --label;
  return is_line_start(label) ? begins(label) : none();
}

SentenceJudgement Judge::judge_wide_line(std::uint32_t code_point) const {
  if (!is_line_start(at_)) return none();
  const std::uint32_t following = code_point_at(text_, after_).value;
  if (is_list_symbol(code_point)) return is_white_space(following) ? begins(at_) : none();
  if (!is_white_space(code_point)) return none();
  const std::size_t next = skip_white_space(text_, at_);
  const bool blank_line = std::ranges::any_of(text_.substr(at_, next - at_), is_feed);
  return blank_line || code_point == kIdeographicSpace ? begins(at_) : none();
}

// ---- Terminators, by kind

/// Marks that need no white space after them.
SentenceJudgement Judge::judge_full() const {
  const std::uint32_t following = code_point_at(text_, after_).value;
  if (strongest_ == Mark::wide_stop && is_digit(before(at_)) && is_digit(following)) return none();
  if (closer_ != Closer::none) return judge_wide_closer();
  return end_if(!is_pause(next()));
}

/// `。”` or `。)`, and what it means depends on how the sentence began.
SentenceJudgement Judge::judge_wide_closer() const {
  if (next_ > after_) return end_if(!is_pause(next()));
  if (is_pause(next()) || is_hiragana(next()) || mark_of(next()) != Mark::none) return none();
  const std::uint32_t first = code_point_at(text_, begin_).value;
  const bool opens_next = is_opening_quote(next()) || is_opening_bracket(next());
  if (closer_ == Closer::quote) return end_if(opens_next || !is_opening_quote(first) || has_closed_quote());
  return end_if(closer_ == Closer::bracket && is_opening_bracket(first));
}

/// ASCII terminators without white space after them end a sentence in East Asian text only.
SentenceJudgement Judge::judge_glued() const {
  const bool after_letter = is_east_asian_letter(before(at_));
  if (!after_letter || strongest_ == Mark::ellipsis) return none();
  if (closer_ != Closer::none) return judge_wide_closer();
  return end_if(is_east_asian_letter(next()));
}

SentenceJudgement Judge::judge_exclamation() const {
  if (closer_ == Closer::none) return end();
  if (closer_ == Closer::bracket && is_opening_bracket(before(at_))) return none();
  return end_if(!is_lower(next()));
}

SentenceJudgement Judge::judge_stop() const {
  const std::uint32_t previous = before(at_);
  if (is_ascii_digit(previous)) return judge_number();
  if (is_letter(previous)) return judge_word();
  if (closer_ != Closer::none || is_white_space(previous)) return end_if(!is_lower(next()));
  return end();
}

SentenceJudgement Judge::judge_number() const {
  const std::size_t digits = digits_begin();
  const std::size_t count = at_ - digits;
  const std::uint32_t previous = before(digits);
  if (digits == begin_ && count <= kLabelDigits) return none();
  if (is_letter(previous)) return end();
  if (previous == '.' || previous == ',') return end_if(!is_section_number(digits) && !is_lower(next()));
  if (count > kOrdinalDigits || closer_ != Closer::none) return end_if(closer_ == Closer::none || !is_lower(next()));
  if (is_lower(next()) || is_ascii_digit(next())) return none();
  if (!is_upper(next())) return end();
  const NextWord word = next_word();
  if (word != NextWord::other) return end_if(word == NextWord::starter);
  return end_if(!ordinal_is_announced(digits));
}

SentenceJudgement Judge::judge_word() const {
  const Word word = word_before();
  const bool joined = word.before == '\'' || word.before == kApostrophe || is_digit(word.before);
  if (joined) return judge_plain_word(kPlainWordLetters, false);
  if (word.letters == 1) return judge_single_letter(word);
  if (word.before == '.') return judge_abbreviation(find_dotted(word), word);
  if (std::string_view("/@_\\#").find(static_cast<char>(word.before)) != std::string_view::npos && word.before < 0x80) {
    return judge_plain_word(kPlainWordLetters, false);
  }
  const WordKey key = word_key(text_.substr(word.begin, at_ - word.begin));
  return judge_abbreviation(find_abbreviation(key, is_upper(word.first)), word);
}

/// Initials, parts of dotted abbreviations, variables.
SentenceJudgement Judge::judge_single_letter(const Word& word) const {
  if (is_east_asian_letter(word.first)) return end();
  if (!is_upper(word.first) && !is_lower(word.first)) return none();
  const bool hyphened = word.before == '-' && before(word.begin - 1) != '.';
  const bool in_name = word.before < 0x80 &&
                       std::string_view("/@_\\#$=+*").find(static_cast<char>(word.before)) != std::string_view::npos;
  if (hyphened || in_name) return judge_plain_word(1, false);
  const Abbreviation kind = find_dotted(word);
  const bool counts = kind == Abbreviation::number && !is_ascii_digit(next());
  return judge_abbreviation(kind == Abbreviation::none || counts ? Abbreviation::name : kind, word);
}

SentenceJudgement Judge::judge_abbreviation(Abbreviation kind, const Word& word) const {
  const bool quote = is_opening_quote(next());
  if (kind != Abbreviation::none && closer_ != Closer::none) return end_if(next_word() == NextWord::starter);
  switch (kind) {
    case Abbreviation::none: break;
    case Abbreviation::leads: return none();
    case Abbreviation::number:
      if (is_ascii_digit(next()) || next() == '#' || next() == '(') return none();
      break;
    case Abbreviation::closes: return end_if(quote || (is_letter(next()) && !is_lower(next())));
    case Abbreviation::name: return end_if((quote && word.letters > 1) || next_word() == NextWord::starter);
    case Abbreviation::clock:
      return end_if(quote || (is_upper(next()) && next_word() != NextWord::calendar && !next_is_acronym()));
  }
  return judge_plain_word(word.before == '.' ? kPlainWordLetters : word.letters, is_roman(word));
}

SentenceJudgement Judge::judge_plain_word(std::uint32_t letters, bool roman) const {
  if (!is_lower(next())) return end();
  return end_if(closer_ == Closer::none && letters >= kPlainWordLetters && !roman);
}

// ---- What stands around

void Judge::read_run() {
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

void Judge::read_closers() {
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
void Judge::read_spaced_closer() {
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

/// After `[12][13]` at `at`; `at` itself if there is none.
std::size_t Judge::footnote_end(std::size_t at) const {
  while (at < text_.size() && text_[at] == '[') {
    std::size_t close = at + 1;
    while (close < text_.size() && is_ascii_digit(text_[close])) ++close;
    if (close == at + 1 || close == text_.size() || text_[close] != ']') break;
    at = close + 1;
  }
  return at;
}

Word Judge::word_before() const {
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

/// Looks up `e.g`, `z.B` and `i. d. R`, as much of it as is known.
Abbreviation Judge::find_dotted(const Word& word) const {
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

std::size_t Judge::digits_begin() const {
  std::size_t begin = at_;
  while (begin > begin_ && at_ - begin <= kLabelDigits && is_ascii_digit(text_[begin - 1])) --begin;
  return begin;
}

/// A number that stands alone at the start of a line, but not of the sentence.
bool Judge::is_number_label(std::size_t digits) const {
  const std::size_t count = at_ - digits;
  return strongest_ == Mark::stop && closer_ == Closer::none && count <= kLabelDigits && digits > begin_ &&
         is_line_start(digits);
}

/// `2.1` or `10.2.3` at the start of the sentence.
bool Judge::is_section_number(std::size_t last_digits) const {
  std::size_t begin = last_digits;
  while (begin > begin_ && last_digits - begin < kSectionBytes &&
         (is_ascii_digit(text_[begin - 1]) || text_[begin - 1] == '.')) {
    --begin;
  }
  return begin == begin_;
}

bool Judge::is_line_start(std::size_t at) const {
  while (at > 0 && !is_feed(text_[at - 1]) && is_ascii_white_space(static_cast<unsigned char>(text_[at - 1]))) --at;
  return at == 0 || is_feed(text_[at - 1]);
}

/// Whether the sentence has a letter or digit; one that is long and has none soon is not searched further.
bool Judge::has_content() const {
  const std::size_t limit = std::min(at_, begin_ + kContentSearch);
  for (std::size_t at = begin_; at < limit;) {
    const CodePoint here = code_point_at(text_, at);
    if (is_letter(here.value) || is_digit(here.value)) return true;
    at += here.length;
  }
  return limit < at_;
}

/// Whether a quotation has been closed before, as in `“Yes,” he said, “now.”`; a long sentence is not searched to its
/// end.
bool Judge::has_closed_quote() const {
  const std::size_t limit = std::min(at_, begin_ + kQuoteSearch);
  for (std::size_t at = begin_; at < limit;) {
    const CodePoint here = code_point_at(text_, at);
    if (here.value >= 0x80 && closer_of(here.value) == Closer::quote) return true;
    at += here.length;
  }
  return false;
}

bool Judge::is_roman(const Word& word) const {
  return std::ranges::all_of(text_.substr(word.begin, at_ - word.begin), is_roman_digit);
}

NextWord Judge::next_word() const {
  if (!is_upper(next())) return NextWord::other;
  std::size_t end = next_;
  while (end - next_ < kWordKeyBytes && is_letter(code_point_at(text_, end).value))
    end += code_point_at(text_, end).length;
  const bool initial = end == next_ + 1 && end < text_.size() && text_[end] == '.';
  return initial ? NextWord::other : find_next_word(next_word_key(text_.substr(next_, end - next_)));
}

bool Judge::next_is_acronym() const {
  return is_upper(next()) && is_upper(code_point_at(text_, next_ + code_point_at(text_, next_).length).value);
}

bool Judge::ordinal_is_announced(std::size_t digits) const {
  const std::size_t end = trim_end(text_, begin_, digits);
  std::size_t begin = end;
  while (begin > begin_ && end - begin <= kWordKeyBytes && is_ascii_letter(text_[begin - 1])) --begin;
  return announces_ordinal(word_key(text_.substr(begin, end - begin)));
}

}  // namespace

SentenceJudgement judge_candidate(std::string_view text, std::uint32_t begin, std::uint32_t at) {
  return Judge(text, begin, at).judge();
}

}  // namespace cento
