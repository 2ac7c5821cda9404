#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace cento {

// The pieces of a date as people and programs write them, for the sources of date_seconds().

/// A date and a time of day. What is not set is the first one, in UTC.
struct DateFields {
  int year = 0;
  unsigned month = 1;
  unsigned day = 1;
  unsigned hour = 0;
  unsigned minute = 0;
  unsigned second = 0;
  std::int64_t zone_seconds = 0;  // ahead of UTC

  /// The year from 1970 to 2069 that ends in these digits.
  [[nodiscard]] static int full_year(unsigned two_digits);

  /// Since 1970-01-01 00:00:00 UTC; nothing if there is no such day or time.
  [[nodiscard]] std::optional<std::int64_t> seconds() const;

 private:
  [[nodiscard]] bool is_time() const;
};

/// Consumes pieces from the front of a text.
class DateCursor {
 public:
  explicit DateCursor(std::string_view text) : rest_(text) {}

  [[nodiscard]] static bool is_digit(char c) { return c >= '0' && c <= '9'; }
  [[nodiscard]] static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
  [[nodiscard]] static bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

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

  /// Exactly `count` digits, whatever comes after them.
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

/// "20:48", "20:48:25.5" or, for ISO's short form, "204825". False if there is no time.
bool take_time(DateCursor& in, DateFields& date);

/// "+02:00", "-0330" or "+02", the sign included. False if there is no offset.
bool take_offset(DateCursor& in, DateFields& date);

/// `word`: a zone of RFC 2822 in lower case. False if it is none.
bool set_zone(std::string_view word, DateFields& date);

}  // namespace cento
