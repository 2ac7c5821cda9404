#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "cento/method_options.hpp"
#include "core/memory/memory_budget.hpp"
#include "core/parallel/progress.hpp"
#include "core/span.hpp"
#include "read/document.hpp"
#include "sign/words/document_frequencies.hpp"
#include "sign/words/sorted_words.hpp"

namespace cento {

/// How documents put together from others are found (paper blog), and with what. A df_cutoff below 1 is a share of the
/// documents that `tokens` counts; the paper's best was 300,000 of about 500,000.
struct BlogOptions : BlogRule {
  std::uint32_t max_sources = 20;  // most documents that a report lists
  bool earlier_only = false;       // known means: from an earlier document, as when documents come one by one
  const DocumentFrequencies* tokens = nullptr;  // document frequencies of words, rare ones may be missing; must outlive
                                                // the finder. Null: no word is left out
  std::size_t threads = 1;
  std::uint64_t memory_bytes = std::uint64_t{1} << 30;
  std::string temp_dir;            // for intermediate data when memory is short; empty: the system default
  Progress* progress = nullptr;    // advanced by the work after reading; may be null
  MemoryLedger* ledger = nullptr;  // records who used how much of the memory; may be null
};

/// The most documents of a collection that may contain a word that is kept in sentences, by BlogOptions::df_cutoff.
[[nodiscard]] std::uint32_t blog_most_documents(double df_cutoff, std::uint64_t documents);

/// The signer of sentences for a cut-off (BlogOptions::df_cutoff) and its statistics; null: no word is left out.
[[nodiscard]] SortedWordsSigner blog_words(double df_cutoff, const DocumentFrequencies* tokens);

/// The position of a sentence in its document.
struct BlogSentence {
  std::uint32_t part = 0;    // number of the part
  std::uint32_t number = 0;  // among the part's sentences, from 0
  Span bytes;                // of the part's text

  friend bool operator==(const BlogSentence&, const BlogSentence&) = default;
};

/// A sentence that another document also has.
struct BlogMatch {
  BlogSentence own;
  BlogSentence other;  // its first occurrence there

  friend bool operator==(const BlogMatch&, const BlogMatch&) = default;
};

/// A document from which sentences are known.
struct BlogSource {
  DocId document = 0;
  std::uint32_t collisions = 0;    // sentences of the reported document that are known from it
  std::vector<BlogMatch> matches;  // all of them, in the order of the reported document

  friend bool operator==(const BlogSource&, const BlogSource&) = default;
};

/// A document of which more than δ sentences are known.
struct BlogReport {
  DocId document = 0;
  std::uint32_t sentences = 0;         // of its sentences, those that have a fingerprint
  std::uint32_t known = 0;             // those of them known from other documents
  std::vector<BlogSource> sources;     // by collisions, most first, then by number
  std::uint64_t sources_unlisted = 0;  // further documents from which sentences are known

  friend bool operator==(const BlogReport&, const BlogReport&) = default;
};

/// Totals.
struct BlogCounts {
  std::uint64_t sentences = 0;             // sentences with a fingerprint
  std::uint64_t without_fingerprint = 0;   // sentences that lost all their words, or had none
  std::uint64_t left_out = 0;              // distinct sentences that occurred more than max_repeats times
  std::uint64_t left_out_occurrences = 0;  // how often they occurred
  std::uint64_t known = 0;                 // sentences known from other documents
  std::uint64_t reported = 0;              // documents
  std::uint64_t spilled_bytes = 0;

  friend bool operator==(const BlogCounts&, const BlogCounts&) = default;
};

struct SignedBlogSentences;

/// Finds documents put together from others by their sentences' fingerprints: sentences are signed while documents are
/// read, and compared at the end. Two sentences have the same fingerprint if they have the same words, in any order,
/// once the common ones are left out. The result does not depend on the number of threads.
class BlogFinder {
 public:
  /// The result for a batch of documents.
  using Batch = SignedBlogSentences;

  /// Throws UsageError when an option is out of range.
  explicit BlogFinder(const BlogOptions& options);
  ~BlogFinder();

  /// Signs the documents of a batch; called on any thread, as `work` of a BatchStep.
  [[nodiscard]] std::shared_ptr<Batch> sign(const DocumentBatch& batch) const;

  /// Takes the result of sign(); called in input order, as its `take`. Documents are numbered in this order from 0.
  void add(const Batch& batch);

  /// Makes the documents added so far the reference: only later ones are then reported, and only what they share with
  /// the reference counts; max_repeats applies to repetitions in the reference alone.
  void end_reference();

  /// Calls `use` with each reported document, in order, on this thread. Called once, after everything was added.
  BlogCounts find(const std::function<void(const BlogReport&)>& use);

 private:
  class State;
  std::unique_ptr<State> state_;
};

}  // namespace cento
