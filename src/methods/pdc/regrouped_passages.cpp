#include "methods/pdc/regrouped_passages.hpp"

#include "cento/error.hpp"

namespace cento {

std::size_t size_of_piece(std::span<const FoundPassage> found, std::size_t enough) {
  if (found.size() <= enough) return found.size();
  const auto is_same_pair = [](const FoundPassage& x, const FoundPassage& y) {
    return x.a.document == y.a.document && x.b.document == y.b.document;
  };
  std::size_t size = enough;
  while (size < found.size() && is_same_pair(found[size - 1], found[size])) ++size;
  return size;
}

FoundPassage found_passage(const LoosePassage& loose, std::size_t number) {
  constexpr std::uint32_t kLooseMost = (1U << 30U) - 1;
  if (number > kLooseMost) throw Error("there are more than 2^30 loose passages: split the collection");
  return {{loose.a, loose.part_a},
          {loose.b, loose.part_b},
          loose.passage.a.sentences,
          loose.passage.b.sentences,
          loose.passage.matched,
          static_cast<float>(loose.passage.similarity),
          static_cast<std::uint32_t>(number) & kLooseMost,
          0,
          0};
}

template class RegroupedPassages<LocalExecutor>;

}  // namespace cento
