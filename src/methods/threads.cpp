#include "methods/threads.hpp"

#include <algorithm>
#include <numeric>
#include <tuple>
#include <utility>

#include <boost/unordered/unordered_flat_map.hpp>

#include "core/groups.hpp"
#include "methods/thread_fields.hpp"
#include "methods/thread_searches.hpp"

namespace cento {

namespace {

std::vector<PartSearch> searches_for(const ThreadModel& model) {
  std::vector<PartSearch> searches;
  for (const ThreadSearchPlan& plan : plan_searches(model, model.threshold)) {
    searches.push_back({plan.comparison, plan.threshold, {}});
  }
  return searches;
}

Measure measure_of(const Comparison& comparison) {
  return comparison.measure == SetMeasure::containment ? Measure::containment : Measure::jaccard;
}

/// Threads by the set of features that they have of a field.
class ThreadsBySet {
 public:
  ThreadsBySet(const ThreadFieldSets& field, const WeightedSets& weighted, std::span<const DocId> threads)
      : begins_(weighted.size() + 1, 0, weighted.memory()), threads_(weighted.memory()) {
    for (const DocId thread : threads) {
      if (field.set_of(thread) != ThreadFieldSets::kNone) ++begins_[field.set_of(thread) + 1];
    }
    for (std::size_t set = 0; set < weighted.size(); ++set) begins_[set + 1] += begins_[set];
    threads_.resize(begins_.back());
    SpillableVector<std::uint32_t> next(begins_.begin(), begins_.end() - 1, weighted.memory());
    for (const DocId thread : threads) {
      if (field.set_of(thread) != ThreadFieldSets::kNone) threads_[next[field.set_of(thread)]++] = thread;
    }
  }

  [[nodiscard]] std::span<const DocId> of(std::uint32_t set) const {
    return {threads_.data() + begins_[set], threads_.data() + begins_[set + 1]};
  }
  [[nodiscard]] std::uint64_t count(std::uint32_t set) const { return of(set).size(); }

 private:
  SpillableVector<std::uint32_t> begins_;
  SpillableVector<DocId> threads_;
};

/// A thread by all that it is compared by.
struct KnownThread {
  Fingerprint fingerprint;
  std::uint64_t thread = 0;

  friend bool operator<(const KnownThread& x, const KnownThread& y) {
    return std::tie(x.fingerprint.high, x.fingerprint.low, x.thread) <
           std::tie(y.fingerprint.high, y.fingerprint.low, y.thread);
  }
};

struct KeyOfThread {
  std::uint64_t operator()(const KnownThread& known) const { return known.fingerprint.high; }
};

std::uint64_t key_of(DocId a, DocId b) {
  return std::uint64_t{std::min(a, b)} << 32 | std::max(a, b);
}

class ThreadSearch {
 public:
  ThreadSearch(const ThreadComparer& threads, std::span<const OutsideScore> outside, const ThreadSearchOptions& options)
      : threads_(threads),
        fields_(threads.fields()),
        options_(options),
        searches_(searches_for(threads.model())),
        distinct_(fields_.memory()),
        workers_(threads.executor().workers(), Worker{{}, SpillableVector<ThreadPair>(fields_.memory()), 0, 0, 0}) {
    for (const OutsideScore& score : outside) outside_.emplace(key_of(score.a, score.b), score.score);
  }

  DuplicateThreads find() {
    DuplicateThreads result{{}, SpillableVector<ThreadPair>(fields_.memory()), {}};
    collapse(result);
    for (const PartSearch& search : searches_) {
      const PreparedComparison& comparison = fields_.searchable()[search.comparison];
      members_.emplace_back(*comparison.field, *comparison.sets, distinct_);
    }
    for (std::size_t i = 0; i < searches_.size(); ++i) search(i);
    look_at_outside(result.first_of_class);
    for (Worker& worker : workers_) {
      result.pairs.insert(result.pairs.end(), worker.pairs.begin(), worker.pairs.end());
      result.counts.scored_pairs += worker.scored;
      result.counts.capped_groups += worker.capped_groups;
      result.counts.capped_pairs += worker.capped_pairs;
      release(worker.pairs);
    }
    std::sort(result.pairs.begin(), result.pairs.end(),
              [](const ThreadPair& x, const ThreadPair& y) { return std::pair(x.a, x.b) < std::pair(y.a, y.b); });
    result.counts.searches = searches_;
    return result;
  }

 private:
  /// What each worker has for itself.
  struct Worker {
    ThreadSimilarities found;
    SpillableVector<ThreadPair> pairs;
    std::uint64_t scored = 0;
    std::uint64_t capped_groups = 0;
    std::uint64_t capped_pairs = 0;
  };

  /// Threads that nothing tells apart. Those without anything to compare stay for themselves.
  void collapse(DuplicateThreads& result) {
    LocalExecutor& executor = threads_.executor();
    std::vector<DocId>& first_of_class = result.first_of_class;
    first_of_class.resize(fields_.size());
    std::iota(first_of_class.begin(), first_of_class.end(), DocId{0});
    auto known = executor.regroup<KnownThread>(fields_.size(), KeyOfThread());
    executor.for_each_range(fields_.size(), [&](std::size_t begin, std::size_t end, std::size_t worker) {
      for (auto thread = static_cast<DocId>(begin); thread < end; ++thread) {
        if (has_features(thread)) known.writer(worker).add({fields_.fingerprint_of(thread), thread});
      }
    });
    known.for_each_batch([&](std::span<const KnownThread> batch, std::size_t) {
      const auto is_same = [](const KnownThread& x, const KnownThread& y) { return x.fingerprint == y.fingerprint; };
      for_each_group(batch, is_same, [&](std::span<const KnownThread> group) {
        const auto first = static_cast<DocId>(group.front().thread);
        for (const KnownThread& one : group) first_of_class[one.thread] = first;
      });
    });
    executor.give_memory_back(0);
    for (DocId thread = 0; thread < fields_.size(); ++thread) {
      if (first_of_class[thread] != thread) {
        ++result.counts.identical;
      } else if (has_features(thread)) {
        distinct_.push_back(thread);
      } else {
        ++result.counts.without_features;
      }
    }
  }

