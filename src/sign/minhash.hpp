#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/kernel.hpp"
#include "core/memory/plain_vector.hpp"
#include "sign/kernels/minhash_throw.hpp"

namespace cento {

/// MinHash sketches (`minhash:k`) of sets of features: k slots of 32 bits. The probability that two sets agree in a
/// slot is their Jaccard similarity. Holds scratch memory: one object for each thread.
///
/// Made as in Fast Similarity Sketching (Dahlgaard, Knudsen and Thorup 2017). All features are thrown into the slots,
/// and a slot keeps the least value thrown into it; the first throw is one-permutation hashing and fills all slots of a
/// large set. While slots are empty, all features are thrown again with a new hash; slots filled by an earlier throw
/// keep their value.
class MinHash {
 public:
  static constexpr std::size_t kDefaultSlots = 128;
  static constexpr std::uint32_t kNoFeature = 0xffffffff;  // in all slots of the empty set

  /// `slots` (k) is at least 1.
  explicit MinHash(std::size_t slots = kDefaultSlots, Kernel kernel = best_kernel());

  [[nodiscard]] std::size_t slots() const { return slots_.size(); }

  /// Writes the sketch to `sketch`, which has slots() elements. The order and repetition of features do not matter. The
  /// definition must not change: throw i of a feature, x = mix64(feature + i · kGoldenStep), goes into slot (upper half
  /// of x) · k / 2^32 and has the lower half of x as its value; after k throws, a slot s that is still empty gets the
  /// least lower half of throw k + s over all features.
  void sketch(std::span<const std::uint64_t> features, std::span<std::uint32_t> sketch);

 private:
  void fill(std::span<const std::uint64_t> features);
  void fill_rest(std::span<const std::uint64_t> features);
  std::span<const std::uint64_t> distinct(std::span<const std::uint64_t> features);

  PlainVector<std::uint64_t> slots_;  // the throw in the upper half, the value in the lower: the earlier throw is less
  PlainVector<std::uint64_t> distinct_;
  MinHashThrow throw_;
};

/// The share of slots in which two sketches of the same size agree: an estimate of the Jaccard similarity, 1 for two
/// empty sets.
[[nodiscard]] double estimated_jaccard(std::span<const std::uint32_t> a, std::span<const std::uint32_t> b);

}  // namespace cento
