#pragma once

#include <chrono>
#include <exception>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/progress.hpp"
#include "core/reporter.hpp"
#include "read/collection.hpp"
#include "read/file_uses.hpp"
#include "read/input_list.hpp"
#include "run_summary.hpp"
#include "shared_options.hpp"

namespace cento {
class AtomicFile;
}

namespace cento::cli {

class ProgressLine;

/// Thrown by a step that has seen enough: reading ends, nothing is wrong.
class StopReading : public std::exception {};

/// Refuses to go on when a file that is written is one that is read, or written twice: those of `uses` and those that
/// every command has. Throws UsageError.
void check_uses(const SharedOptions& options, FileUses uses);

/// What every command that reads a collection does around its own work: finds the inputs, shows progress, collects bad
/// records, tells at the end what it came to.
class CollectionRun {
 public:
  /// `options` must outlive it. `uses`: the files that the command reads and writes besides its inputs, --rejects and
  /// --stats-json. Throws UsageError as check_uses() does, Error when there is nothing to read or a file of `options`
  /// cannot be made.
  CollectionRun(std::string command, const SharedOptions& options, FileUses uses);
  ~CollectionRun();
  CollectionRun(const CollectionRun&) = delete;
  CollectionRun& operator=(const CollectionRun&) = delete;

  Reporter& reporter() { return reporter_; }
  InputList& inputs() { return inputs_; }

  /// Shown while the run goes on: reading is, and whatever else is told here.
  Progress& progress() { return progress_; }

  void read(const BatchSteps& steps);

  /// Reads another list of inputs than the command's own.
  void read(const InputList& inputs, const BatchSteps& steps);

  /// Reads a list once more, or in advance, without showing progress and reporting bad records a second time. Throws
  /// Error when two readings of a list differ in what could be used: the input changed, or cannot be read reliably.
  void read_quietly(const InputList& inputs, const BatchSteps& steps);

  /// Adds to the summary: a line for people, a number for programs, and an option (its value as JSON).
  void tell(std::string line) { findings_.push_back(std::move(line)); }
  void tell(std::string name, std::uint64_t amount) { results_.emplace_back(std::move(name), amount); }
  void tell_measures(std::string json_fields) { measures_ = std::move(json_fields); }
  void tell_option(std::string_view name, std::string_view json_value);

  /// What the summary says so far, for programs.
  [[nodiscard]] std::string json(const RunTotals& totals) const { return to_json(summary(totals)); }

  /// Publishes the rejects file, writes the statistics, shows the summary. Returns what could not be used of the input.
  UnusedInput finish(const RunTotals& totals);

 private:
  /// What a reading of a list came to.
  struct Reading {
    std::uint64_t documents = 0;
    std::uint64_t text_bytes = 0;
    std::uint64_t rejected = 0;

    friend bool operator==(const Reading&, const Reading&) = default;
  };

  [[nodiscard]] RunSummary summary(const RunTotals& totals) const;
  [[nodiscard]] Reading so_far() const;
  void compare_readings(const InputList& inputs, const Reading& reading);

  std::string command_;
  const SharedOptions& options_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  Reporter reporter_;
  InputList inputs_;
  ReadProgress reading_;
  Progress progress_;
  std::map<const InputList*, Reading> readings_;  // the first of each list
  std::vector<std::string> findings_;
  std::vector<std::pair<std::string, std::uint64_t>> results_;
  std::string measures_;                    // as JSON fields
  std::string own_options_;                 // of the command, as JSON fields
  std::unique_ptr<AtomicFile> statistics_;  // null: not written
  std::unique_ptr<ProgressLine> shown_;     // last: it looks at the others
};

}  // namespace cento::cli
