#pragma once

#include <cstdint>

#include "core/span.hpp"
#include "core/spill/task_exchange.hpp"
#include "methods/pdc/tasks/pdc_part.hpp"
#include "methods/pdc/tasks/pdc_task.hpp"
#include "read/document.hpp"

// The third job of paper pdc as tasks: texts that share something meet in the part of one of them, and are matched
// there as a whole.

namespace cento {

/// One side of a passage as it is listed.
struct ListedSide {
  DocId document = 0;
  std::uint32_t part = 0;  // of the document
  SentenceRange sentences = {};
  Span bytes = {};
  Span whole_sentences = {};         // the bytes of the matched sentences, by which documents are compared
  std::uint64_t document_bytes = 0;  // of all texts of the document, from their first sentences to their last ones
};

/// A passage of two documents, for the group of the pair.
struct ListedPassage {
  ListedSide a;
  ListedSide b;
  std::uint32_t matched = 0;  // 0: texts that are identical but too short for a passage
  float similarity = 1;

  friend bool operator<(const ListedPassage& x, const ListedPassage& y) {
    return x.a.document != y.a.document ? x.a.document < y.a.document : x.b.document < y.b.document;
  }
};
static_assert(sizeof(ListedPassage) == 88);

/// Part. wanted_texts, also stored ones → texts for the parts that want them. Stores proposed as `matched`.
void send_texts(const PdcPart& part, const TaskInput& arrived, TaskOutput& out);

/// Part. texts → wanted_words for the parts of all texts. Stores texts as `home_texts`, and `found`.
void match_texts(const PdcPart& part, const TaskInput& arrived, TaskOutput& out);

/// Part. wanted_words → words for the parts that want them.
void send_words(const PdcPart& part, const TaskInput& arrived, TaskOutput& out);

/// Part. words → listed (ListedPassage) for the groups, also of identical texts.
void place_passages(const PdcPart& part, const TaskInput& arrived, TaskOutput& out);

}  // namespace cento
