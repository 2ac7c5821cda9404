#pragma once

#include <cstdint>

#include "cento/method_options.hpp"
#include "cento/options.hpp"
#include "cento/records.hpp"
#include "cento/source.hpp"
#include "cento/visible.hpp"

namespace cento {

struct PairsOptions : DuplicateOptions, IdenticalListing {};

/// What a search for near-duplicates came to.
struct DuplicateSummary : JobSummary {
  std::uint64_t identical_documents = 0;   // with the bytes of an earlier one
  std::uint64_t same_words_documents = 0;  // others with the features of an earlier one
  std::uint64_t without_features = 0;      // documents that have nothing to compare
  std::uint64_t candidate_pairs = 0;
  std::uint64_t verified_pairs = 0;
  std::uint64_t capped_features = 0;  // too common to compare all: pairs may be missing
  std::uint64_t clusters = 0;         // of several documents
};

struct PairsSummary : DuplicateSummary {
  std::uint64_t pairs = 0;           // handed to the sink
  std::uint64_t pairs_left_out = 0;  // see PairsOptions::pairs_up_to
};

/// Gets the results of pairs(), one record at a time, from one thread.
class CENTO_VISIBLE PairSink {
 public:
  virtual ~PairSink();

  /// All pairs, ascending by the order of the documents.
  virtual void pair(const PairRecord& record) = 0;
  /// Then the members of clusters of several documents, in the order of the documents.
  virtual void cluster(const ClusterRecord& record);
};

/// Finds all pairs of near-duplicate documents, each with its verified similarity. Throws Error, UsageError, Stopped.
CENTO_VISIBLE PairsSummary pairs(const Source& source, const PairsOptions& options, PairSink& sink,
                                 const RunOptions& run = {});

}  // namespace cento
