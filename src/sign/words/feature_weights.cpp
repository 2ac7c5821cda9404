#include "sign/words/feature_weights.hpp"

#include <algorithm>
#include <cmath>

namespace cento {

namespace {

/// 1 for what only one set has, towards 0 for what all have.
double idf(double having, double sets) {
  constexpr double kHalf = 0.5;  // so that a feature of all of many sets still weighs a little
  const double most = std::log((sets + 1) / (1 + kHalf));
  return most <= 0 ? 1 : std::log((sets + 1) / (having + kHalf)) / most;
}

}  // namespace

std::uint32_t FeatureWeights::weight(std::uint64_t feature, std::uint64_t having, std::uint64_t sets) const {
  constexpr double kMost = 1U << 20U;
  double weight = kUnit;
  if (idf_power_ != 0) weight *= std::pow(idf(static_cast<double>(having), static_cast<double>(sets)), idf_power_);
  if (factors_ != nullptr) {
    if (const auto factor = factors_->find(feature); factor != factors_->end()) weight *= factor->second;
  }
  return static_cast<std::uint32_t>(std::clamp(std::round(weight), 1.0, kMost));
}

}  // namespace cento
