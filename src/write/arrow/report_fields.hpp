#pragma once

#include <array>
#include <span>

#include "write/arrow/record_columns.hpp"
#include "write/records/repeat_records.hpp"
#include "write/records/report_records.hpp"

/// The columns of what scans by other methods find, and the row that a record is.
namespace cento {

[[nodiscard]] std::span<const ColumnField> report_fields();
void add_row(const ReportRecord& record, RecordColumns& out);

[[nodiscard]] std::span<const ColumnField> repeat_fields();
void add_row(const RepeatRecord& record, RecordColumns& out);

/// The columns of matched sentences: a list that is in reports and in answers.
inline constexpr std::array kSentencePairFields{
    ColumnField{"part", ColumnType::text, kMayBeNull},
    ColumnField{"sentence", ColumnType::whole32},
    ColumnField{"begin", ColumnType::whole32},
    ColumnField{"end", ColumnType::whole32},
    ColumnField{"there_part", ColumnType::text, kMayBeNull},
    ColumnField{"there_sentence", ColumnType::whole32},
    ColumnField{"there_begin", ColumnType::whole32},
    ColumnField{"there_end", ColumnType::whole32},
};
void add_row(const SentencePair& pair, RecordColumns& out);

/// Fills part, sentence, begin and end.
void fill(RowFiller& row, const NamedSentence& sentence);

}  // namespace cento
