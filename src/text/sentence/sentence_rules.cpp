#include "text/sentence/sentence_rules.hpp"

#include <algorithm>
#include <cstddef>

#include "text/sentence/abbreviations.hpp"
#include "text/sentence/sentence_characters.hpp"
#include "text/sentence/sentence_surroundings.inl"

namespace cento {

namespace {

constexpr std::uint32_t kIdeographicSpace = 0x3000;
constexpr std::uint32_t kApostrophe = 0x2019;
constexpr std::uint32_t kShortOrdinalDigits = 2;  // "31." may be an ordinal number
constexpr std::uint32_t kSureWordLetters = 4;  // a shorter word before a lowercase letter is taken for an abbreviation

/// The rules.
class Judge : SentenceSurroundings {
 public:
  Judge(std::string_view text, std::size_t begin, std::size_t at) : SentenceSurroundings(text, begin, at) {}

  SentenceJudgement judge();

 private:
  // Dispatch by the kind of candidate.
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

  SentenceJudgement none() const { return {SentenceJudgement::Kind::none, 0, static_cast<std::uint32_t>(after_)}; }
  SentenceJudgement end() const { return {SentenceJudgement::Kind::end, static_cast<std::uint32_t>(after_), 0}; }
  SentenceJudgement end_if(bool ends) const { return ends ? end() : none(); }
  SentenceJudgement begins(std::size_t at) const {
    return {SentenceJudgement::Kind::begins, static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(after_)};
  }
};

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

/// Marks that need no white space after them.
SentenceJudgement Judge::judge_full() const {
  const std::uint32_t following = code_point_at(text_, after_).value;
  if (strongest_ == Mark::wide_stop && is_digit(before(at_)) && is_digit(following)) return none();
  if (closer_ != Closer::none) return judge_wide_closer();
  return end_if(!is_pause(next()));
}

/// `。”` or `。)`: the meaning depends on how the sentence began.
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
  if (count > kShortOrdinalDigits || closer_ != Closer::none)
    return end_if(closer_ == Closer::none || !is_lower(next()));
  if (is_lower(next()) || is_ascii_digit(next())) return none();
  if (!is_upper(next())) return end();
  const NextWord word = next_word();
  if (word != NextWord::other) return end_if(word == NextWord::starter);
  return end_if(!ordinal_is_announced(digits));
}

SentenceJudgement Judge::judge_word() const {
  const Word word = word_before();
  const bool joined = word.before == '\'' || word.before == kApostrophe || is_digit(word.before);
  if (joined) return judge_plain_word(kSureWordLetters, false);
  if (word.letters == 1) return judge_single_letter(word);
  if (word.before == '.') return judge_abbreviation(find_dotted(word), word);
  if (std::string_view("/@_\\#").find(static_cast<char>(word.before)) != std::string_view::npos && word.before < 0x80) {
    return judge_plain_word(kSureWordLetters, false);
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
  return judge_plain_word(word.before == '.' ? kSureWordLetters : word.letters, is_roman(word));
}

SentenceJudgement Judge::judge_plain_word(std::uint32_t letters, bool roman) const {
  if (!is_lower(next())) return end();
  return end_if(closer_ == Closer::none && letters >= kSureWordLetters && !roman);
}

}  // namespace

SentenceJudgement judge_candidate(std::string_view text, std::uint32_t begin, std::uint32_t at) {
  return Judge(text, begin, at).judge();
}

}  // namespace cento
