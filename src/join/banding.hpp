#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace cento {

/// How a MinHash sketch is cut into bands: two sets are candidates when all rows of a band agree.
struct Banding {
  std::uint32_t bands = 1;
  std::uint32_t rows = 1;  // per band

  /// The predicted probability that a pair of this Jaccard similarity becomes a candidate: 1 − (1 − sʳ)ᵇ. Over all
  /// similarities this is the S-curve.
  [[nodiscard]] double recall_at(double similarity) const;
};

/// The banding of at most `values` values with the longest bands, and so the fewest candidates, that still finds pairs
/// at the threshold with the wanted probability; if none does, the most sensitive one.
[[nodiscard]] Banding choose_banding(double threshold, double recall, std::uint32_t values);

/// The hash of each band of a sketch, different for equal rows in different bands.
void append_band_keys(std::span<const std::uint32_t> sketch, const Banding& banding, std::vector<std::uint64_t>& keys);

/// For bit signatures: keys such that any two signatures within `distance` bits share at least one. The signature is
/// cut into distance + 1 blocks, one of which must be equal. `distance` is less than 64.
void append_block_keys(std::uint64_t signature, unsigned distance, std::vector<std::uint64_t>& keys);

}  // namespace cento
