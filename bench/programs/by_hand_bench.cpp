// Compares what Cento does by hand with libraries, for speed and for what is accepted:
//
//     by_hand_bench TEXT_FILE [csv|http|dates|checksum]
//
// CSV with libcsv and Fast C++ CSV Parser, HTTP responses with http_parser and Boost.Beast, dates with Howard Hinnant's
// date, strptime and curl_getdate, checksums with xxHash. All data is in memory; tables and responses are made from the
// first 32 MB of the text. docs/design.md has the conclusions.

#include <algorithm>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "by_hand/contest.hpp"
#include "file_content.hpp"

int main(int argc, char** argv) {
  constexpr std::size_t kTextBytes = std::size_t{1} << 25;
  if (argc < 2) {
    fmt::print(stderr, "usage: by_hand_bench TEXT_FILE [csv|http|dates|checksum]\n");
    return 2;
  }
  std::string text = cento::bench::content_of(argv[1]);
  if (text.empty()) {
    fmt::print(stderr, "by_hand_bench: {} is empty or cannot be read\n", argv[1]);
    return 1;
  }
  text.resize(std::min(text.size(), kTextBytes));
  const std::string_view only = argc > 2 ? argv[2] : "";
  if (only.empty() || only == "csv") cento::bench::compare_csv(text);
  if (only.empty() || only == "http") cento::bench::compare_http(text);
  if (only.empty() || only == "dates") cento::bench::compare_dates();
  if (only.empty() || only == "checksum") cento::bench::compare_checksums();
  return 0;
}
