#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/span.hpp"
#include "core/spillable_memory.hpp"
#include "join/weighted_join.hpp"
#include "methods/thread_comparer.hpp"
#include "methods/thread_model.hpp"

namespace cento {

/// What somebody else found of two threads, from 0 to 1.
struct OutsideScore {
  DocId a = 0;
  DocId b = 0;
  double score = 0;
};

struct ThreadSearchOptions {
  Partitioning partitioning = Partitioning::by_document;
  bool tight_bound = true;                     // see WeightedJoinOptions
  std::uint64_t group_pairs_most = 4'000'000;  // pairs of threads that have the same or similar texts of one part; if
                                               // there are more, they must be found by another part, and are counted
};

/// Two duplicate threads. `a` < `b`.
struct ThreadPair {
  DocId a = 0;
  DocId b = 0;
  double similarity = 0;

  friend bool operator==(const ThreadPair&, const ThreadPair&) = default;
};

/// How a part of the model is searched.
struct PartSearch {
  std::size_t comparison = 0;  // in ThreadFields::searchable()
  double threshold = 0;        // all pairs that reach this are looked at
  WeightedJoinCounts counts;
};

struct ThreadSearchCounts {
  std::vector<PartSearch> searches;
  std::uint64_t scored_pairs = 0;   // of threads, by all their parts
  std::uint64_t capped_groups = 0;  // see ThreadSearchOptions::group_pairs_most
  std::uint64_t capped_pairs = 0;
  std::uint64_t without_features = 0;  // threads that have nothing to compare
  std::uint64_t identical = 0;         // threads that are the same to all comparisons as an earlier one
};

/// Duplicate threads of a collection. Threads that are the same to all comparisons form a class, which is told once:
/// pairs name the first thread of each class. They lie in the memory of what they were found in, which must outlive
/// them.
struct DuplicateThreads {
  std::vector<DocId> first_of_class;  // for each thread the first one that is the same; itself if it is that
  SpillableVector<ThreadPair> pairs;  // of first threads, ascending by a, then b; without the identical
  ThreadSearchCounts counts;
};

/// The paper's stages 2 to 4: all pairs of threads whose similarity reaches τ. `threads` was prepared. `outside`: each
/// pair once, in any order; they are looked at whatever their parts have in common.
[[nodiscard]] DuplicateThreads find_duplicate_threads(const ThreadComparer& threads,
                                                      std::span<const OutsideScore> outside,
                                                      const ThreadSearchOptions& options);

}  // namespace cento
