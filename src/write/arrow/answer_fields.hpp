#pragma once

#include <span>

#include "write/arrow/record_columns.hpp"
#include "write/records/answer_records.hpp"

namespace cento {

/// The columns of what an index answers, and the row that an answer is. Lists that were not asked for are null.
[[nodiscard]] std::span<const ColumnField> answer_fields();
void add_row(const AnswerRecord& answer, RecordColumns& out);

}  // namespace cento
