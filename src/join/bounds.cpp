#include "join/bounds.hpp"

#include <algorithm>
#include <cmath>

namespace cento {

namespace {

double quotient(std::uint64_t numerator, std::uint64_t denominator) {
  return static_cast<double>(numerator) / static_cast<double>(denominator);
}

/// The smallest number in [0, most] for which `is_enough`, a monotonic condition, holds; found from an estimate.
template <typename IsEnough>
std::uint32_t smallest(double estimate, std::uint32_t most, const IsEnough& is_enough) {
  auto number = static_cast<std::uint32_t>(std::clamp(std::ceil(estimate), 0.0, static_cast<double>(most)));
  while (number > 0 && is_enough(number - 1)) --number;
  while (number < most && !is_enough(number)) ++number;
  return number;
}

}  // namespace

bool WantedSimilarity::reached(std::uint32_t shared, std::uint32_t size_a, std::uint32_t size_b) const {
  const std::uint64_t whole =
      measure_ == Measure::jaccard ? std::uint64_t{size_a} + size_b - shared : std::uint64_t{std::min(size_a, size_b)};
  return quotient(shared, whole) >= threshold_;
}

bool WantedSimilarity::sizes_fit(std::uint32_t size_a, std::uint32_t size_b) const {
  return reached(std::min(size_a, size_b), size_a, size_b);
}

std::uint32_t WantedSimilarity::least_shared(std::uint32_t size_a, std::uint32_t size_b) const {
  const std::uint32_t smaller = std::min(size_a, size_b);
  const double estimate = measure_ == Measure::jaccard
                              ? threshold_ / (1 + threshold_) * (static_cast<double>(size_a) + size_b)
                              : threshold_ * smaller;
  return smallest(estimate, smaller, [&](std::uint32_t shared) { return reached(shared, size_a, size_b); });
}

std::uint32_t WantedSimilarity::least_shared(std::uint32_t size) const {
  // The share of common features is largest when a similar set is a subset: similarity is then shared / size.
  const auto is_enough = [&](std::uint32_t shared) { return quotient(shared, size) >= threshold_; };
  return smallest(threshold_ * size, size, is_enough);
}

}  // namespace cento
