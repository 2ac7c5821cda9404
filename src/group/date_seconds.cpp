#include "group/date_seconds.hpp"

#include <array>
#include <charconv>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <string>

namespace cento {

namespace {

constexpr std::int64_t kSecondsPerMinute = 60;
constexpr std::int64_t kSecondsPerHour = 3600;
constexpr std::int64_t kSecondsPerDay = 86400;
constexpr std::size_t kLongestDate = 100;    // bytes; more is prose
constexpr unsigned kFirstTwoDigitYear = 70;  // of the last century
constexpr std::size_t kShortestMonthName = 3;

constexpr std::array<std::string_view, 12> kMonths{"january",   "february", "march",    "april",
                                                   "may",       "june",     "july",     "august",
                                                   "september", "october",  "november", "december"};
constexpr std::array<std::string_view, 7> kWeekdays{"monday", "tuesday",  "wednesday", "thursday",
                                                    "friday", "saturday", "sunday"};

struct Zone {
  std::string_view name;
  int hours = 0;
};
// The zones of RFC 2822.
constexpr std::array<Zone, 11> kZones{{{"utc", 0},
                                       {"gmt", 0},
                                       {"z", 0},
                                       {"est", -5},
                                       {"edt", -4},
                                       {"cst", -6},
                                       {"cdt", -5},
                                       {"mst", -7},
                                       {"mdt", -6},
                                       {"pst", -8},
                                       {"pdt", -7}}};

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool is_space(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/// What a date says.
struct DateFields {
  int year = 0;
  unsigned month = 1;
  unsigned day = 1;
  unsigned hour = 0;
  unsigned minute = 0;
  unsigned second = 0;
  std::int64_t zone_seconds = 0;  // ahead of UTC

  [[nodiscard]] bool is_time() const {
    constexpr unsigned kLeapSecond = 60;
    return (hour < 24 && minute < 60 && second <= kLeapSecond) || (hour == 24 && minute == 0 && second == 0);
  }

  [[nodiscard]] std::optional<std::int64_t> seconds() const {
    const std::chrono::year_month_day date{std::chrono::year(year), std::chrono::month(month), std::chrono::day(day)};
    if (!date.ok() || !is_time()) return std::nullopt;
    const std::int64_t days = std::chrono::sys_days(date).time_since_epoch().count();
    return days * kSecondsPerDay + hour * kSecondsPerHour + minute * kSecondsPerMinute + second - zone_seconds;
  }
};

int full_year(unsigned two_digits) {
  return static_cast<int>(two_digits) + (two_digits >= kFirstTwoDigitYear ? 1900 : 2000);
}

/// Takes pieces off the front of a text.
class DateCursor {
 public:
  explicit DateCursor(std::string_view text) : rest_(text) {}

  [[nodiscard]] bool at_end() const { return rest_.empty(); }
  [[nodiscard]] char here() const { return rest_.empty() ? '\0' : rest_.front(); }
  void skip() { rest_.remove_prefix(1); }
  void skip_spaces() {
    while (is_space(here())) skip();
  }

  bool take(char wanted) {
    if (here() != wanted) return false;
    skip();
    return true;
  }

  [[nodiscard]] std::size_t digits_ahead() const {
    std::size_t count = 0;
    while (count < rest_.size() && is_digit(rest_[count])) ++count;
    return count;
  }

  /// Exactly `count` digits, whatever follows them.
  std::optional<unsigned> take_digits(std::size_t count) {
    constexpr std::size_t kMostDigits = 9;
    if (count == 0 || count > kMostDigits || digits_ahead() < count) return std::nullopt;
    unsigned value = 0;
    for (std::size_t i = 0; i < count; ++i) value = value * 10 + static_cast<unsigned>(rest_[i] - '0');
    rest_.remove_prefix(count);
    return value;
  }

  bool take_digits(std::size_t count, unsigned& value) {
    const std::optional<unsigned> found = take_digits(count);
    value = found.value_or(value);
    return found.has_value();
  }

  /// The letters that come next, in lower case.
  std::string take_word() {
    std::string word;
    for (; is_letter(here()); skip()) word.push_back(static_cast<char>(here() | 0x20));
    return word;
  }

  void skip_comment() {
    while (!at_end() && !take(')')) skip();
  }

 private:
  std::string_view rest_;
};

void skip_fraction(DateCursor& in) {
  if (!in.take('.') && !in.take(',')) return;
  while (is_digit(in.here())) in.skip();
}

/// "+02:00", "-0330" or "+02", the sign included.
bool take_offset(DateCursor& in, DateFields& date) {
  const bool is_behind = in.here() == '-';
  if (!in.take('+') && !in.take('-')) return false;
  unsigned hours = 0;
  unsigned minutes = 0;
  if (!in.take_digits(2, hours)) return false;
  const bool has_colon = in.take(':');
  if ((has_colon || is_digit(in.here())) && !in.take_digits(2, minutes)) return false;
  if (hours >= 24 || minutes >= 60) return false;
  date.zone_seconds = (hours * kSecondsPerHour + minutes * kSecondsPerMinute) * (is_behind ? -1 : 1);
  return true;
}

bool set_zone(std::string_view word, DateFields& date) {
  for (const Zone& zone : kZones) {
    if (word != zone.name) continue;
    date.zone_seconds = zone.hours * kSecondsPerHour;
    return true;
  }
  return false;
}

/// "20:48", "20:48:25.5" or, for ISO's short form, "204825".
bool take_time(DateCursor& in, DateFields& date) {
  const std::size_t digits = in.digits_ahead();
  if (digits == 0 || !in.take_digits(digits == 1 ? 1 : 2, date.hour)) return false;
  const bool has_colons = in.take(':');
  if (!in.take_digits(2, date.minute)) return false;
  if (has_colons ? in.take(':') : is_digit(in.here())) {
    if (!in.take_digits(2, date.second)) return false;
  }
  skip_fraction(in);
  return true;
}

bool take_iso_zone(DateCursor& in, DateFields& date) {
  in.skip_spaces();
  if (in.at_end()) return true;
  if (in.here() == '+' || in.here() == '-') return take_offset(in, date);
  return set_zone(in.take_word(), date);
}

/// "2008-04-30", "2008/04", "2008" or "20080430".
bool take_iso_date(DateCursor& in, DateFields& date) {
  constexpr std::size_t kShortForm = 8;
  const bool is_short = in.digits_ahead() == kShortForm;
  if (!is_short && in.digits_ahead() != 4) return false;
  date.year = static_cast<int>(in.take_digits(4).value_or(0));
  if (is_short) return in.take_digits(2, date.month) && in.take_digits(2, date.day);
  const char between = in.here();
  if (between != '-' && between != '/') return true;
  in.skip();
  if (!in.take_digits(in.digits_ahead() == 1 ? 1 : 2, date.month)) return false;
  return !in.take(between) || in.take_digits(in.digits_ahead() == 1 ? 1 : 2, date.day);
}

std::optional<std::int64_t> iso_seconds(std::string_view text) {
  DateCursor in(text);
  DateFields date;
  if (!take_iso_date(in, date)) return std::nullopt;
  if (in.take('T') || in.take('t') || in.take(' ')) {
    if (!take_time(in, date) || !take_iso_zone(in, date)) return std::nullopt;
  }
  return in.at_end() ? date.seconds() : std::nullopt;
}

/// The number (from 1) of the name that `word` is or begins; 0 if none.
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

/// Reads a date whose month is a word; its pieces may come in any usual order.
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
    if (is_digit(c)) return take_number();
    if (is_letter(c)) return take_named(in_.take_word());
    if (has_time_ && (c == '+' || c == '-')) return take_offset(in_, date_);
    in_.skip();
    if (c == '(') in_.skip_comment();
    return is_space(c) || c == ',' || c == '-' || c == '.' || c == '(' || is_whole();
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
    const unsigned value = after.take_digits(digits).value_or(0);
    if (digits <= 2 && after.here() == ':') {
      has_time_ = true;
      return take_time(in_, date_);
    }
    in_ = after;
    if (is_whole()) return true;
    if (digits <= 2 && !has_day_) return set_day(value);
    if (digits == 2 || digits == 4) return set_year(digits == 2 ? full_year(value) : static_cast<int>(value));
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

/// The date that digits make: year, then month, day and time as far as they go.
std::optional<std::int64_t> seconds_of_fields(std::string_view digits, std::size_t year_digits) {
  DateCursor in(digits);
  DateFields date;
  const unsigned year = in.take_digits(year_digits).value_or(0);
  date.year = year_digits == 2 ? full_year(year) : static_cast<int>(year);
  if (!in.at_end()) in.take_digits(2, date.month);
  if (!in.at_end()) in.take_digits(2, date.day);
  if (!in.at_end()) take_time(in, date);
  return date.seconds();
}

std::optional<std::int64_t> seconds_of_digits(std::string_view digits) {
  constexpr std::size_t kYear = 4;
  constexpr std::size_t kMonth = 6;
  constexpr std::size_t kDay = 8;
  constexpr std::size_t kSecond = 14;
  const std::size_t count = digits.size();
  if (count != kYear && count != kMonth && count != kDay && count != kSecond) return std::nullopt;
  // Six digits are a year and a month of this century or the last, or a day with a year of two digits.
  if (count == kMonth && !digits.starts_with("19") && !digits.starts_with("20")) return seconds_of_fields(digits, 2);
  const auto long_year = seconds_of_fields(digits, kYear);
  return long_year || count != kMonth ? long_year : seconds_of_fields(digits, 2);
}

/// Unix time, whose unit its size tells.
std::optional<std::int64_t> unix_seconds(std::string_view text) {
  double value = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (problem != std::errc() || end != text.data() + text.size() || !std::isfinite(value)) return std::nullopt;
  constexpr double kMostSeconds = 1e11;
  constexpr double kMostNanoseconds = 1e20;
  if (std::abs(value) >= kMostNanoseconds) return std::nullopt;
  while (std::abs(value) >= kMostSeconds) value /= 1000;
  return static_cast<std::int64_t>(std::floor(value));
}

bool is_number(std::string_view text) {
  return text.find_first_not_of("+-.0123456789eE") == std::string_view::npos;
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

}  // namespace

std::optional<std::int64_t> date_seconds(std::string_view text) {
  text = trimmed(text);
  if (text.empty() || text.size() > kLongestDate) return std::nullopt;
  if (DateCursor(text).digits_ahead() == text.size()) {
    if (const auto seconds = seconds_of_digits(text)) return seconds;
  }
  if (is_number(text)) {
    if (const auto seconds = unix_seconds(text)) return seconds;
  }
  if (const auto seconds = iso_seconds(text)) return seconds;
  return WordedDate(text).seconds();
}

}  // namespace cento
