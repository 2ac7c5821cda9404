#include "read/metadata/worded_date.hpp"

#include <array>
#include <cstddef>

#include "read/metadata/date_pieces.hpp"

namespace cento {

namespace {

constexpr std::size_t kShortestMonthName = 3;

constexpr std::array<std::string_view, 12> kMonths{"january",   "february", "march",    "april",
                                                   "may",       "june",     "july",     "august",
                                                   "september", "october",  "november", "december"};
constexpr std::array<std::string_view, 7> kWeekdays{"monday", "tuesday",  "wednesday", "thursday",
                                                    "friday", "saturday", "sunday"};

/// The number (from 1) of the name that `word` equals or begins; 0 if none.
template <std::size_t kCount>
unsigned named(const std::array<std::string_view, kCount>& names, std::string_view word) {
  if (word.size() < kShortestMonthName) return 0;
  for (unsigned i = 0; i < kCount; ++i) {
    if (names.at(i).starts_with(word)) return i + 1;
  }
  return 0;
}

/// As in "12th of October".
bool is_filler(std::string_view word) {
  return word == "st" || word == "nd" || word == "rd" || word == "th" || word == "of" || word == "at";
}

class WordedDate {
 public:
  explicit WordedDate(std::string_view text) : in_(text) {}

  std::optional<std::int64_t> seconds() {
    while (!in_.at_end()) {
      if (!take_piece()) return std::nullopt;
    }
    return has_year_ && has_month_ ? date_.seconds() : std::nullopt;
  }

 private:
  [[nodiscard]] bool is_whole() const { return has_year_ && has_month_ && has_day_; }

  bool take_piece() {
    const char c = in_.here();
    if (DateCursor::is_digit(c)) return take_number();
    if (DateCursor::is_letter(c)) return take_named(in_.take_word());
    if (has_time_ && (c == '+' || c == '-')) return take_offset(in_, date_);
    in_.skip();
    if (c == '(') in_.skip_comment();
    return DateCursor::is_space(c) || c == ',' || c == '-' || c == '.' || c == '(' || is_whole();
  }

  bool take_named(std::string_view word) {
    if (has_time_ && (word == "pm" || word == "am")) return take_half_of_day(word == "pm");
    if (const unsigned month = named(kMonths, word); month != 0 && !has_month_) {
      date_.month = month;
      has_month_ = true;
      return true;
    }
    if (named(kWeekdays, word) != 0 || is_filler(word)) return true;
    return (has_time_ && set_zone(word, date_)) || is_whole();
  }

  bool take_half_of_day(bool is_afternoon) {
    if (date_.hour == 0 || date_.hour > 12) return false;
    date_.hour = date_.hour % 12 + (is_afternoon ? 12 : 0);
    return true;
  }

  bool take_number() {
    const std::size_t digits = in_.digits_ahead();
    DateCursor after = in_;
    const std::optional<unsigned> taken = after.take_digits(digits);
    if (!taken) {  // too long for a year or a day
      for (std::size_t i = 0; i < digits; ++i) in_.skip();
      return is_whole();
    }
    const unsigned value = *taken;
    if (digits <= 2 && after.here() == ':') {
      has_time_ = true;
      return take_time(in_, date_);
    }
    in_ = after;
    if (is_whole()) return true;
    if (digits <= 2 && !has_day_) return set_day(value);
    if (digits == 2 || digits == 4)
      return set_year(digits == 2 ? DateFields::full_year(value) : static_cast<int>(value));
    return false;
  }

  bool set_day(unsigned day) {
    date_.day = day;
    has_day_ = true;
    return true;
  }

  bool set_year(int year) {
    if (has_year_) return false;
    date_.year = year;
    has_year_ = true;
    return true;
  }

  DateCursor in_;
  DateFields date_;
  bool has_year_ = false;
  bool has_month_ = false;
  bool has_day_ = false;
  bool has_time_ = false;
};

}  // namespace

std::optional<std::int64_t> worded_date_seconds(std::string_view text) {
  return WordedDate(text).seconds();
}

}  // namespace cento
