#pragma once

#include <cstddef>
#include <cstdint>

#include "methods/pdc/found_passage.hpp"
#include "methods/pdc/pdc_options.hpp"
#include "methods/pdc/reported_pairs.hpp"
#include "methods/pdc/sentences/sentence_sequence.hpp"

namespace cento {

/// Calls `use(passage)` for each reported pair of documents with identical texts, which share everything. Texts of
/// fewer than `min_sentences` are also listed, with `matched` 0. Counts identical documents, and texts in too many of
/// them.
template <typename Use>
void for_each_identical(const SentenceSequence& sequence, const ReportedPairs& reported, std::uint32_t min_sentences,
                        PdcCounts& counts, const Use& use) {
  const auto add = [&](const PartOfDocument& a, const PartOfDocument& b) {
    if (!reported.has(a.document, b.document)) return;
    const SentenceRange all{0, sequence.sentences_of(sequence.content_of(a))};
    const std::uint32_t matched = all.size() < min_sentences ? 0 : all.size();
    use(FoundPassage{a, b, all, all, matched, 1, 0, 0, 0});
  };
  const std::uint32_t most = reported.most_documents();
  for (ContentId content = 0; content < sequence.contents(); ++content) {
    const auto parts = sequence.parts_with(content);
    if (parts.size() < 2) continue;
    counts.identical_documents += parts.size() - 1;
    if (sequence.sentences_of(content) == 0) continue;
    if (parts.size() > most) ++counts.identical_only;
    if (parts.size() > most || reported.is_listed()) continue;
    for (std::size_t i = 0; i < parts.size(); ++i) {
      for (std::size_t j = i + 1; j < parts.size(); ++j) add(parts[i], parts[j]);
    }
  }
  reported.for_each_listed_part(sequence, [&](const PartOfDocument& a, const PartOfDocument& b) {
    const ContentId content = sequence.content_of(a);
    if (a < b && content == sequence.content_of(b) && sequence.sentences_of(content) > 0) add(a, b);
  });
}

}  // namespace cento
