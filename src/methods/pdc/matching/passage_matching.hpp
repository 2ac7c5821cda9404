#pragma once

#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "cento/method_options.hpp"
#include "methods/pdc/matching/matching_kernels.hpp"
#include "methods/pdc/matching/passage_proposals.hpp"
#include "methods/pdc/passage_edges.hpp"
#include "methods/pdc/pdc_options.hpp"
#include "methods/pdc/regrouped_passages.hpp"
#include "methods/pdc/sentences/sentence_recall.hpp"

namespace cento {

/// Proposes the pairs of contents to be matched.
template <typename Executor>
void propose_contents(const MatchingInput& input, PassageProposals<Executor>& proposals) {
  if (input.reported.is_listed()) {
    input.reported.for_each_listed([&](std::span<const std::pair<DocId, DocId>> pairs) {
      for (const auto& [a, b] : pairs) proposals.add_documents(a, b);
    });
    return;
  }
  proposals.add_families(input.families, input.options.pairs_up_to);
  proposals.add_near(input.least(), input.options.pairs_up_to);
}

/// Proposes pairs of contents, matches each as a whole, and adds the passages of all documents that have them to
/// `found`. Requests the words at edges that may move from `recall`, and counts pairs and passages. Under any executor
/// that has the operations of LocalExecutor.
template <typename Executor>
void match_proposed(const MatchingInput& input, SentenceRecall& recall, RegroupedPassages<Executor>& found,
                    Executor& executor, PdcCounts& counts) {
  RunHashes hashes(input);
  if (hashes.are_held()) {
    executor.for_each_range(input.sequence.contents(),
                            [&](std::size_t begin, std::size_t end, std::size_t) { hashes.fill(begin, end); });
  }
  PassageProposals<Executor> proposals(input.sequence, input.near, input.selves(), executor);
  propose_contents(input, proposals);
  const MovableEdges edges(input.sequence, recall);
  const bool is_loose = input.options.passages.match == SentenceMatching::loose;
  std::vector<PairMatcher> matchers;
  for (std::size_t i = 0; i < executor.workers(); ++i) matchers.emplace_back(input, hashes);
  counts.proposed_pairs = proposals.for_each([&](const ProposedContents& pair, bool are_new_rows, std::size_t worker) {
    if (are_new_rows) matchers[worker].set_rows(pair.rows);
    for (const Chain& chain : matchers[worker].match(pair.columns)) {
      for_each_document_passage(input, edges, pair, chain, [&](const FoundPassage& passage) {
        found.add(passage, worker);
        if (is_loose) found.add_pair(passage, worker);
      });
    }
  });
  for (const PairMatcher& matcher : matchers) {
    counts.passages += matcher.passages();
    counts.capped_columns += matcher.capped_columns();
  }
}

}  // namespace cento
