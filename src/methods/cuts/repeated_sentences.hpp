#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "align/passage.hpp"
#include "cento/method_options.hpp"
#include "cento/option_table.hpp"
#include "core/memory/memory_budget.hpp"
#include "core/parallel/progress.hpp"
#include "core/span.hpp"
#include "read/document.hpp"

namespace cento {

struct RepeatBatch;

/// Which repetitions are cut from a collection, and with what.
struct RepeatOptions : CutRule {
  std::size_t threads = 1;
  std::uint64_t memory_bytes = std::uint64_t{1} << 30;
  std::string temp_dir;            // for intermediate data when memory is short; empty: the system default
  Progress* progress = nullptr;    // advanced by the work after reading; may be null
  MemoryLedger* ledger = nullptr;  // records who used how much of the memory; may be null
};

[[nodiscard]] OptionTable options_of(CutRule& options);

/// Sentences in a row of one part of a document.
struct SentenceRun {
  DocId document = 0;
  std::uint32_t part = 0;  // number of the part
  SentenceRange sentences;
  Span bytes;  // of the part's text

  friend bool operator==(const SentenceRun&, const SentenceRun&) = default;
};

/// A stretch of text that is cut because it also occurs elsewhere.
struct RepeatedRun {
  SentenceRun cut;   // with white space before or after it, so that the rest stays separated as it was
  SentenceRun kept;  // where the same sentences are kept, in the same order

  friend bool operator==(const RepeatedRun&, const RepeatedRun&) = default;
};

/// Totals.
struct RepeatCounts {
  std::uint64_t sentences = 0;      // with tokens, in all documents outside the reference
  std::uint64_t cut_sentences = 0;  // likewise
  std::uint64_t cut_bytes = 0;
  std::uint64_t cut_documents = 0;  // documents with a cut
  std::uint64_t by_reference = 0;   // cut sentences that are kept in the reference
  std::uint64_t emptied_parts = 0;  // parts with nothing left
  std::uint64_t spilled_bytes = 0;

  friend bool operator==(const RepeatCounts&, const RepeatCounts&) = default;
};

/// Finds what may be cut from a collection because it occurs earlier in it. Two sentences are the same if they have the
/// same tokens in the same order; sentences without tokens ("* * *") are ignored.
///
/// A window is γ sentences in a row of one part. It repeats another if that has the same sentences, occurs earlier in
/// the collection, and does not overlap it. A sentence is cut if, and only if, a window that covers it repeats another.
/// So nothing is lost: the sentence has an equal one at the same place in the earlier window, which comes before it. If
/// that one is cut as well, there is an equal one before it, and so on; as each comes before the last, this ends at an
/// equal sentence that is not cut, where it is kept. Of the windows over a sentence that repeat others the first
/// counts, and of those that a window repeats the first of all.
///
/// What lies between two consecutive sentences that are both cut is cut with them. Around a cut, white space is removed
/// on the side where it separates less (nothing, spaces, a line end, a blank line), or after the cut if both are equal;
/// at the beginning and end of a text it stays. If all sentences of a part are cut, all of its text is.
class RepeatedSentenceFinder {
 public:
  /// The result for a batch of documents.
  using Batch = RepeatBatch;

  /// Throws UsageError when an option is out of range.
  explicit RepeatedSentenceFinder(const RepeatOptions& options);
  ~RepeatedSentenceFinder();

  /// Extracts the sentences of a batch; called on any thread, as `work` of a BatchStep.
  [[nodiscard]] std::shared_ptr<Batch> sign(const DocumentBatch& batch) const;

  /// Takes the result of sign(); called in input order, as its `take`. Documents are numbered in this order from 0.
  void add(const Batch& batch);

  /// Makes the documents added so far the reference, from which nothing is cut.
  void end_reference();

  /// Calls `use` with all cuts, in the order of the collection, on this thread. The cuts of a part do not overlap;
  /// adjacent ones that are kept in different places are reported separately. Called once, after everything was added.
  RepeatCounts find(const std::function<void(const RepeatedRun&)>& use);

 private:
  class State;
  std::unique_ptr<State> state_;
};

}  // namespace cento
