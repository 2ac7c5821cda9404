#include "join/weighted_order.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace cento {

namespace {

constexpr std::uint64_t kAny = std::numeric_limits<std::uint64_t>::max();

/// Rounds up to the next integer: a bound must not be too low.
std::uint64_t bound_of(double weight) {
  constexpr double kMost = 9e18;
  return weight >= kMost ? kAny : weight <= 0 ? 0 : static_cast<std::uint64_t>(weight) + 1;
}

}  // namespace

std::uint64_t WantedWeight::least_shared_of(std::uint64_t total) const {
  return std::max<std::uint64_t>(1, static_cast<std::uint64_t>(of_set_ * static_cast<double>(total)));
}

std::uint64_t WantedWeight::least_shared_of_pair(std::uint64_t lighter, std::uint64_t heavier) const {
  const double least = measure_ == Measure::containment
                           ? of_pair_ * static_cast<double>(lighter)
                           : of_pair_ / (1 + of_pair_) * static_cast<double>(lighter + heavier);
  return std::max<std::uint64_t>(1, static_cast<std::uint64_t>(std::ceil(least)));
}

std::uint64_t WantedWeight::lightest(std::uint64_t total) const {
  return measure_ == Measure::containment ? 0 : least_shared_of(total);
}

std::uint64_t WantedWeight::heaviest_above(std::uint64_t total, std::uint64_t shared) const {
  return measure_ == Measure::containment ? kAny : heaviest_below(total, shared);
}

std::uint64_t WantedWeight::heaviest_below(std::uint64_t total, std::uint64_t shared) const {
  const auto most = static_cast<double>(shared);
  if (measure_ == Measure::containment) return bound_of(most / of_set_);
  return bound_of(most * (1 + of_set_) / of_set_ - static_cast<double>(total));
}

WeightedOrder::WeightedOrder(const WeightedSets& sets)
    : numbers_(sets.size(), sets.memory()),
      totals_(sets.size(), sets.memory()),
      shapes_(sets.size(), sets.memory()),
      features_(sets.memory()) {
  std::iota(numbers_.begin(), numbers_.end(), 0U);
  // Not a stable sort, which would need half as much memory again.
  std::sort(numbers_.begin(), numbers_.end(), [&](std::uint32_t a, std::uint32_t b) {
    return sets.total(a) != sets.total(b) ? sets.total(a) < sets.total(b) : a < b;
  });
  std::uint64_t end = 0;
  for (std::size_t place = 0; place < size(); ++place) {
    const std::size_t count = sets.features(numbers_[place]).size();
    totals_[place] = sets.total(numbers_[place]);
    shapes_[place] = {end, 0, static_cast<std::uint32_t>(count), 0};
    end += count;
  }
  features_.resize(end);
}

void WeightedOrder::look_at(std::size_t place, const WeightedSets& sets, const WantedWeight& wanted) {
  Shape& shape = shapes_[place];
  const auto own = sets.features(numbers_[place]);
  std::copy(own.begin(), own.end(), features_.data() + shape.begin);
  const std::uint64_t least = wanted.least_shared_of(totals_[place]);
  std::uint64_t from_here = 0;
  for (std::size_t i = own.size(); i-- > 0;) {
    from_here += sets.weight(own[i]);
    if (shape.prefix == 0 && from_here >= least) shape.prefix = static_cast<std::uint32_t>(i + 1);
  }
  shape.alone = totals_[place] - from_here;
}

std::size_t WeightedOrder::first_of(std::uint64_t total) const {
  return static_cast<std::size_t>(std::lower_bound(totals_.begin(), totals_.end(), total) - totals_.begin());
}

std::size_t WeightedOrder::first_over(std::uint64_t total) const {
  return static_cast<std::size_t>(std::upper_bound(totals_.begin(), totals_.end(), total) - totals_.begin());
}

}  // namespace cento
