#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>

#include "sign/signer.hpp"

namespace cento {

/// The features of recently needed texts, by the texts' fingerprints. Well-known texts are candidates often. One for
/// each thread.
class FeatureCache {
 public:
  static constexpr std::size_t kFeaturesMost = std::size_t{1} << 20U;  // 8 MB, and as much for older ones

  /// Null if the text is not in the cache. Valid until the next call.
  [[nodiscard]] const Features* find(const Fingerprint& text);

  /// Keeps a copy of features that are not in the cache, except those of one very large text.
  void add(const Fingerprint& text, std::span<const std::uint64_t> features);

 private:
  using Sets = std::unordered_map<Fingerprint, Features, HashFingerprint>;

  Features& keep(const Fingerprint& text, Features features);

  // When there are too many recent ones, they become the old ones, and the old ones are dropped.
  Sets recent_;
  Sets old_;
  std::size_t recent_features_ = 0;
};

}  // namespace cento
