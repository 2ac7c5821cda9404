#include "align/diagonals.hpp"

#include <algorithm>
#include <tuple>

namespace cento {

namespace {

Diagonal diagonal_of(std::span<const SentenceMatch> run) {
  std::uint64_t sum = 0;
  for (const SentenceMatch& cell : run) sum += whole_similarity(cell.similarity);
  const auto length = static_cast<std::uint32_t>(run.size());
  return {run.front().a, run.front().b, length, mean_similarity(sum, length)};
}

}  // namespace

std::size_t run_length(std::span<const SentenceMatch> sorted) {
  std::size_t length = 1;
  while (length < sorted.size() && sorted[length].a == sorted[length - 1].a + 1 &&
         sorted[length].b == sorted[length - 1].b + 1) {
    ++length;
  }
  return length;
}

void DiagonalFinder::find(std::span<const SentenceMatch> cells, std::uint32_t min_sentences,
                          PlainVector<Diagonal>& out) {
  out.clear();
  std::span<const SentenceMatch> rest = order_.sort(cells);
  while (!rest.empty()) {
    const std::size_t length = run_length(rest);
    if (length >= min_sentences) out.push_back(diagonal_of(rest.first(length)));
    rest = rest.subspan(length);
  }
  std::sort(out.begin(), out.end(),
            [](const Diagonal& x, const Diagonal& y) { return std::tie(x.a, x.b) < std::tie(y.a, y.b); });
}

}  // namespace cento
