#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <tuple>
#include <utility>

#include "align/chains.hpp"
#include "core/memory/memory_budget.hpp"
#include "core/memory/plain_vector.hpp"
#include "methods/pdc/content_matcher.hpp"
#include "methods/pdc/document_families.hpp"
#include "methods/pdc/found_passage.hpp"
#include "methods/pdc/matching/proposal_kernels.hpp"
#include "methods/pdc/passage_edges.hpp"
#include "methods/pdc/pdc_options.hpp"
#include "methods/pdc/reported_pairs.hpp"
#include "methods/pdc/sentences/near_classes.hpp"
#include "methods/pdc/sentences/sentence_sequence.hpp"

namespace cento {

/// What match_proposed() reads. Used by pdc_run.hpp.
struct MatchingInput {
  const PdcOptions& options;
  const SentenceSequence& sequence;
  const NearClasses& near;
  const DocumentFamilies& families;
  const ReportedPairs& reported;
  MemoryPart run_hashes;  // see PdcMemory

  [[nodiscard]] std::uint32_t least() const { return options.passages.min_sentences; }
  [[nodiscard]] ChainOptions chain_options() const { return {least(), options.passages.max_gap}; }
  /// Which contents are matched with themselves.
  [[nodiscard]] SelfMatching selves() const { return self_matching(options); }
};

/// What hash_runs() gives for the contents of a sequence. Most contents are matched with several others; but if the
/// hashes take more than the memory of the input, runs are hashed each time.
class RunHashes {
 public:
  /// `input` must outlive this.
  explicit RunHashes(const MatchingInput& input);

  /// Whether those of all contents are held, which fill() must be called for.
  [[nodiscard]] bool are_held() const { return !hashes_.empty(); }
  /// Hashes the runs of these contents. Any number of threads, for different ones.
  void fill(std::size_t begin, std::size_t end);

  /// A content as ContentMatcher reads it. The hashes may be in `scratch` until its next use.
  [[nodiscard]] MatchedText text_of(ContentId content, PlainVector<std::uint32_t>& scratch) const;

 private:
  const MatchingInput& input_;
  std::optional<MemoryLease> lease_;
  PlainVector<std::uint32_t> hashes_;  // by position; empty: runs are hashed each time
};

/// Matches contents as a whole: match(pair) → chains of sentences. One object for each worker.
class PairMatcher {
 public:
  /// Both arguments must outlive this.
  PairMatcher(const MatchingInput& input, const RunHashes& hashes);

  void set_rows(ContentId rows) { matcher_.set_rows(hashes_.text_of(rows, row_runs_)); }
  /// The passages of the rows and these columns. They are there until the next call.
  [[nodiscard]] std::span<const Chain> match(ContentId columns);

  [[nodiscard]] std::uint64_t passages() const { return passages_; }
  [[nodiscard]] std::uint64_t capped_columns() const { return matcher_.capped(); }

 private:
  const RunHashes& hashes_;
  ChainOptions chain_options_;
  ContentMatcher matcher_;
  PlainVector<std::uint32_t> row_runs_;  // unless the hashes of all contents are held
  PlainVector<std::uint32_t> column_runs_;
  ChainFinder chain_finder_;
  FoundRuns runs_;
  PlainVector<Chain> chains_;
  std::uint64_t passages_ = 0;
};

/// A passage of two contents, rows first, without documents. Requests the words at `edges` that may move.
template <typename Edges>
[[nodiscard]] FoundPassage passage_of_contents(const MatchingInput& input, const Edges& edges,
                                               const ProposedContents& pair, const Chain& chain) {
  FoundPassage found{{}, {}, chain.a, chain.b, chain.matched, static_cast<float>(chain.similarity), 0, 0, 0};
  if (input.options.passages.edges == PassageEdges::word) edges.want(pair.rows, pair.columns, found);
  return found;
}

/// The same in documents that have the contents: what comes first in the input is a.
[[nodiscard]] inline FoundPassage passage_in(FoundPassage found, const PartOfDocument& row,
                                             const PartOfDocument& column) {
  found.a = row;
  found.b = column;
  if (std::tie(column, found.b_sentences.begin) < std::tie(row, found.a_sentences.begin)) {
    std::swap(found.a, found.b);
    std::swap(found.a_sentences, found.b_sentences);
  }
  return found;
}

/// Calls `use(passage)` for a passage of two contents in each reported pair of documents that have them. Requests the
/// words at `edges` that may move.
template <typename Edges, typename Use>
void for_each_document_passage(const MatchingInput& input, const Edges& edges, const ProposedContents& pair,
                               const Chain& chain, const Use& use) {
  const FoundPassage chained = passage_of_contents(input, edges, pair, chain);
  input.reported.for_each_part(
      input.sequence, pair.rows, pair.columns,
      [&](const PartOfDocument& row, const PartOfDocument& column) { use(passage_in(chained, row, column)); });
}

}  // namespace cento
