#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <tuple>
#include <type_traits>
#include <vector>

#include "core/memory/spillable_memory.hpp"
#include "core/span.hpp"
#include "join/weighted_join.hpp"
#include "methods/forum/forum.hpp"
#include "methods/forum/forum_fields.hpp"
#include "methods/forum/forum_model.hpp"
#include "sign/signer.hpp"

// The steps of finding duplicate threads as functions without an executor; see forum_run.hpp for the order.

namespace cento {

/// A thread by everything that it is compared by.
///
/// 24 bytes: the fingerprint's lower and upper half and the thread, 8 each.
struct KnownQuestion {
  Fingerprint fingerprint;
  std::uint64_t thread = 0;

  friend bool operator<(const KnownQuestion& x, const KnownQuestion& y) {
    return std::tie(x.fingerprint.high, x.fingerprint.low, x.thread) <
           std::tie(y.fingerprint.high, y.fingerprint.low, y.thread);
  }
};
static_assert(sizeof(KnownQuestion) == 24 && std::is_trivially_copyable_v<KnownQuestion>);

/// The key to regroup them by.
struct KeyOfQuestion {
  std::uint64_t operator()(const KnownQuestion& known) const { return known.fingerprint.high; }
};

/// Fills in the first thread of each class, for the threads of whole groups.
void fill_in_first(std::span<const KnownQuestion> records, std::span<DocId> first_of_class);

/// Whether a thread has anything to compare.
[[nodiscard]] bool has_features(const ForumFields& fields, DocId thread);

/// What a worker has found.
struct FoundQuestions {
  explicit FoundQuestions(SpillableMemory* memory) : pairs(memory) {}

  ForumSimilarities similarities;  // scratch space
  SpillableVector<ForumPair> pairs;
  std::uint64_t scored = 0;
  std::uint64_t capped_groups = 0;  // as in ForumSearchCounts
  std::uint64_t capped_pairs = 0;
};

/// Turns sets of features that a search brought together into pairs of threads. Read by many threads.
class QuestionMatcher {
 public:
  /// `model` and `fields` must outlive this; `distinct`: the first thread of each class, ascending.
  QuestionMatcher(const ForumModel& model, const ForumFields& fields, std::span<const DocId> distinct,
                  std::span<const OutsideScore> outside, const ForumSearchOptions& options);
  ~QuestionMatcher();

  /// The searches of the model, each to be done, in this order.
  [[nodiscard]] std::span<const PartSearch> searches() const { return searches_; }
  /// What the search with this number joins, and how.
  [[nodiscard]] const WeightedSets& sets(std::size_t number) const { return *comparison(number).sets; }
  [[nodiscard]] WeightedJoinOptions join_options(std::size_t number) const;

  /// Threads with similar texts in a part.
  void match_sets(std::size_t number, std::uint32_t a, std::uint32_t b, FoundQuestions& found) const;

  /// Threads with the same text in a part.
  void match_set(std::size_t number, std::uint32_t set, FoundQuestions& found) const;

  /// Pairs known only from outside scores.
  void match_outside(std::span<const DocId> first_of_class, FoundQuestions& found) const;

 private:
  class QuestionsBySet;
  struct OutsideScores;

  [[nodiscard]] const PreparedComparison& comparison(std::size_t number) const {
    return fields_.searchable()[searches_[number].comparison];
  }
  [[nodiscard]] std::uint64_t pairs_of(std::size_t number, std::uint32_t a, std::uint32_t b) const;
  bool cap(std::size_t number, std::uint32_t a, std::uint32_t b, FoundQuestions& found) const;
  void match(std::size_t number, DocId a, DocId b, FoundQuestions& found) const;
  [[nodiscard]] bool was_found_before(std::size_t number, DocId a, DocId b) const;
  void score(DocId a, DocId b, FoundQuestions& found) const;

  const ForumModel& model_;
  const ForumFields& fields_;
  ForumSearchOptions options_;
  std::vector<PartSearch> searches_;
  std::vector<QuestionsBySet> members_;  // by search
  std::unique_ptr<OutsideScores> outside_;
};

}  // namespace cento
