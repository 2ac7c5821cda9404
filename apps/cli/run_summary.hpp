#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/reporter.hpp"

namespace cento::cli {

/// What a text came to once it was cut.
struct TextTotals {
  std::uint64_t sentences = 0;
  std::uint64_t tokens = 0;

  TextTotals& operator+=(const TextTotals& more);
};

/// What a command did with what it read.
struct RunTotals {
  std::uint64_t documents = 0;
  std::uint64_t parts = 0;
  std::uint64_t text_bytes = 0;
  std::optional<TextTotals> analyzed;  // empty when the command does not cut texts
  std::uint64_t table_rows = 0;
  std::uint64_t table_topics = 0;

  RunTotals& operator+=(const RunTotals& more);
};

/// All that is told at the end of a run.
struct RunSummary {
  std::string command;
  RunTotals totals;
  std::uint64_t files = 0;
  std::uint64_t input_bytes = 0;  // of the files as they are, compressed
  UnusedInput unused;
  std::map<std::string, std::uint64_t> counts;
  std::vector<std::string> findings;                           // sentences about what was found, for people
  std::vector<std::pair<std::string, std::uint64_t>> results;  // the same as numbers, for programs
  std::string measures_json;                                   // more of that, as fields of a JSON object
  double seconds = 0;
  std::uint64_t peak_memory_bytes = 0;
  std::string options_json;  // the options in force, as a JSON object
};

/// A few lines for people.
[[nodiscard]] std::string to_text(const RunSummary& summary);

/// The same for programs: one JSON object, with the program's version and kernel.
[[nodiscard]] std::string to_json(const RunSummary& summary);

/// The most memory that this process held so far.
[[nodiscard]] std::uint64_t peak_memory_bytes();

/// "1 document", "1,234 documents".
[[nodiscard]] std::string counted(std::uint64_t number, std::string_view one, std::string_view many);

/// 1234567 as "1,234,567".
[[nodiscard]] std::string with_thousands(std::uint64_t number);

}  // namespace cento::cli
