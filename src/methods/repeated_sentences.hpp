#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "align/passage.hpp"
#include "core/progress.hpp"
#include "core/span.hpp"
#include "read/document.hpp"

namespace cento {

/// Which repetitions are cut out of a collection. The same names are used on the command line.
struct RepeatOptions {
  std::uint32_t min_sentences = 3;  // γ: so many sentences in a row must stand earlier; 1: each counts for itself
  std::uint32_t min_tokens = 3;     // and have so many tokens together
  std::size_t threads = 1;
  std::uint64_t memory_bytes = std::uint64_t{1} << 30;
  std::string temp_dir;          // where intermediate data goes when memory is short; empty: the system's
  Progress* progress = nullptr;  // advanced by the work after reading; null: nobody looks
};

/// Sentences in a row of one part of a document.
struct SentenceRun {
  DocId document = 0;
  std::uint32_t part = 0;  // number of the part
  SentenceRange sentences;
  Span bytes;  // of the part's text

  friend bool operator==(const SentenceRun&, const SentenceRun&) = default;
};

/// A stretch of text that goes because it stands elsewhere.
struct RepeatedRun {
  SentenceRun cut;   // with white space before or behind it, so that what stays is separated as it was
  SentenceRun kept;  // where the same sentences stay, in the same order

  friend bool operator==(const RepeatedRun&, const RepeatedRun&) = default;
};

/// What finding came to.
struct RepeatCounts {
  std::uint64_t sentences = 0;      // of all documents but the reference, those that have tokens
  std::uint64_t cut_sentences = 0;  // the same
  std::uint64_t cut_bytes = 0;
  std::uint64_t cut_documents = 0;  // documents with a cut
  std::uint64_t by_reference = 0;   // cut sentences that stay in the reference
  std::uint64_t emptied_parts = 0;  // parts of which nothing is left
  std::uint64_t spilled_bytes = 0;
};

/// Finds what may be cut out of a collection because it stands in it before. Two sentences are the same if they have
/// the same tokens in the same order; sentences without tokens ("* * *") are passed over.
///
/// A window is γ sentences in a row of one part. It repeats another if that has the same sentences, stands earlier in
/// the collection, and does not overlap it. A sentence is cut if, and only if, a window that covers it repeats another.
/// So nothing is lost: the sentence has an equal one at the same place of the earlier window, which comes before it. If
/// that one is cut as well, then for an equal one before it, and so on; as each comes before the last, this ends, at an
/// equal sentence that is not cut.
///
/// What stands between two sentences that follow each other and are both cut is cut with them. Behind or before a cut,
/// white space goes on the side where it separates less (nothing, spaces, a line end, a blank line), or behind if it
/// separates as much; at the beginning and end of a text it stays. If all sentences of a part go, all of its text goes.
class RepeatedSentenceFinder {
 public:
  /// Throws UsageError when an option is out of its range.
  explicit RepeatedSentenceFinder(const RepeatOptions& options);
  ~RepeatedSentenceFinder();

  /// Takes the sentences of a batch; called on any thread, as BatchSteps::work.
  [[nodiscard]] std::shared_ptr<void> sign(const DocumentBatch& batch) const;

  /// Takes what sign() gave; called in input order, as BatchSteps::take. Documents are numbered in this order from 0.
  void add(const void* signed_batch);

  /// Makes the documents added so far the reference, of which nothing is cut.
  void end_reference();

  /// Calls `use` with all cuts, in the order of the collection, on this thread. The cuts of a part do not overlap; of
  /// neighbours that stay in different places each is told. Called once, after everything was added.
  RepeatCounts find(const std::function<void(const RepeatedRun&)>& use);

 private:
  class State;
  std::unique_ptr<State> state_;
};

}  // namespace cento
