#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <type_traits>

#include "join/weighted_order.hpp"
#include "join/weighted_sets.hpp"

// The steps of the weighted join as pure functions: a set or a list of sets in, records or pairs out. See
// weighted_join_run.hpp for the order.

namespace cento {

/// What is joined; all of it must outlive this.
struct WeightedInput {
  const WeightedSets& sets;
  const WeightedOrder& order;
  const WantedWeight& wanted;
};

/// A set that shows a feature. If that is the first one it shares with a heavier set, both share at most the set's
/// weight from there on, and the other can weigh at most `reach`; all ones mean any weight.
///
/// 12 bytes: the feature, the place and the reach, 4 each.
struct ShownWeight {
  std::uint32_t feature = 0;  // spread(), so that partitions are even although rare features have low numbers
  std::uint32_t place = 0;
  std::uint32_t reach = 0;

  [[nodiscard]] std::uint64_t group() const { return feature; }
  [[nodiscard]] bool reaches(std::uint64_t total) const { return total <= reach || reach == kAnyReach; }
  friend bool operator<(const ShownWeight& x, const ShownWeight& y) { return x.place < y.place; }

  static constexpr std::uint32_t kAnyReach = std::numeric_limits<std::uint32_t>::max();

  /// A bijection, and its inverse.
  static std::uint32_t spread(std::uint32_t number) { return number * kSpread; }
  static std::uint32_t spread_back(std::uint32_t feature) { return feature * kSpreadBack; }

 private:
  static constexpr std::uint32_t kSpread = 0x9e3779b1U;
  static constexpr std::uint32_t kSpreadBack = 0x0e8b2f51U;
  static_assert(kSpread * kSpreadBack == 1U);
};
static_assert(sizeof(ShownWeight) == 12 && std::is_trivially_copyable_v<ShownWeight>);

/// The key to regroup them by.
struct ShownWeightKey {
  std::uint64_t operator()(const ShownWeight& shown) const { return shown.group() << 32; }
};

/// The features that a set shows to lighter ones.
[[nodiscard]] inline std::span<const std::uint32_t> shown_to_lighter(const WeightedInput& input, std::size_t place) {
  return input.wanted.heavier_shows_all() ? input.order.features(place) : input.order.prefix(place);
}

/// Calls `use(feature, reach, most shared)` for each feature that a set shows to lighter ones. `reach` is 0 if it does
/// not show the feature to heavier ones.
template <typename Use>
void for_each_shown(const WeightedInput& input, std::size_t place, const Use& use) {
  const std::uint64_t total = input.order.total(place);
  const std::size_t in_prefix = input.order.prefix(place).size();
  std::uint64_t from_here = total - input.order.alone(place);
  std::size_t i = 0;
  for (const std::uint32_t feature : shown_to_lighter(input, place)) {
    const std::uint64_t reach = input.wanted.heaviest_above(total, from_here);
    const auto short_reach = static_cast<std::uint32_t>(std::min<std::uint64_t>(reach, ShownWeight::kAnyReach));
    use(feature, i++ < in_prefix ? short_reach : 0, from_here);
    from_here -= input.sets.weight(feature);
  }
}

enum class WeightedOutcome { similar, not_similar, given_up, found_elsewhere };

/// Adds up what two sets share. With a `first` feature: only if that is the first one they share. `kGivesUp`: stops as
/// soon as the outcome is certain.
template <bool kGivesUp>
WeightedOutcome compare_weights(const WeightedInput& input, std::size_t lighter, std::size_t heavier,
                                std::optional<std::uint32_t> first) {
  const auto& [sets, order, wanted] = input;
  const std::uint64_t least = wanted.least_shared_of_pair(order.total(lighter), order.total(heavier));
  if (order.total(lighter) < least) return WeightedOutcome::not_similar;
  const std::uint64_t spare_lighter = order.total(lighter) - least;
  const std::uint64_t spare_heavier = order.total(heavier) - least;
  std::uint64_t missed_a = order.alone(lighter);
  std::uint64_t missed_b = order.alone(heavier);
  if (kGivesUp && (missed_a > spare_lighter || missed_b > spare_heavier)) return WeightedOutcome::given_up;
  const auto a = order.features(lighter);
  const auto b = order.features(heavier);
  std::uint64_t shared = 0;
  for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    if (a[i] == b[j]) {
      if (first && shared == 0 && a[i] != *first) return WeightedOutcome::found_elsewhere;
      shared += sets.weight(a[i]);
      if (kGivesUp && shared >= least) return WeightedOutcome::similar;
      ++i;
      ++j;
    } else if (a[i] < b[j]) {
      missed_a += sets.weight(a[i++]);
      if (kGivesUp && missed_a > spare_lighter) return WeightedOutcome::given_up;
    } else {
      missed_b += sets.weight(b[j++]);
      if (kGivesUp && missed_b > spare_heavier) return WeightedOutcome::given_up;
    }
  }
  return shared >= least ? WeightedOutcome::similar : WeightedOutcome::not_similar;
}

/// Calls `use(place of the lighter, place of the heavier)` for the pairs of a list, sorted by place, that may be
/// similar if its feature is the first one they share. Those that are heavy enough for a set come right before it.
template <typename Use>
void for_each_pair_of_list(const WeightedInput& input, std::span<const ShownWeight> list, const Use& use) {
  for (std::size_t i = 1; i < list.size(); ++i) {
    const std::uint64_t own_total = input.order.total(list[i].place);
    const std::uint64_t lightest = input.wanted.lightest(own_total);
    for (std::size_t k = i; k-- > 0 && input.order.total(list[k].place) >= lightest;) {
      if (list[k].reaches(own_total)) use(list[k].place, list[i].place);
    }
  }
}

}  // namespace cento
