#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/progress.hpp"
#include "core/span.hpp"
#include "read/document.hpp"
#include "sign/document_frequencies.hpp"
#include "sign/sorted_words.hpp"

namespace cento {

/// How documents are found that were put together from others (paper blog). The same names are used on the command
/// line.
struct BlogOptions {
  /// The DF cut-off: words in more documents than this are left out of sentences. Below 1 it is a share of the
  /// documents that `tokens` counts, from 1 on their number; the paper's best was 300,000 of about 500,000.
  double df_cutoff = 0.6;
  std::uint32_t max_repeats = 300;  // sentences seen more often than this are left out: they are everybody's
  std::uint32_t collisions = 3;     // δ: a document is reported when more of its sentences than this are known
  std::uint32_t max_sources = 20;   // documents that a report lists at most
  bool earlier_only = false;        // known means: from an earlier document, as when documents come one by one
  const DocumentFrequencies* tokens = nullptr;  // in how many documents words are, those in few may be missing; must
                                                // outlive the finder. Null: no word is left out
  std::size_t threads = 1;
  std::uint64_t memory_bytes = std::uint64_t{1} << 30;
  std::string temp_dir;          // where intermediate data goes when memory is short; empty: the system's
  Progress* progress = nullptr;  // advanced by the work after reading; null: nobody looks
};

/// The most documents of a collection that a word may be in to be left in sentences, by BlogOptions::df_cutoff.
[[nodiscard]] std::uint32_t blog_most_documents(double df_cutoff, std::uint64_t documents);

/// The signer of sentences for a cut-off (BlogOptions::df_cutoff) and the statistics it goes by; null: no word is left
/// out.
[[nodiscard]] SortedWordsSigner blog_words(double df_cutoff, const DocumentFrequencies* tokens);

/// Where a sentence stands in its document.
struct BlogSentence {
  std::uint32_t part = 0;    // number of the part
  std::uint32_t number = 0;  // among the part's sentences, from 0
  Span bytes;                // of the part's text

  friend bool operator==(const BlogSentence&, const BlogSentence&) = default;
};

/// A sentence that another document has, too.
struct BlogMatch {
  BlogSentence own;
  BlogSentence other;  // where it comes first there

  friend bool operator==(const BlogMatch&, const BlogMatch&) = default;
};

/// A document that sentences are known from.
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
  std::uint32_t known = 0;             // and of these, those known from other documents
  std::vector<BlogSource> sources;     // by collisions, most first, then by number
  std::uint64_t sources_unlisted = 0;  // more documents that sentences are known from

  friend bool operator==(const BlogReport&, const BlogReport&) = default;
};

/// What finding came to.
struct BlogCounts {
  std::uint64_t sentences = 0;             // that have a fingerprint
  std::uint64_t without_fingerprint = 0;   // that lost all their words, or had none
  std::uint64_t left_out = 0;              // distinct sentences that came more than max_repeats times
  std::uint64_t left_out_occurrences = 0;  // how often they came
  std::uint64_t known = 0;                 // sentences known from other documents
  std::uint64_t reported = 0;              // documents
  std::uint64_t spilled_bytes = 0;
};

/// Finds documents put together from others by their sentences' fingerprints: sentences are signed while documents are
/// read, and compared at the end. Two sentences have the same fingerprint if the same words are left of them once the
/// common ones are gone, in any order. What it gives does not depend on the number of threads.
class BlogFinder {
 public:
  /// Throws UsageError when an option is out of its range.
  explicit BlogFinder(const BlogOptions& options);
  ~BlogFinder();

  /// Signs the documents of a batch; called on any thread, as BatchSteps::work.
  [[nodiscard]] std::shared_ptr<void> sign(const DocumentBatch& batch) const;

  /// Takes what sign() gave; called in input order, as BatchSteps::take. Documents are numbered in this order from 0.
  void add(const void* signed_batch);

  /// Makes the documents added so far the reference: then only the later ones are reported, and only what they share
  /// with the reference counts, as do its repetitions alone for max_repeats.
  void end_reference();

  /// Calls `use` with each reported document, in their order, on this thread. Called once, after everything was added.
  BlogCounts find(const std::function<void(const BlogReport&)>& use);

 private:
  class State;
  std::unique_ptr<State> state_;
};

}  // namespace cento
