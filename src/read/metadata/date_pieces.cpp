#include "read/metadata/date_pieces.hpp"

#include <array>
#include <chrono>

namespace cento {

namespace {

constexpr std::int64_t kSecondsPerMinute = 60;
constexpr std::int64_t kSecondsPerHour = 3600;
constexpr std::int64_t kSecondsPerDay = 86400;

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

void skip_fraction(DateCursor& in) {
  if (!in.take('.') && !in.take(',')) return;
  while (DateCursor::is_digit(in.here())) in.skip();
}

}  // namespace

int DateFields::full_year(unsigned two_digits) {
  constexpr unsigned kFirstTwoDigitYear = 70;  // of the last century
  return static_cast<int>(two_digits) + (two_digits >= kFirstTwoDigitYear ? 1900 : 2000);
}

bool DateFields::is_time() const {
  constexpr unsigned kLeapSecond = 60;
  return (hour < 24 && minute < 60 && second <= kLeapSecond) || (hour == 24 && minute == 0 && second == 0);
}

std::optional<std::int64_t> DateFields::seconds() const {
  const std::chrono::year_month_day date{std::chrono::year(year), std::chrono::month(month), std::chrono::day(day)};
  if (!date.ok() || !is_time()) return std::nullopt;
  const std::int64_t days = std::chrono::sys_days(date).time_since_epoch().count();
  return days * kSecondsPerDay + hour * kSecondsPerHour + minute * kSecondsPerMinute + second - zone_seconds;
}

bool take_time(DateCursor& in, DateFields& date) {
  const std::size_t digits = in.digits_ahead();
  if (digits == 0 || !in.take_digits(digits == 1 ? 1 : 2, date.hour)) return false;
  const bool has_colons = in.take(':');
  if (!in.take_digits(2, date.minute)) return false;
  if (has_colons ? in.take(':') : DateCursor::is_digit(in.here())) {
    if (!in.take_digits(2, date.second)) return false;
  }
  skip_fraction(in);
  return true;
}

bool take_offset(DateCursor& in, DateFields& date) {
  const bool is_behind = in.here() == '-';
  if (!in.take('+') && !in.take('-')) return false;
  unsigned hours = 0;
  unsigned minutes = 0;
  if (!in.take_digits(2, hours)) return false;
  const bool has_colon = in.take(':');
  if ((has_colon || DateCursor::is_digit(in.here())) && !in.take_digits(2, minutes)) return false;
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

}  // namespace cento
