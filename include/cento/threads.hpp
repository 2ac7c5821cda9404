#pragma once

#include <cstdint>
#include <string>

#include "cento/method_options.hpp"
#include "cento/options.hpp"
#include "cento/records.hpp"
#include "cento/source.hpp"
#include "cento/visible.hpp"

namespace cento {

struct ThreadsOptions : ForumComparison, IdenticalListing {
  /// Which thread represents a cluster: oldest, answered (most answers), first, longest, newest or
  /// field:NAME[:min|max].
  std::string keep = "oldest";
  Partitioning by = Partitioning::by_document;
};

struct ThreadsSummary : JobSummary {
  std::uint64_t identical_threads = 0;
  std::uint64_t without_features = 0;  // threads that have nothing to compare
  std::uint64_t scored_pairs = 0;
  std::uint64_t verified_pairs = 0;
  std::uint64_t capped_pairs = 0;  // of very large groups of similar texts, which were found by other parts only
  std::uint64_t pairs = 0;         // handed to the sink
  std::uint64_t pairs_left_out = 0;
  std::uint64_t clusters = 0;  // of several threads
};

/// Gets the results of threads(), one record at a time, from one thread of the processor.
class CENTO_VISIBLE ThreadSink {
 public:
  virtual ~ThreadSink();

  /// All pairs, ascending by the order of the threads.
  virtual void pair(const ForumPairRecord& record) = 0;
  /// Then the members of clusters of several threads.
  virtual void cluster(const ClusterRecord& record);
};

/// Finds the threads of a Q&A forum that ask the same. Their parts are those that the model names. Throws Error,
/// UsageError, Stopped.
CENTO_VISIBLE ThreadsSummary threads(const Source& source, const ThreadsOptions& options, ThreadSink& sink,
                                     const RunOptions& run = {});

/// The names of the parts that the model compares, such as "title": fields for a source to read.
[[nodiscard]] CENTO_VISIBLE std::vector<std::string> compared_parts(const ThreadsOptions& options);

}  // namespace cento
