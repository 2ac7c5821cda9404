#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/parallel/progress.hpp"
#include "core/reporter.hpp"
#include "engine/job_documents.hpp"
#include "engine/run_summary.hpp"
#include "flags/shared_options.hpp"
#include "output/interruption.hpp"
#include "read/input/file_uses.hpp"
#include "read/input/input_list.hpp"

namespace cento {
class AtomicFile;
}

namespace cento::cli {

class ProgressLine;

/// Throws UsageError if a file would be both read and written, or written twice. Checks the files of `uses` and those
/// that every command has.
void check_uses(const SharedOptions& options, FileUses uses);

/// Files and folders that the user named.
class InputFiles {
 public:
  /// As InputList; `reading` must outlive it.
  InputFiles(const std::vector<std::string>& arguments, const ReadOptions& reading, Reporter& reporter)
      : list_(arguments, reporter), collection_(list_, reading) {}

  [[nodiscard]] InputList& list() { return list_; }
  [[nodiscard]] const InputList& list() const { return list_; }
  [[nodiscard]] Collection& collection() { return collection_; }

 private:
  InputList list_;
  FileCollection collection_;
};

/// What every command that reads a collection does around its own work: finds the inputs, shows progress, collects bad
/// records, prints a summary at the end.
class CollectionRun {
 public:
  /// `options` must outlive it. `uses`: the files that the command reads and writes besides its inputs, --rejects and
  /// --stats-json. Throws UsageError as check_uses() does, Error when there is nothing to read or a file of `options`
  /// cannot be created.
  CollectionRun(std::string command, const SharedOptions& options, FileUses uses);
  ~CollectionRun();
  CollectionRun(const CollectionRun&) = delete;
  CollectionRun& operator=(const CollectionRun&) = delete;

  /// What the engine's jobs work with.
  Job& job() { return job_; }
  Reporter& reporter() { return reporter_; }
  InputList& inputs() { return inputs_.list(); }
  Collection& collection() { return inputs_.collection(); }
  /// The inputs and the collection of --against, for jobs that compare with one.
  JobCollections collections(const std::vector<std::string>& against);

  /// Shown while the run goes on: reading, and any phase that is begun here.
  Progress& progress() { return progress_; }

  /// Reads the command's inputs.
  template <BatchStep Step>
  void read(Step&& step) {
    job_.read(collection(), step);
  }

  /// Adds to the summary: a line for people, a number for programs, and an option (its value as JSON).
  void report(std::string line) { findings_.push_back(std::move(line)); }
  void report(std::string name, std::uint64_t amount) { results_.emplace_back(std::move(name), amount); }
  void report_measures(std::string json_fields) { measures_ = std::move(json_fields); }
  void report_option(std::string_view name, std::string_view json_value);

  /// The summary so far, for programs.
  [[nodiscard]] std::string json(const RunTotals& totals) const { return to_json(summary(totals)); }

  /// Publishes the rejects file, writes the statistics, shows the summary. Returns the input that could not be used.
  UnusedInput finish(const RunTotals& totals);

 private:
  [[nodiscard]] RunSummary summary(const RunTotals& totals) const;

  std::string command_;
  const SharedOptions& options_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  Reporter reporter_;
  InputFiles inputs_;
  std::optional<InputFiles> reference_;
  ReadProgress reading_;
  Progress progress_{Interruption::token()};
  Job job_;
  std::vector<std::string> findings_;
  std::vector<std::pair<std::string, std::uint64_t>> results_;
  std::string measures_;                    // as JSON fields
  std::string own_options_;                 // of the command, as JSON fields
  std::unique_ptr<AtomicFile> statistics_;  // null: not written
  std::unique_ptr<ProgressLine> shown_;     // last: it reads the others
};

}  // namespace cento::cli
