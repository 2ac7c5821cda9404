#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace cento {

/// A date as people and programs write it, in seconds since 1970-01-01 00:00:00 UTC; fractions are cut off. Nothing if
/// `text` is not a date. Accepts
/// - ISO 8601: 2008, 2008-04, 2008-04-30, 2008/04/30, with a time after 'T' or a space (20:48, 20:48:25.5), with a zone
///   (Z, UTC, +02:00, +0200, +02); also 20080430T204825Z;
/// - a month in English: Wed, 30 Apr 2008 20:48:25 +0200; 26-FEB-1987 15:01:01.79; Sun Nov  6 08:49:37 1994; October
///   12, 1990, Friday; 3 May 2001 8:15 pm EST. A two-digit year is one of 1970 to 2069;
/// - digits alone: 20080430204825, 20080430, 200804, 080430 and 2008 where they make a date, otherwise Unix time in
///   seconds, milliseconds, microseconds or nanoseconds, inferred from its size; a decimal point is allowed.
/// A missing month, day or time is the first one; a missing or unknown zone is UTC. White space around is ignored.
[[nodiscard]] std::optional<std::int64_t> date_seconds(std::string_view text);

}  // namespace cento
