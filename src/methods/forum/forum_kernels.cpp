#include "methods/forum/forum_kernels.hpp"

#include <algorithm>

#include <boost/unordered/unordered_flat_map.hpp>

#include "core/spill/groups.hpp"
#include "methods/forum/forum_searches.hpp"

namespace cento {

namespace {

std::vector<PartSearch> searches_for(const ForumModel& model) {
  std::vector<PartSearch> searches;
  for (const ForumSearchPlan& plan : plan_searches(model, model.threshold)) {
    searches.push_back({plan.comparison, plan.threshold, {}});
  }
  return searches;
}

Measure measure_of(const Comparison& comparison) {
  return comparison.measure == SetMeasure::containment ? Measure::containment : Measure::jaccard;
}

std::uint64_t key_of(DocId a, DocId b) {
  return std::uint64_t{std::min(a, b)} << 32 | std::max(a, b);
}

}  // namespace

void fill_in_first(std::span<const KnownQuestion> records, std::span<DocId> first_of_class) {
  const auto is_same = [](const KnownQuestion& x, const KnownQuestion& y) { return x.fingerprint == y.fingerprint; };
  for_each_group(records, is_same, [&](std::span<const KnownQuestion> group) {
    const auto first = static_cast<DocId>(group.front().thread);
    for (const KnownQuestion& one : group) first_of_class[one.thread] = first;
  });
}

bool has_features(const ForumFields& fields, DocId thread) {
  const auto comparisons = fields.comparisons();
  return std::any_of(comparisons.begin(), comparisons.end(), [&](const PreparedComparison& comparison) {
    return comparison.order != nullptr ? !comparison.order->of(thread).empty()
                                       : comparison.field->set_of(thread) != ForumFieldSets::kNone;
  });
}

/// Threads by their set of features in a field.
class QuestionMatcher::QuestionsBySet {
 public:
  QuestionsBySet(const ForumFieldSets& field, const WeightedSets& weighted, std::span<const DocId> threads)
      : begins_(weighted.size() + 1, 0, weighted.memory()), threads_(weighted.memory()) {
    for (const DocId thread : threads) {
      if (field.set_of(thread) != ForumFieldSets::kNone) ++begins_[field.set_of(thread) + 1];
    }
    for (std::size_t set = 0; set < weighted.size(); ++set) begins_[set + 1] += begins_[set];
    threads_.resize(begins_.back());
    SpillableVector<std::uint32_t> next(begins_.begin(), begins_.end() - 1, weighted.memory());
    for (const DocId thread : threads) {
      if (field.set_of(thread) != ForumFieldSets::kNone) threads_[next[field.set_of(thread)]++] = thread;
    }
  }

  [[nodiscard]] std::span<const DocId> of(std::uint32_t set) const {
    return {threads_.data() + begins_[set], threads_.data() + begins_[set + 1]};
  }

 private:
  SpillableVector<std::uint32_t> begins_;
  SpillableVector<DocId> threads_;
};

struct QuestionMatcher::OutsideScores {
  boost::unordered_flat_map<std::uint64_t, double> scores;  // by key_of()
};

QuestionMatcher::QuestionMatcher(const ForumModel& model, const ForumFields& fields, std::span<const DocId> distinct,
                                 std::span<const OutsideScore> outside, const ForumSearchOptions& options)
    : model_(model),
      fields_(fields),
      options_(options),
      searches_(searches_for(model)),
      outside_(std::make_unique<OutsideScores>()) {
  for (const OutsideScore& score : outside) outside_->scores.emplace(key_of(score.a, score.b), score.score);
  for (std::size_t i = 0; i < searches_.size(); ++i) members_.emplace_back(*comparison(i).field, sets(i), distinct);
}

QuestionMatcher::~QuestionMatcher() = default;

WeightedJoinOptions QuestionMatcher::join_options(std::size_t number) const {
  return {measure_of(comparison(number).how), searches_[number].threshold, options_.partitioning, options_.tight_bound};
}

std::uint64_t QuestionMatcher::pairs_of(std::size_t number, std::uint32_t a, std::uint32_t b) const {
  return std::uint64_t{members_[number].of(a).size()} * members_[number].of(b).size();
}

bool QuestionMatcher::cap(std::size_t number, std::uint32_t a, std::uint32_t b, FoundQuestions& found) const {
  const std::uint64_t pairs = pairs_of(number, a, b);
  if (pairs <= options_.group_pairs_most) return false;
  ++found.capped_groups;
  found.capped_pairs += pairs / (a == b ? 2 : 1);
  return true;
}

void QuestionMatcher::match_sets(std::size_t number, std::uint32_t a, std::uint32_t b, FoundQuestions& found) const {
  if (cap(number, a, b, found)) return;
  for (const DocId thread_a : members_[number].of(a)) {
    for (const DocId thread_b : members_[number].of(b)) match(number, thread_a, thread_b, found);
  }
}

void QuestionMatcher::match_set(std::size_t number, std::uint32_t set, FoundQuestions& found) const {
  const auto members = members_[number].of(set);
  if (members.size() < 2 || cap(number, set, set, found)) return;
  for (std::size_t i = 0; i < members.size(); ++i) {
    for (std::size_t k = i + 1; k < members.size(); ++k) match(number, members[i], members[k], found);
  }
}

void QuestionMatcher::match_outside(std::span<const DocId> first_of_class, FoundQuestions& found) const {
  for (const auto& [key, score] : outside_->scores) {
    const auto a = static_cast<DocId>(key >> 32);
    const auto b = static_cast<DocId>(key);
    if (a == b || first_of_class[a] != a || first_of_class[b] != b) continue;
    match(searches_.size(), a, b, found);
  }
}

void QuestionMatcher::match(std::size_t number, DocId a, DocId b, FoundQuestions& found) const {
  if (was_found_before(number, a, b)) return;
  compare_threads(fields_, a, b, found.similarities);
  score(a, b, found);
}

/// Whether one of the first `number` searches brought two threads together.
bool QuestionMatcher::was_found_before(std::size_t number, DocId a, DocId b) const {
  for (std::size_t earlier = 0; earlier < number; ++earlier) {
    const ForumFieldSets& field = *comparison(earlier).field;
    const std::uint32_t set_a = field.set_of(a);
    const std::uint32_t set_b = field.set_of(b);
    if (set_a == ForumFieldSets::kNone || set_b == ForumFieldSets::kNone) continue;
    if (pairs_of(earlier, set_a, set_b) > options_.group_pairs_most) continue;
    if (set_a == set_b) return true;
    if (is_joined(overlap(sets(earlier), set_a, set_b), join_options(earlier))) return true;
  }
  return false;
}

void QuestionMatcher::score(DocId a, DocId b, FoundQuestions& found) const {
  if (!outside_->scores.empty()) {
    const auto score = outside_->scores.find(key_of(a, b));
    if (score != outside_->scores.end()) found.similarities.outside = score->second;
  }
  ++found.scored;
  const double similarity = forum_similarity(model_, found.similarities);
  if (similarity >= model_.threshold) found.pairs.push_back({std::min(a, b), std::max(a, b), similarity});
}

}  // namespace cento
