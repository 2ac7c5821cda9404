#pragma once

#include <compare>
#include <cstdint>
#include <tuple>
#include <type_traits>

#include "core/span.hpp"
#include "core/spill/in_order.hpp"
#include "methods/pdc/sentences/sentence_sequence.hpp"

namespace cento {

/// A passage shared by parts of two documents, by its sentences. `a` comes before `b` in the input, or in the document.
/// 44 bytes, eleven numbers of 32 bits: document and part of a, those of b, begin and end of both ranges of sentences,
/// `matched`, `similarity`, and a word with `loose` in its low 30 bits and the two flags in the others. Regrouped by
/// KeyOfPassage and sorted by documents, parts and sentences.
struct FoundPassage {
  PartOfDocument a;
  PartOfDocument b;
  SentenceRange a_sentences;
  SentenceRange b_sentences;
  std::uint32_t matched = 0;  // 0: texts that are identical but too short for a passage
  float similarity = 1;
  std::uint32_t loose : 30 = 0;          // number, from 1, of the loose passage that this is; 0: none
  std::uint32_t begin_may_move : 1 = 0;  // whether the shared wording may begin or end inside a sentence
  std::uint32_t end_may_move : 1 = 0;

  friend auto operator<=>(const FoundPassage& x, const FoundPassage& y) {
    const auto key = [](const FoundPassage& found) {
      return std::make_tuple(found.a.document, found.b.document, found.a.part, found.b.part, found.a_sentences.begin,
                             found.b_sentences.begin, found.a_sentences.end, found.b_sentences.end,
                             std::uint32_t{found.loose});
    };
    return key(x) <=> key(y);
  }
  friend bool operator==(const FoundPassage&, const FoundPassage&) = default;
};
static_assert(sizeof(FoundPassage) == 44 && std::is_trivially_copyable_v<FoundPassage>);

/// In the order of first documents, so that all passages of a pair of documents come together.
struct KeyOfPassage {
  OrderedKey key;

  std::uint64_t operator()(const FoundPassage& found) const { return key(found.a.document); }
};

}  // namespace cento
