#pragma once

#include <rapidcheck.h>

#include <cstdint>
#include <vector>

#include "align/sentence_match.hpp"

namespace cento::testing {

/// Cells of a small matrix, dense or sparse, in any order and some repeatedly; few distinct similarities, so that ties
/// are common.
inline std::vector<SentenceMatch> random_matrix() {
  const auto side = *rc::gen::inRange<std::uint32_t>(1, 12);
  const auto cell =
      rc::gen::map(rc::gen::tuple(rc::gen::inRange<std::uint32_t>(0, side), rc::gen::inRange<std::uint32_t>(0, side),
                                  rc::gen::element(1.0F, 1.0F, 0.95F, 0.9F)),
                   [](const auto& drawn) {
                     return SentenceMatch{std::get<0>(drawn), std::get<1>(drawn), std::get<2>(drawn)};
                   });
  return *rc::gen::container<std::vector<SentenceMatch>>(cell);
}

inline std::vector<SentenceMatch> swapped(std::vector<SentenceMatch> cells) {
  for (SentenceMatch& cell : cells) std::swap(cell.a, cell.b);
  return cells;
}

/// The cells drawn by `#` (or a digit n, for a similarity of n/10), one line per sentence of the first text.
inline std::vector<SentenceMatch> matrix(const std::vector<const char*>& lines) {
  std::vector<SentenceMatch> cells;
  for (std::uint32_t a = 0; a < lines.size(); ++a) {
    for (std::uint32_t b = 0; lines[a][b] != '\0'; ++b) {
      const char drawn = lines[a][b];
      if (drawn == '#') cells.push_back({a, b, 1});
      if (drawn >= '1' && drawn <= '9') cells.push_back({a, b, static_cast<float>(drawn - '0') / 10});
    }
  }
  return cells;
}

}  // namespace cento::testing
