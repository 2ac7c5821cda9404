#include "engine/tasks/reuse_listing.hpp"

#include <array>
#include <memory>

#include "engine/api/record_table_builder.hpp"
#include "methods/qsign/tasks/reuse_steps.hpp"

namespace cento {

namespace {

using enum ColumnType;

constexpr std::array kListedReuseFields{
    ColumnField{"document", whole64},       ColumnField{"row", whole64},  // of the document
    ColumnField{"part", whole32},           ColumnField{"sentence", whole32},
    ColumnField{"begin", whole32},          ColumnField{"end", whole32},
    ColumnField{"there", whole64},          ColumnField{"there_part", whole32},
    ColumnField{"there_sentence", whole32}, ColumnField{"there_begin", whole32},
    ColumnField{"there_end", whole32},      ColumnField{"overlap", real},
};

RowFiller& fill(RowFiller& row, const ReusePlace& place) {
  return row.whole(place.part).whole(place.number).whole(place.bytes.begin).whole(place.bytes.end);
}

}  // namespace

ListedReuse list_reused_sentences(const ReuseTask& task, const TaskInputs& inputs) {
  const auto rows = std::make_shared<RecordTableBuilder>(kListedReuseFields);
  std::uint64_t documents = 0;
  std::uint64_t left_out = 0;
  std::uint32_t last = kNoDocument;
  std::uint64_t row_of_document = 0;
  list_reuse(task, inputs, [&](const FoundReuse& found) {
    if (found.asked.document != last) {
      last = found.asked.document;
      row_of_document = 0;
      ++documents;
    }
    left_out += found.found - found.reused.size();
    for (const OverlapHit& hit : found.reused) {
      RowFiller row(rows->open());
      fill(row.whole(last).whole(row_of_document++), found.asked);
      fill(row.whole(hit.place.document), hit.place).real(hit.score);
      rows->added();
    }
  });
  return {RecordTable(rows), documents, left_out};
}

}  // namespace cento
