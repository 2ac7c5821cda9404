#include <curl/curl.h>
#include <date/date.h>
#include <time.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "by_hand/contest.hpp"
#include "read/metadata/date_seconds.hpp"

namespace cento::bench {

namespace {

using Seconds = std::optional<std::int64_t>;
using Formats = std::vector<std::string>;

const std::string kRfc3339 = "%Y-%m-%dT%H:%M:%SZ";

/// The formats that a library must try in turn to read the usual dates; each accepts one way to write them.
const Formats& usual_formats() {
  static const Formats kFormats{kRfc3339,
                                "%Y-%m-%dT%H:%M:%S%z",
                                "%Y-%m-%dT%H:%M:%S%Ez",
                                "%Y-%m-%dT%H:%M:%S",
                                "%Y-%m-%d %H:%M:%S",
                                "%Y-%m-%d",
                                "%a, %d %b %Y %H:%M:%S GMT",
                                "%a, %d %b %Y %H:%M:%S %z",
                                "%A, %d-%b-%y %H:%M:%S GMT",
                                "%a %b %e %H:%M:%S %Y",
                                "%B %d, %Y",
                                "%d %B %Y",
                                "%G-W%V-%u",
                                "%Y-%j"};
  return kFormats;
}

/// Howard Hinnant's date; C++20 has adopted it, but g++ 12 has only its calendar.
class HinnantDates {
 public:
  explicit HinnantDates(Formats formats) : formats_(std::move(formats)) {}

  Seconds read(const std::string& text) {
    for (const std::string& format : formats_) {
      in_.clear();
      in_.str(text);
      date::sys_time<std::chrono::microseconds> time;
      date::from_stream(in_, format.c_str(), time);
      if (in_.fail() || in_.peek() != std::istringstream::traits_type::eof()) continue;
      return std::chrono::floor<std::chrono::seconds>(time).time_since_epoch().count();
    }
    return std::nullopt;
  }

 private:
  Formats formats_;
  std::istringstream in_;
};

class CDates {
 public:
  explicit CDates(Formats formats) : formats_(std::move(formats)) {}

  Seconds read(const std::string& text) {
    for (const std::string& format : formats_) {
      tm fields{};
      fields.tm_mday = 1;
      const char* const end = strptime(text.c_str(), format.c_str(), &fields);
      if (end == nullptr || *end != '\0') continue;
      const std::int64_t zone = fields.tm_gmtoff;
      return timegm(&fields) - zone;
    }
    return std::nullopt;
  }

