#pragma once

#include <cstdint>
#include <span>

#include "align/diagonal_order.hpp"
#include "align/sentence_match.hpp"
#include "core/memory/plain_vector.hpp"

namespace cento {

/// A maximal run of cells (a, b), (a + 1, b + 1), …
struct Diagonal {
  std::uint32_t a = 0;  // its first cell
  std::uint32_t b = 0;
  std::uint32_t length = 0;  // cells
  double similarity = 1;     // mean over the cells

  friend bool operator==(const Diagonal&, const Diagonal&) = default;
};

/// Finds the passages of paper pdc, Algorithm 2. Holds scratch memory: one for each thread.
class DiagonalFinder {
 public:
  /// All maximal diagonals of at least `min_sentences` cells, ascending by a, then b. The cells may come in any order
  /// and repeatedly. Overwrites `out`. O(n log n).
  void find(std::span<const SentenceMatch> cells, std::uint32_t min_sentences, PlainVector<Diagonal>& out);

 private:
  DiagonalOrder order_;
};

/// How many cells, from the first one on, follow each other on one diagonal. The cells are sorted by diagonal and not
/// empty.
[[nodiscard]] std::size_t run_length(std::span<const SentenceMatch> sorted);

}  // namespace cento
