#pragma once

#include "cento/record_table.hpp"
#include "methods/cuts/repeated_sentences.hpp"
#include "methods/cuts/tasks/cut_part.hpp"

namespace cento {

/// The cuts in a part. Documents have their numbers in place of ids, and parts of documents, too.
struct ListedCuts {
  RecordTable cuts;
  RepeatCounts counts;
};

/// Part. In the order of the collection.
[[nodiscard]] ListedCuts list_cuts(const CutPart& part);

}  // namespace cento
