#include "methods/loose/loose_kernels.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace cento {

LooseLimits compare_documents(const UnpackedDocument& a, const UnpackedDocument& b, LooseAligner& aligner,
                              std::vector<Passage>& scratch, SpillableVector<LoosePassage>& found) {
  LooseLimits limits;
  for (std::uint32_t part_a = 0; part_a < a.parts.size(); ++part_a) {
    for (std::uint32_t part_b = 0; part_b < b.parts.size(); ++part_b) {
      limits += aligner.align(a.parts[part_a].text(), b.parts[part_b].text(), scratch);
      for (const Passage& passage : scratch) found.push_back({*a.document, *b.document, part_a, part_b, passage});
    }
  }
  return limits;
}

void put_in_order(std::vector<DocPair>& pairs) {
  for (auto& [a, b] : pairs) {
    if (a > b) std::swap(a, b);
  }
  std::erase_if(pairs, [](const DocPair& pair) { return pair.first == pair.second; });
  std::sort(pairs.begin(), pairs.end());
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
}

}  // namespace cento
