#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "join/weighted_join_run.hpp"
#include "methods/forum/forum.hpp"
#include "methods/forum/forum_fields.hpp"
#include "methods/forum/forum_kernels.hpp"

namespace cento {

/// The search for duplicate threads under any executor that has the operations of LocalExecutor.
template <typename Executor>
class ForumRun {
 public:
  /// `fields` must be prepared. All but `options` must outlive this.
  ForumRun(const ForumModel& model, const ForumFields& fields, Executor& executor,
           std::span<const OutsideScore> outside, const ForumSearchOptions& options)
      : model_(model), fields_(fields), executor_(executor), outside_(outside), options_(options) {}

  DuplicateQuestions find() {
    DuplicateQuestions result{{}, SpillableVector<ForumPair>(fields_.memory()), {}};
    const SpillableVector<DocId> distinct = collapse(result);
    const QuestionMatcher matcher(model_, fields_, distinct, outside_, options_);
    std::vector<FoundQuestions> found(executor_.workers(), FoundQuestions(fields_.memory()));
    result.counts.searches.assign(matcher.searches().begin(), matcher.searches().end());
    for (std::size_t i = 0; i < matcher.searches().size(); ++i) {
      result.counts.searches[i].counts = search(matcher, i, found);
    }
    matcher.match_outside(result.first_of_class, found.front());
    for (FoundQuestions& one : found) take(one, result);
    std::sort(result.pairs.begin(), result.pairs.end(),
              [](const ForumPair& x, const ForumPair& y) { return std::pair(x.a, x.b) < std::pair(y.a, y.b); });
    return result;
  }

 private:
  /// Merges threads that no comparison distinguishes. Those with nothing to compare are each a class. Returns the first
  /// thread of each other class.
  SpillableVector<DocId> collapse(DuplicateQuestions& result) {
    std::vector<DocId>& first_of_class = result.first_of_class;
    first_of_class.resize(fields_.size());
    std::iota(first_of_class.begin(), first_of_class.end(), DocId{0});
    fill_in_classes(first_of_class);
    executor_.give_memory_back(0);
    SpillableVector<DocId> distinct(fields_.memory());
    for (DocId thread = 0; thread < fields_.size(); ++thread) {
      if (first_of_class[thread] != thread) {
        ++result.counts.identical;
      } else if (has_features(fields_, thread)) {
        distinct.push_back(thread);
      } else {
        ++result.counts.without_features;
      }
    }
    return distinct;
  }

  void fill_in_classes(std::span<DocId> first_of_class) {
    auto known = executor_.template regroup<KnownQuestion>(fields_.size(), KeyOfQuestion());
    executor_.for_each_range(fields_.size(), [&](std::size_t begin, std::size_t end, std::size_t worker) {
      for (auto thread = static_cast<DocId>(begin); thread < end; ++thread) {
        if (has_features(fields_, thread)) known.writer(worker).add({fields_.fingerprint_of(thread), thread});
      }
    });
    known.for_each_batch(
        [&](std::span<const KnownQuestion> records, std::size_t) { fill_in_first(records, first_of_class); });
  }

  WeightedJoinCounts search(const QuestionMatcher& matcher, std::size_t number, std::vector<FoundQuestions>& found) {
    const FoundWeighted take_pair = [&](std::uint32_t a, std::uint32_t b, std::size_t worker) {
      matcher.match_sets(number, a, b, found[worker]);
    };
    const WeightedSets& sets = matcher.sets(number);
    const WeightedJoinCounts counts =
        WeightedJoinRun<Executor>(sets, matcher.join_options(number), executor_, take_pair).run();
    executor_.for_each_range(sets.size(), [&](std::size_t begin, std::size_t end, std::size_t worker) {
      for (std::size_t set = begin; set < end; ++set) {
        matcher.match_set(number, static_cast<std::uint32_t>(set), found[worker]);
      }
    });
    return counts;
  }

  static void take(FoundQuestions& found, DuplicateQuestions& result) {
    result.pairs.insert(result.pairs.end(), found.pairs.begin(), found.pairs.end());
    result.counts.scored_pairs += found.scored;
    result.counts.capped_groups += found.capped_groups;
    result.counts.capped_pairs += found.capped_pairs;
    release(found.pairs);
  }

  const ForumModel& model_;
  const ForumFields& fields_;
  Executor& executor_;
  std::span<const OutsideScore> outside_;
  ForumSearchOptions options_;
};

extern template class ForumRun<LocalExecutor>;

}  // namespace cento
