#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/kernel.hpp"
#include "sign/signer.hpp"

namespace cento {

/// Word shingles (`shingle:n`): a feature for every n tokens in a row.
class ShingleSigner : public FeatureSigner {
 public:
  /// `length_tokens` (n) is at least 1.
  explicit ShingleSigner(std::size_t length_tokens, Kernel kernel = best_kernel())
      : length_tokens_(length_tokens), kernel_(kernel) {}

  void sign(const TokenRange& tokens, Features& features) override;
  [[nodiscard]] std::size_t context_tokens() const override { return length_tokens_ - 1; }

 private:
  std::size_t length_tokens_;
  Kernel kernel_;
};

/// The feature of tokens in a row. Part of every index, so its definition must not change: mix(t_0 cⁿ⁻¹ + … + t_n-1),
/// modulo 2^64, with c and mix() as in shingle_feature.hpp.
[[nodiscard]] std::uint64_t sequence_feature(std::span<const std::uint64_t> tokens);

}  // namespace cento
