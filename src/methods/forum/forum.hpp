#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/memory/spillable_memory.hpp"
#include "core/span.hpp"
#include "join/weighted_join.hpp"
#include "methods/forum/forum_comparer.hpp"
#include "methods/forum/forum_model.hpp"

namespace cento {

/// An external similarity of two threads, from 0 to 1.
struct OutsideScore {
  DocId a = 0;
  DocId b = 0;
  double score = 0;
};

struct ForumSearchOptions {
  Partitioning partitioning = Partitioning::by_document;
  bool tight_bound = true;                     // see WeightedJoinOptions
  std::uint64_t group_pairs_most = 4'000'000;  // pairs of threads with the same or similar texts in one part; if
                                               // there are more, they must be found by another part, and are counted
};

/// Two duplicate threads. `a` < `b`.
struct ForumPair {
  DocId a = 0;
  DocId b = 0;
  double similarity = 0;

  friend bool operator==(const ForumPair&, const ForumPair&) = default;
};

/// How a part of the model is searched.
struct PartSearch {
  std::size_t comparison = 0;  // in ForumFields::searchable()
  double threshold = 0;        // all pairs that reach this are examined
  WeightedJoinCounts counts;
};

struct ForumSearchCounts {
  std::vector<PartSearch> searches;
  std::uint64_t scored_pairs = 0;   // of threads, by all their parts
  std::uint64_t capped_groups = 0;  // see ForumSearchOptions::group_pairs_most
  std::uint64_t capped_pairs = 0;
  std::uint64_t without_features = 0;  // threads with nothing to compare
  std::uint64_t identical = 0;         // threads that are the same as an earlier one in all comparisons
};

/// Duplicate threads of a collection. Threads that are the same in all comparisons form a class, which is reported
/// once: pairs name the first thread of each class. They are in the memory of the comparer they were found in, which
/// must outlive them.
struct DuplicateQuestions {
  std::vector<DocId> first_of_class;  // by thread: the first one that is the same, possibly itself
  SpillableVector<ForumPair> pairs;   // of first threads, ascending by a, then b; without the identical
  ForumSearchCounts counts;
};

/// The paper's stages 2 to 4: all pairs of threads whose similarity reaches τ. `threads` must be prepared. `outside`:
/// each pair once, in any order; they are examined whatever their parts have in common.
[[nodiscard]] DuplicateQuestions find_duplicate_questions(const ForumComparer& threads,
                                                          std::span<const OutsideScore> outside,
                                                          const ForumSearchOptions& options);

}  // namespace cento
