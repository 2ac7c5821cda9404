#pragma once

#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "core/parallel/executor.hpp"
#include "core/span.hpp"

namespace cento {

using DocPair = std::pair<DocId, DocId>;  // the smaller number first

/// Which pairs of documents are worth comparing: those that repeatedly have the same two words near each other, in any
/// order.
struct ProposalOptions {
  std::uint32_t all_up_to = 100;          // up to this many documents are all compared with each other
  double proposals_per_document = 5;      // of more, this many of the best pairs, or as many as all_up_to would have
  std::uint32_t window = 8;               // two words are near each other if they are at most this many words apart
  double max_word_share = 0.2;            // words in a larger share of the documents are ignored
  std::uint32_t max_pair_documents = 50;  // so are two words near each other in more documents than this
};

/// Totals of the proposals.
struct ProposalCounts {
  std::uint64_t common_words = 0;       // distinct words above max_word_share
  std::uint64_t common_word_pairs = 0;  // distinct pairs of words above max_pair_documents
  std::uint64_t candidate_pairs = 0;    // pairs of documents that share two words near each other
  std::uint64_t proposed_pairs = 0;     // the best of them
  std::uint64_t spilled_bytes = 0;

  friend bool operator==(const ProposalCounts&, const ProposalCounts&) = default;
};

struct Proposals {
  std::vector<DocPair> pairs;  // ascending
  ProposalCounts counts;
};

/// The documents to search.
struct ProposalInput {
  DocId documents = 0;
  DocId references = 0;  // number of reference documents at the front; pairs within either group are not proposed
  /// Replaces the contents of the vector with a document's words; called on all workers.
  std::function<void(DocId, std::vector<std::uint32_t>&)> words_of;
};

/// The pairs to compare. They depend on the documents alone, not on threads or memory.
[[nodiscard]] Proposals propose_pairs(const ProposalInput& input, const ProposalOptions& options,
                                      LocalExecutor& executor);

}  // namespace cento
