#include "engine/tasks/cut_listing.hpp"

#include <array>
#include <memory>

#include "engine/api/record_table_builder.hpp"
#include "methods/cuts/tasks/cut_steps.hpp"

namespace cento {

namespace {

using enum ColumnType;

constexpr std::array kListedCutFields{
    ColumnField{"document", whole64},
    ColumnField{"part", whole32},
    ColumnField{"first_sentence", whole32},
    ColumnField{"end_sentence", whole32},
    ColumnField{"begin", whole32},
    ColumnField{"end", whole32},
    ColumnField{"kept_document", whole64},
    ColumnField{"kept_part", whole32},
    ColumnField{"kept_first_sentence", whole32},
    ColumnField{"kept_end_sentence", whole32},
    ColumnField{"kept_begin", whole32},
    ColumnField{"kept_end", whole32},
};

RowFiller& fill(RowFiller& row, const SentenceRun& run) {
  return row.whole(run.document)
      .whole(run.part)
      .whole(run.sentences.begin)
      .whole(run.sentences.end)
      .whole(run.bytes.begin)
      .whole(run.bytes.end);
}

}  // namespace

ListedCuts list_cuts(const CutPart& part) {
  const auto cuts = std::make_shared<RecordTableBuilder>(kListedCutFields);
  const RepeatCounts counts = for_each_cut(part, [&](const RepeatedRun& run) {
    RowFiller row(cuts->open());
    fill(fill(row, run.cut), run.kept);
    cuts->added();
  });
  return {RecordTable(cuts), counts};
}

}  // namespace cento
