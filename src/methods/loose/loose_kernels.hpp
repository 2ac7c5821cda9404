#pragma once

#include <optional>
#include <tuple>
#include <vector>

#include "align/loose/loose_alignment.hpp"
#include "align/passage.hpp"
#include "core/memory/spillable_memory.hpp"
#include "core/span.hpp"
#include "methods/loose/loose_passages.hpp"
#include "methods/loose/loose_proposals.hpp"
#include "methods/loose/loose_words.hpp"

namespace cento {

/// A document being compared: its parts, unpacked.
struct UnpackedDocument {
  std::optional<DocId> document;  // none: nothing is unpacked
  std::vector<LooseWords> parts;
};

/// Appends the passages that two documents share, part by part, to `found`. Returns what limits left out. `scratch` is
/// reused from one comparison to the next.
LooseLimits compare_documents(const UnpackedDocument& a, const UnpackedDocument& b, LooseAligner& aligner,
                              std::vector<Passage>& scratch, SpillableVector<LoosePassage>& found);

/// The order of passages in LoosePassages.
[[nodiscard]] inline bool is_listed_before(const LoosePassage& x, const LoosePassage& y) {
  const auto place = [](const LoosePassage& found) {
    const Passage& passage = found.passage;
    return std::tuple(found.a, found.b, found.part_a, found.part_b, passage.a.bytes.begin, passage.b.bytes.begin,
                      passage.a.bytes.end, passage.b.bytes.end);
  };
  return place(x) < place(y);
}

/// Sorts pairs, each with the smaller number first and once; without those of a document and itself.
void put_in_order(std::vector<DocPair>& pairs);

}  // namespace cento
