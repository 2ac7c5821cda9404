#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/memory/plain_vector.hpp"

namespace cento {

/// A fixed set of token hashes with fast lookup: one bucket is examined, all of it and without branching, since it is
/// unpredictable whether the next word of a text is in the set.
class TokenSet {
 public:
  explicit TokenSet(std::span<const std::uint64_t> tokens);

  [[nodiscard]] bool contains(std::uint64_t token) const {
    for (std::size_t bucket = token >> shift_;; bucket = (bucket + 1) & mask_) {
      const std::uint64_t* const held = slots_.data() + bucket * kBucket;
      const bool is_held = ((held[0] == token) | (held[1] == token) | (held[2] == token) | (held[3] == token)) != 0;
      if (held[kBucket - 1] == kFree) return is_held & (has_zero_ | (token != kFree));
      if (is_held) return true;
    }
  }

  /// Appends the tokens that are not in the set, in their order.
  void append_others(std::span<const std::uint64_t> tokens, PlainVector<std::uint64_t>& others) const;

 private:
  static constexpr std::uint64_t kFree = 0;
  static constexpr std::size_t kBucket = 4;

  void insert(std::uint64_t token);

  PlainVector<std::uint64_t> slots_;  // buckets by the token's top bits; overflow goes to the next one
  std::size_t mask_ = 0;
  int shift_ = 0;
  bool has_zero_ = false;
};

}  // namespace cento
