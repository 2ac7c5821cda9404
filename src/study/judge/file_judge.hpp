#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/reporter.hpp"
#include "study/judge/judged_files.hpp"
#include "study/judge/judged_layout.hpp"
#include "study/judge/judgement_text.hpp"

namespace cento {

/// What is judged by what; "-" is standard input.
struct JudgedFileNames {
  std::string gold;
  std::string found;
  std::string pairs_file;  // spans: judge only these pairs of documents; empty: all
};

/// Judges what a file says was found by a file of what should be found. Lines that cannot be used go to the reporter.
class FileJudge {
 public:
  /// All must outlive it. `memory_bytes`: for reading compressed files.
  FileJudge(const JudgedFileNames& names, const PairJudgingOptions& options, std::uint64_t memory_bytes,
            Reporter& reporter)
      : names_(names), options_(options), memory_bytes_(memory_bytes), reporter_(reporter) {}

  /// `check` gets what the gold file holds before the others are opened, and may throw. Throws Error when the files
  /// cannot be compared, or there is nothing to judge by.
  [[nodiscard]] JudgementText judge(const std::function<void(JudgedContent)>& check);

  /// Of the files as stored, so far.
  [[nodiscard]] std::uint64_t raw_bytes() const { return raw_bytes_; }

 private:
  class OpenFile;

  [[nodiscard]] JudgementText judge_pairs_of(OpenFile& gold, OpenFile& found);
  [[nodiscard]] JudgementText judge_clusters_of(OpenFile& gold, OpenFile& found);
  [[nodiscard]] JudgementText judge_spans_of(OpenFile& gold, OpenFile& found);
  [[nodiscard]] std::optional<std::vector<ListedPair>> listed_pairs();
  void report_empty(const OpenFile& file, const SpanFile& spans);

  const JudgedFileNames& names_;
  const PairJudgingOptions& options_;
  std::uint64_t memory_bytes_;
  Reporter& reporter_;
  std::atomic<std::uint64_t> raw_bytes_ = 0;
};

/// Remarks if all pairs have the same label: `positives` of `pairs`. `what`: where the labels are from.
void note_single_label(std::size_t positives, std::size_t pairs, const std::string& what, Reporter& reporter);

}  // namespace cento
