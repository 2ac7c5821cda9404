#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/memory/spillable_memory.hpp"
#include "join/bounds.hpp"
#include "join/weighted_sets.hpp"

namespace cento {

/// What a threshold requires of weighted sets: slightly less than given, so that rounding loses no pair. What it
/// requires of one set is again slightly less than what it requires of two, so that any two sets that share enough show
/// it.
class WantedWeight {
 public:
  WantedWeight(Measure measure, double threshold)
      : measure_(measure), of_pair_(threshold * (1 - kHair)), of_set_(threshold * (1 - 2 * kHair)) {}

  /// The least weight that a set with this total shares with any similar set that is not lighter.
  [[nodiscard]] std::uint64_t least_shared_of(std::uint64_t total) const;

  /// … that two sets share: O / (A + B − O) ≥ τ, or O / min(A, B) ≥ τ. At least 1, whatever τ is.
  [[nodiscard]] std::uint64_t least_shared_of_pair(std::uint64_t lighter, std::uint64_t heavier) const;

  /// The lightest set that can be similar to one with this total and is not heavier (threads, Eq. 2).
  [[nodiscard]] std::uint64_t lightest(std::uint64_t total) const;

  /// The heaviest set that can be similar to one with this total if they share at most `shared`; ~0: any.
  [[nodiscard]] std::uint64_t heaviest_above(std::uint64_t total, std::uint64_t shared) const;
  /// The same among those that are not heavier than this one.
  [[nodiscard]] std::uint64_t heaviest_below(std::uint64_t total, std::uint64_t shared) const;

  /// Whether the heavier of two sets shows all its features: what the lighter one shows may be anywhere in it.
  [[nodiscard]] bool heavier_shows_all() const { return measure_ == Measure::containment; }

 private:
  static constexpr double kHair = 1e-9;

  Measure measure_;
  double of_pair_;
  double of_set_;
};

/// Weighted sets ordered by weight, lightest first, with what each shows. A set's *place* is its position there.
///
/// Let f be the first feature, in the order of numbers, that two similar sets share. All that they share weighs at
/// least τ times the total of either (of the lighter one for containment) and comes from f on. So f is in the *prefix*
/// of each set: its features up to the last one from which on the rest of the set still weighs that much. Sets show
/// their prefixes only.
class WeightedOrder {
 public:
  template <typename Executor>
  WeightedOrder(const WeightedSets& sets, const WantedWeight& wanted, Executor& executor) : WeightedOrder(sets) {
    executor.for_each_range(size(), [&](std::size_t first, std::size_t last, std::size_t) {
      for (std::size_t place = first; place < last; ++place) look_at(place, sets, wanted);
    });
  }

  [[nodiscard]] std::size_t size() const { return numbers_.size(); }
  /// The number of a set in the collection.
  [[nodiscard]] std::uint32_t number(std::size_t place) const { return numbers_[place]; }
  [[nodiscard]] std::uint64_t total(std::size_t place) const { return totals_[place]; }
  /// The weight of features that no other set has.
  [[nodiscard]] std::uint64_t alone(std::size_t place) const { return shapes_[place].alone; }
  [[nodiscard]] std::span<const std::uint32_t> features(std::size_t place) const {
    return {features_.data() + shapes_[place].begin, shapes_[place].size};
  }
  [[nodiscard]] std::span<const std::uint32_t> prefix(std::size_t place) const {
    return features(place).first(shapes_[place].prefix);
  }

  /// The first place whose set weighs at least, or more than, `total`.
  [[nodiscard]] std::size_t first_of(std::uint64_t total) const;
  [[nodiscard]] std::size_t first_over(std::uint64_t total) const;

 private:
  struct Shape {
    std::uint64_t begin = 0;  // in features_
    std::uint64_t alone = 0;
    std::uint32_t size = 0;
    std::uint32_t prefix = 0;
  };

  /// All but features and prefixes, which look_at() fills in.
  explicit WeightedOrder(const WeightedSets& sets);
  void look_at(std::size_t place, const WeightedSets& sets, const WantedWeight& wanted);

  SpillableVector<std::uint32_t> numbers_;
  SpillableVector<std::uint64_t> totals_;
  SpillableVector<Shape> shapes_;
  SpillableVector<std::uint32_t> features_;  // set by set, in this order
};

}  // namespace cento
