#pragma once

#include <memory>
#include <span>
#include <vector>

#include "cento/arrow.hpp"
#include "write/arrow/record_columns.hpp"

namespace cento {

/// Finished rows, which any number of readers may share.
using RecordBatchPtr = std::shared_ptr<const RecordColumns>;

/// Makes `out` a stream of the batches, by the Arrow C stream interface. What it hands on refers to them and keeps
/// them.
void stream_records(std::span<const ColumnField> fields, std::vector<RecordBatchPtr> batches, ArrowArrayStream* out);

}  // namespace cento
