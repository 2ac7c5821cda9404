#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "align/sentence_match.hpp"
#include "core/memory/plain_vector.hpp"

namespace cento {

/// Similarities are added as integers, so that a sum does not depend on the order; this is similarity 1.
inline constexpr std::uint64_t kWholeSimilarity = std::uint64_t{1} << 24;

[[nodiscard]] inline std::uint64_t whole_similarity(float similarity) {
  return static_cast<std::uint64_t>(similarity * static_cast<float>(kWholeSimilarity));
}

[[nodiscard]] inline double mean_similarity(std::uint64_t sum, std::uint32_t count) {
  return static_cast<double>(sum) / static_cast<double>(kWholeSimilarity) / count;
}

/// Sorts cells by diagonal: by b − a, then by a. Holds scratch memory: one for each thread.
class DiagonalOrder {
 public:
  /// The cells in that order, each once: of repeated cells, the most similar. Valid until the next call.
  std::span<const SentenceMatch> sort(std::span<const SentenceMatch> cells);

 private:
  /// A cell and its position in the order.
  struct Keyed {
    std::uint64_t key;
    float similarity;
  };

  void sort_by_digits(int bits);

  PlainVector<Keyed> keyed_;
  PlainVector<Keyed> other_;
  PlainVector<SentenceMatch> sorted_;
};

}  // namespace cento
