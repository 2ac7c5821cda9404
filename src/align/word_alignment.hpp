#pragma once

#include <cstdint>
#include <span>

#include "core/memory/plain_vector.hpp"

namespace cento {

/// Which words of two runs occur in both, in the same order: 1 for such a word, 0 for others.
struct WordAlignment {
  PlainVector<std::uint8_t> a;
  PlainVector<std::uint8_t> b;
};

/// A longest common subsequence of the words, by their hashes; of several, one that keeps the words that are not in it
/// together. Swapping the runs swaps the result. If the runs differ in more than kDifferencesMost words, marks the
/// words that occur anywhere in the other run instead.
[[nodiscard]] WordAlignment align_words(std::span<const std::uint64_t> a, std::span<const std::uint64_t> b);

inline constexpr std::uint32_t kDifferencesMost = 1000;

}  // namespace cento
