#include "write/arrow/report_fields.hpp"

#include <array>

namespace cento {

namespace {

using enum ColumnType;

constexpr std::array kSourceFields{
    id_field("id"),
    ColumnField{"place", text, kMayBeNull},
    ColumnField{"collisions", whole64},
    ColumnField{"matches", list, false, kSentencePairFields},
};

constexpr std::array kReportFields{
    id_field("id"),
    ColumnField{"place", text, kMayBeNull},
    ColumnField{"sentences", whole64},
    ColumnField{"known", whole64},
    ColumnField{"sources", list, false, kSourceFields},
    ColumnField{"sources_unlisted", whole64},
};

constexpr std::array kRepeatFields{
    id_field("id"),
    ColumnField{"place", text, kMayBeNull},
    ColumnField{"part", text, kMayBeNull},
    ColumnField{"first_token", whole32},
    ColumnField{"end_token", whole32},
    ColumnField{"begin", whole32},
    ColumnField{"end", whole32},
    id_field("also_id"),
    ColumnField{"also_place", text, kMayBeNull},
    ColumnField{"also_part", text, kMayBeNull},
    ColumnField{"also_first_token", whole32},
    ColumnField{"also_end_token", whole32},
    ColumnField{"also_begin", whole32},
    ColumnField{"also_end", whole32},
    ColumnField{"is_first", flag},
};

void fill(RowFiller& row, const NamedRun& run) {
  row.name(run.document.id).name_or_null(run.document.place).name_or_null(run.part);
  row.whole(run.first_token).whole(run.end_token).whole(run.bytes.begin).whole(run.bytes.end);
}

void add_source(RecordColumns& out, const ReportSource& source) {
  RowFiller(out)
      .name(source.document.id)
      .name_or_null(source.document.place)
      .whole(source.collisions)
      .list(source.matches, [](RecordColumns& items, const SentencePair& pair) { add_row(pair, items); });
}

}  // namespace

void fill(RowFiller& row, const NamedSentence& sentence) {
  row.name_or_null(sentence.part).whole(sentence.sentence).whole(sentence.bytes.begin).whole(sentence.bytes.end);
}

void add_row(const SentencePair& pair, RecordColumns& out) {
  RowFiller row(out);
  fill(row, pair.own);
  fill(row, pair.there);
}

std::span<const ColumnField> report_fields() {
  return kReportFields;
}

void add_row(const ReportRecord& record, RecordColumns& out) {
  RowFiller(out)
      .name(record.document.id)
      .name_or_null(record.document.place)
      .whole(record.sentences)
      .whole(record.known)
      .list(record.sources, add_source)
      .whole(record.sources_unlisted);
}

std::span<const ColumnField> repeat_fields() {
  return kRepeatFields;
}

void add_row(const RepeatRecord& record, RecordColumns& out) {
  RowFiller row(out);
  fill(row, record.run);
  fill(row, record.also);
  row.flag(record.is_first);
}

}  // namespace cento