 private:
  Formats formats_;
};

Seconds read_with_curl(const std::string& text) {
  const time_t seconds = curl_getdate(text.c_str(), nullptr);
  return seconds == -1 ? std::nullopt : Seconds(seconds);
}

std::string formatted(std::int64_t seconds, const std::string& format) {
  const time_t time = seconds;
  tm fields{};
  gmtime_r(&time, &fields);
  std::array<char, 100> text{};
  return {text.data(), strftime(text.data(), text.size(), format.c_str(), &fields)};
}

std::vector<std::string> dates(const Formats& formats) {
  constexpr std::uint64_t kCount = 50'000;
  constexpr std::uint64_t kSecondsMost = 2'000'000'000;
  std::vector<std::string> all;
  for (std::uint64_t i = 0; i < kCount; ++i) {
    const auto seconds = static_cast<std::int64_t>((i * 0x9e3779b97f4a7c15ULL >> 20) % kSecondsMost);
    all.push_back(formatted(seconds, formats[i % formats.size()]));
  }
  return all;
}

template <typename Read>
Contender contender(std::string_view name, const std::vector<std::string>& dates, const Read& read) {
  return {name, [&dates, &read] {
            std::uint64_t sum = 0;
            for (const std::string& date : dates) sum = sum * 31 + static_cast<std::uint64_t>(read(date).value_or(-1));
            return sum;
          }};
}

void compare_speed(std::string_view work, const Formats& written, const Formats& tried, bool is_read_by_curl) {
  const std::vector<std::string> all = dates(written);
  std::size_t bytes = 0;
  for (const std::string& date : all) bytes += date.size();
  HinnantDates hinnant(tried);
  CDates c(tried);
  const auto read_hinnant = [&](const std::string& text) { return hinnant.read(text); };
  const auto read_c = [&](const std::string& text) { return c.read(text); };
  std::vector<Contender> contenders{contender("ours", all, date_seconds), contender("date", all, read_hinnant),
                                    contender("strptime", all, read_c)};
  if (is_read_by_curl) contenders.push_back(contender("curl_getdate", all, read_with_curl));
  print_speeds(work, bytes, contenders);
}

std::string finding(const Seconds& seconds) {
  return seconds ? formatted(*seconds, "%Y-%m-%d %H:%M:%S") : "refused";
}

template <typename Read>
Judge judge(std::string_view name, Read read) {
  return {name, [read](std::string_view text) mutable { return finding(read(std::string(text))); }};
}

std::vector<HardCase> hard_dates() {
  std::vector<HardCase> cases;
  for (const std::string_view text : {"2021-03-03T10:20:30Z",
                                      "2021-03-03t10:20:30z",
                                      "2021-03-03T10:20:30.25Z",
                                      "2021-03-03T10:20:30+02:00",
                                      "2021-03-03T10:20:30-0330",
                                      "2021-03-03T10:20:30+02",
                                      "2021-03-03 10:20:30",
                                      "2021-03-03 10:20:30 UTC",
                                      "2021-03-03T10:20Z",
                                      "20210303T102030Z",
                                      "2021-03-03",
                                      "2021/3/3",
                                      "2021-03",
                                      "2021",
                                      "20210303102030",
                                      "Wed, 03 Mar 2021 10:20:30 GMT",
                                      "Wed, 3 Mar 2021 12:20:30 +0200",
                                      "Wed, 3 Mar 2021 12:20:30 +0200 (CEST)",
                                      "3 Mar 2021 10:20:30 EST",
                                      "Mon, 03 Mar 2021 10:20:30 GMT",
                                      "Wednesday, 03-Mar-21 10:20:30 GMT",
                                      "Wed Mar  3 10:20:30 2021",
                                      "Wed Mar  3 10:20:30 UTC 2021",
                                      "March 3, 2021",
                                      "3 March 2021",
                                      "3rd of March 2021",
                                      "Mar. 3, 2021 8:15 pm",
                                      "March 2021",
                                      "2016-12-31T23:59:60Z",
                                      "2021-03-03T24:00:00Z",
                                      "2021-W09-3",
                                      "2021-062",
                                      "2021062",
                                      "1614766830",
                                      "1614766830123",
                                      "1614766830.5",
                                      "-86400",
                                      "2021-02-30",
                                      "31 Feb 2021",
                                      "03/04/2021",
                                      "3 mars 2021",
                                      "May",
                                      "yesterday"}) {
    cases.push_back({text, std::string(text)});
  }
  return cases;
}

}  // namespace

void compare_dates() {
  const Formats mail{"%a, %d %b %Y %H:%M:%S GMT"};
  const Formats mixed{kRfc3339,
                      "%Y-%m-%d %H:%M:%S",
                      "%Y-%m-%d",
                      "%a, %d %b %Y %H:%M:%S GMT",
                      "%A, %d-%b-%y %H:%M:%S GMT",
                      "%a %b %e %H:%M:%S %Y",
                      "%B %d, %Y",
                      "%d %B %Y"};
  fmt::print("\n# Dates\n");
  compare_speed("RFC 3339, format known to the libraries", {kRfc3339}, {kRfc3339}, false);
  compare_speed("RFC 1123, format known to the libraries", mail, mail, true);
  compare_speed("Eight formats mixed", mixed, usual_formats(), false);
  const auto hinnant = [reader = std::make_shared<HinnantDates>(usual_formats())](const std::string& text) {
    return reader->read(text);
  };
  print_findings(hard_dates(),
                 {judge("ours", [](const std::string& text) { return date_seconds(text); }), judge("date", hinnant),
                  judge("strptime", [reader = CDates(usual_formats())](
                                        const std::string& text) mutable { return reader.read(text); }),
                  judge("curl_getdate", read_with_curl)});
}

}  // namespace cento::bench
