#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace cento::bench {

/// A way to do some work. It returns a number made from all results, so that none can be optimised away.
struct Contender {
  std::string_view name;
  std::function<std::uint64_t()> run;
};

/// Runs the contenders in turns and prints, for each, MB/s from its median processor time. Says so if their results
/// are not the same, unless `have_same_results` is false.
void print_speeds(std::string_view work, std::size_t bytes, const std::vector<Contender>& contenders,
                  bool have_same_results = true);

/// A way to read bytes that returns what it found, in a form that can be compared.
struct Judge {
  std::string_view name;
  std::function<std::string(std::string_view)> read;
};

struct HardCase {
  std::string_view name;
  std::string bytes;
};

/// Prints a table of what each judge finds; "same" if it is what the first one does.
void print_findings(const std::vector<HardCase>& cases, const std::vector<Judge>& judges);

/// For tables: control characters and bytes above 127 as escapes, and of long text only the size.
[[nodiscard]] std::string shown(std::string_view bytes);

// One of each per part of Cento that has no library under it. `text` is what the data is made of.
void compare_csv(std::string_view text);
void compare_http(std::string_view text);
void compare_dates();
void compare_checksums();

}  // namespace cento::bench
