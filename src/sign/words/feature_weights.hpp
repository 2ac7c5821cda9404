#pragma once

#include <cstdint>
#include <unordered_map>

namespace cento {

/// The weight of a feature: the fewer sets have it, the heavier, times an optional factor. Integers, so that sums are
/// the same in any order.
class FeatureWeights {
 public:
  static constexpr std::uint32_t kUnit =
      1024;  // the weight of a feature that only one set has, and of all with power 0

  using Factors = std::unordered_map<std::uint64_t, double>;

  /// `idf_power`: with 0, all weigh the same. `factors` (by feature; others 1) must outlive this; null: none.
  FeatureWeights(double idf_power, const Factors* factors) : idf_power_(idf_power), factors_(factors) {}

  /// The weight of a feature that `having` of `sets` sets have; at least 1.
  [[nodiscard]] std::uint32_t weight(std::uint64_t feature, std::uint64_t having, std::uint64_t sets) const;

 private:
  double idf_power_;
  const Factors* factors_;
};

}  // namespace cento
