#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/counted.hpp"
#include "core/memory/memory_budget.hpp"
#include "core/reporter.hpp"
#include "engine/collection_totals.hpp"

namespace cento {

/// Sentences and tokens of texts.
struct TextTotals {
  std::uint64_t sentences = 0;
  std::uint64_t tokens = 0;

  TextTotals& operator+=(const TextTotals& more);
};

/// What a run read.
struct RunTotals : CollectionTotals {
  RunTotals() = default;
  RunTotals(const CollectionTotals& read) : CollectionTotals(read) {}  // NOLINT(google-explicit-constructor)

  std::optional<TextTotals> analyzed;  // empty when the run does not analyse texts
  std::uint64_t table_rows = 0;
  std::uint64_t table_topics = 0;

  RunTotals& operator+=(const RunTotals& more);
};

/// Everything reported at the end of a run.
struct RunSummary {
  std::string command;
  RunTotals totals;
  std::uint64_t files = 0;
  std::uint64_t input_bytes = 0;  // of the files as stored, compressed
  UnusedInput unused;
  std::map<std::string, std::uint64_t> counts;
  std::vector<std::string> findings;                           // sentences about what was found, for people
  std::vector<std::pair<std::string, std::uint64_t>> results;  // the same as numbers, for programs
  std::string measures_json;                                   // further results, as fields of a JSON object
  double seconds = 0;
  std::uint64_t peak_memory_bytes = 0;
  std::string version;       // of the program
  std::string memory_json;   // who was given and used how much memory, as a JSON object; may be empty
  std::string options_json;  // all options, as a JSON object
};

/// A few lines for people.
[[nodiscard]] std::string to_text(const RunSummary& summary);

/// The same for programs: one JSON object, with the kernel in use.
[[nodiscard]] std::string to_json(const RunSummary& summary);

/// As RunSummary::memory_json.
[[nodiscard]] std::string to_json(const MemoryLedger& ledger);

/// Peak memory of this process so far.
[[nodiscard]] std::uint64_t peak_memory_bytes();

}  // namespace cento