  [[nodiscard]] bool has_features(DocId thread) const {
    const auto comparisons = fields_.comparisons();
    return std::any_of(comparisons.begin(), comparisons.end(), [&](const PreparedComparison& comparison) {
      return comparison.order != nullptr ? !comparison.order->of(thread).empty()
                                         : comparison.field->set_of(thread) != ThreadFieldSets::kNone;
    });
  }

  void search(std::size_t number) {
    const PreparedComparison& comparison = fields_.searchable()[searches_[number].comparison];
    const WeightedJoinOptions options{measure_of(comparison.how), searches_[number].threshold, options_.partitioning,
                                      options_.tight_bound};
    searches_[number].counts = weighted_join(
        *comparison.sets, options, threads_.executor(),
        [&](std::uint32_t a, std::uint32_t b, std::size_t worker) { look_at_sets(number, a, b, workers_[worker]); });
    threads_.executor().for_each_range(comparison.sets->size(),
                                       [&](std::size_t begin, std::size_t end, std::size_t worker) {
                                         for (std::size_t set = begin; set < end; ++set) {
                                           look_at_set(number, static_cast<std::uint32_t>(set), workers_[worker]);
                                         }
                                       });
  }

  [[nodiscard]] bool is_capped(std::size_t number, std::uint32_t a, std::uint32_t b) const {
    return members_[number].count(a) * members_[number].count(b) > options_.group_pairs_most;
  }

  bool cap(std::size_t number, std::uint32_t a, std::uint32_t b, Worker& worker) const {
    if (!is_capped(number, a, b)) return false;
    ++worker.capped_groups;
    worker.capped_pairs += members_[number].count(a) * members_[number].count(b) / (a == b ? 2 : 1);
    return true;
  }

  /// Threads whose texts of a part are similar.
  void look_at_sets(std::size_t number, std::uint32_t a, std::uint32_t b, Worker& worker) const {
    if (cap(number, a, b, worker)) return;
    for (const DocId thread_a : members_[number].of(a)) {
      for (const DocId thread_b : members_[number].of(b)) look_at(number, thread_a, thread_b, worker);
    }
  }

  /// Threads that have the same text of a part.
  void look_at_set(std::size_t number, std::uint32_t set, Worker& worker) const {
    const auto members = members_[number].of(set);
    if (members.size() < 2 || cap(number, set, set, worker)) return;
    for (std::size_t i = 0; i < members.size(); ++i) {
      for (std::size_t k = i + 1; k < members.size(); ++k) look_at(number, members[i], members[k], worker);
    }
  }

  void look_at(std::size_t number, DocId a, DocId b, Worker& worker) const {
    if (was_found_before(number, a, b)) return;
    threads_.compare(a, b, worker.found);
    score(a, b, worker);
  }

  /// Whether one of the first `number` searches has brought two threads together.
  [[nodiscard]] bool was_found_before(std::size_t number, DocId a, DocId b) const {
    for (std::size_t earlier = 0; earlier < number; ++earlier) {
      const PreparedComparison& comparison = fields_.searchable()[searches_[earlier].comparison];
      const std::uint32_t set_a = comparison.field->set_of(a);
      const std::uint32_t set_b = comparison.field->set_of(b);
      if (set_a == ThreadFieldSets::kNone || set_b == ThreadFieldSets::kNone) continue;
      if (is_capped(earlier, set_a, set_b)) continue;
      if (set_a == set_b) return true;
      const WeightedJoinOptions options{measure_of(comparison.how), searches_[earlier].threshold};
      if (is_joined(overlap(*comparison.sets, set_a, set_b), options)) return true;
    }
    return false;
  }

  void score(DocId a, DocId b, Worker& worker) const {
    if (!outside_.empty()) {
      const auto score = outside_.find(key_of(a, b));
      if (score != outside_.end()) worker.found.outside = score->second;
    }
    ++worker.scored;
    const double similarity = thread_similarity(threads_.model(), worker.found);
    if (similarity >= threads_.model().threshold) {
      worker.pairs.push_back({std::min(a, b), std::max(a, b), similarity});
    }
  }

  /// Pairs that only somebody outside brings together.
  void look_at_outside(std::span<const DocId> first_of_class) {
    Worker& worker = workers_.front();
    for (const auto& [key, score] : outside_) {
      const auto a = static_cast<DocId>(key >> 32);
      const auto b = static_cast<DocId>(key);
      if (a == b || first_of_class[a] != a || first_of_class[b] != b) continue;
      look_at(searches_.size(), a, b, worker);
    }
  }

  const ThreadComparer& threads_;
  const ThreadFields& fields_;
  ThreadSearchOptions options_;
  std::vector<PartSearch> searches_;
  std::vector<ThreadsBySet> members_;  // by search
  SpillableVector<DocId> distinct_;    // the first thread of each class
  boost::unordered_flat_map<std::uint64_t, double> outside_;
  std::vector<Worker> workers_;
};

}  // namespace

DuplicateThreads find_duplicate_threads(const ThreadComparer& threads, std::span<const OutsideScore> outside,
                                        const ThreadSearchOptions& options) {
  return ThreadSearch(threads, outside, options).find();
}

}  // namespace cento
