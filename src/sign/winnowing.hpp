#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/kernel.hpp"
#include "core/memory/plain_vector.hpp"
#include "sign/shingles.hpp"
#include "sign/signer.hpp"

namespace cento {

/// A feature and the tokens that it represents.
struct PlacedFeature {
  std::uint64_t feature = 0;
  std::uint32_t first_token = 0;  // in the TokenRange
  std::uint32_t token_count = 0;

  friend bool operator==(const PlacedFeature&, const PlacedFeature&) = default;
};

/// Winnowing (`winnow:k:w`, Schleimer et al. 2003): of the features of every k tokens in a row (grams), the least of
/// each w grams in a row, ties to the rightmost. Two texts that have w + k - 1 tokens in a row in common share a
/// feature.
class WinnowSigner : public FeatureSigner {
 public:
  /// `gram_tokens` (k) and `window_grams` (w) are at least 1.
  WinnowSigner(std::size_t gram_tokens, std::size_t window_grams, Kernel kernel = best_kernel());

  /// A gram that is the least of several windows gives one feature. Fewer than w + k - 1 tokens do not make a full
  /// window and are signed whole, by sequence_feature().
  void sign(const TokenRange& tokens, Features& features) override;

  /// Appends the same features in the same order, with their positions.
  void place(const TokenRange& tokens, PlainVector<PlacedFeature>& features);

 private:
  [[nodiscard]] bool is_too_short(const TokenRange& tokens) const;
  void choose(const TokenRange& tokens);

  std::size_t gram_tokens_;
  ShingleSigner shingles_;
  std::size_t window_grams_;
  Features grams_;                       // of the text being signed
  PlainVector<std::uint32_t> chosen_;    // positions in grams_, ascending
  PlainVector<std::uint32_t> suffixes_;  // scratch memory of choose()
};

/// Appends the positions of the rightmost minimum of each `window` values in a row, each position once, ascending.
/// Linear time for any values. `scratch` is overwritten.
void append_window_minima(std::span<const std::uint64_t> values, std::size_t window,
                          PlainVector<std::uint32_t>& positions, PlainVector<std::uint32_t>& scratch);

}  // namespace cento
