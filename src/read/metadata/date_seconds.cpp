#include "read/metadata/date_seconds.hpp"

#include <charconv>
#include <cmath>
#include <cstddef>

#include "read/metadata/date_pieces.hpp"
#include "read/metadata/worded_date.hpp"

namespace cento {

namespace {

constexpr std::size_t kLongestDate = 100;  // bytes; more is prose

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

/// The date given by digits: year, then month, day and time as far as present.
std::optional<std::int64_t> seconds_of_fields(std::string_view digits, std::size_t year_digits) {
  DateCursor in(digits);
  DateFields date;
  const unsigned year = in.take_digits(year_digits).value_or(0);
  date.year = year_digits == 2 ? DateFields::full_year(year) : static_cast<int>(year);
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

/// Unix time, with its unit inferred from its size.
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
  while (!text.empty() && DateCursor::is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && DateCursor::is_space(text.back())) text.remove_suffix(1);
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
  return worded_date_seconds(text);
}

}  // namespace cento
