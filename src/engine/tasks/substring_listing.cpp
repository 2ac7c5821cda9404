#include "engine/tasks/substring_listing.hpp"

#include <array>
#include <memory>

#include "engine/api/record_table_builder.hpp"
#include "methods/substring/tasks/range_tasks.hpp"

namespace cento {

namespace {

using enum ColumnType;

constexpr std::array kListedRepeatFields{
    ColumnField{"document", whole64},
    ColumnField{"part", whole32},
    ColumnField{"first_token", whole32},
    ColumnField{"end_token", whole32},
    ColumnField{"begin", whole32},
    ColumnField{"end", whole32},
    ColumnField{"also_document", whole64},
    ColumnField{"also_part", whole32},
    ColumnField{"also_first_token", whole32},
    ColumnField{"also_end_token", whole32},
    ColumnField{"also_begin", whole32},
    ColumnField{"also_end", whole32},
    ColumnField{"is_first", flag},
};

RowFiller& fill(RowFiller& row, const RunPlace& place) {
  return row.whole(place.document)
      .whole(place.part)
      .whole(place.tokens.begin)
      .whole(place.tokens.end)
      .whole(place.bytes.begin)
      .whole(place.bytes.end);
}

}  // namespace

ListedRepeats list_repeats(const SubstringPart& part, const TaskInput& arrived) {
  const auto repeats = std::make_shared<RecordTableBuilder>(kListedRepeatFields);
  const SubstringCounts counts = list_ranges(part, arrived, [&](const RepeatedRange& range) {
    RowFiller row(repeats->open());
    fill(fill(row, range.place), range.also).flag(range.is_first);
    repeats->added();
  });
  return {RecordTable(repeats), counts};
}

}  // namespace cento
