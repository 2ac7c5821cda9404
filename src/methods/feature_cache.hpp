#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>

#include "sign/signer.hpp"

namespace cento {

/// The features of texts that were needed lately, by the fingerprints of the texts. What is well known is asked about
/// often, and by the same texts again. One for each thread.
class FeatureCache {
 public:
  static constexpr std::size_t kFeaturesMost = std::size_t{1} << 20U;  // 8 MB, and as much for those needed before

  /// Null if they are not here. Valid until the next call.
  [[nodiscard]] const Features* find(const Fingerprint& text);

  /// Keeps a copy of features that are not here. Those of one very large text are not kept.
  void add(const Fingerprint& text, std::span<const std::uint64_t> features);

 private:
  using Sets = std::unordered_map<Fingerprint, Features, HashFingerprint>;

  Features& keep(const Fingerprint& text, Features features);

  // When the recent ones are too many they become the old ones, and those are forgotten.
  Sets recent_;
  Sets old_;
  std::size_t recent_features_ = 0;
};

}  // namespace cento
