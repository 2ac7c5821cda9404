#include "study/ndd/resemblances.hpp"

#include <algorithm>
#include <utility>

#include "join/verify.hpp"

namespace cento {

Resemblances::Resemblances(const ComparedSets& sets, double least, LocalExecutor& executor)
    : sets_(sets), least_(least) {
  JoinOptions options;
  options.threshold = least;
  JoinResult joined = exact_join(sets.store(), options, executor);
  counts_ = joined.counts;
  pairs_ = std::move(joined.pairs);
  // Whole sets are never smaller than their kept parts, so the join found all that reach the least, and more.
  std::erase_if(pairs_, [&](const SimilarPair& pair) { return rr(pair) < least; });
  index_pairs();
  find_best();
}

void Resemblances::index_pairs() {
  first_pairs_.assign(sets_.size() + 1, 0);
  for (const SimilarPair& pair : pairs_) ++first_pairs_[pair.a + 1];
  for (std::size_t set = 0; set < sets_.size(); ++set) first_pairs_[set + 1] += first_pairs_[set];
}

void Resemblances::find_best() {
  best_.assign(sets_.size(), 0);
  const auto raise = [&](std::uint32_t set, double rr) {
    if (rr >= least_) best_[set] = std::max(best_[set], rr);
  };
  for (std::uint32_t set = 0; set < sets_.size(); ++set) {
    if (sets_.documents(set) > 1) raise(set, sets_.rr_within(set));
  }
  for (const SimilarPair& pair : pairs_) {
    raise(pair.a, rr(pair));
    raise(pair.b, rr(pair));
  }
}

const SimilarPair* Resemblances::find(std::uint32_t a, std::uint32_t b) const {
  if (a > b) std::swap(a, b);
  const SimilarPair* end = pairs_.data() + first_pairs_[a + 1];
  const SimilarPair* found = std::lower_bound(pairs_.data() + first_pairs_[a], end, b,
                                              [](const SimilarPair& pair, std::uint32_t set) { return pair.b < set; });
  return found != end && found->b == b ? found : nullptr;
}

double Resemblances::rr_of(std::uint32_t a, std::uint32_t b, Features& scratch_a, Features& scratch_b) const {
  if (a == ComparedSets::kNone || b == ComparedSets::kNone) return 0;
  if (a == b) return sets_.rr_within(a);
  if (const SimilarPair* pair = find(a, b)) return rr(*pair);
  return sets_.rr(a, b, count_shared(sets_.store().get(a, scratch_a), sets_.store().get(b, scratch_b)));
}

double Resemblances::share_from(double rr, std::uint64_t documents) const {
  std::uint64_t resembling = 0;
  for (std::uint32_t set = 0; set < sets_.size(); ++set) {
    if (best_[set] >= rr) resembling += sets_.documents(set);
  }
  return documents == 0 ? 0 : static_cast<double>(resembling) / static_cast<double>(documents);
}

}  // namespace cento
