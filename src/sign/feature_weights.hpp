#pragma once

#include <cstdint>
#include <unordered_map>

namespace cento {

/// What a feature weighs: more the fewer sets have it, and times what is known of it besides. Whole numbers, so that
/// sums are the same in any order.
class FeatureWeights {
 public:
  static constexpr std::uint32_t kUnit =
      1024;  // the weight of a feature that one set alone has, and of all with power 0

  using Factors = std::unordered_map<std::uint64_t, double>;

  /// `idf_power`: 0 lets all weigh the same. `factors` (by feature; others 1) must outlive it; null: none.
  FeatureWeights(double idf_power, const Factors* factors) : idf_power_(idf_power), factors_(factors) {}

  /// The weight of a feature that `having` of `sets` sets have: at least 1.
  [[nodiscard]] std::uint32_t weight(std::uint64_t feature, std::uint64_t having, std::uint64_t sets) const;

 private:
  double idf_power_;
  const Factors* factors_;
};

}  // namespace cento
