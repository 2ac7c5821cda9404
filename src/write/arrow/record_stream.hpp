#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "cento/arrow.hpp"
#include "write/arrow/record_columns.hpp"

namespace cento {

/// Finished rows, which any number of readers may share.
using RecordBatchPtr = std::shared_ptr<const RecordColumns>;

/// Makes `out` a stream of the batches, by the Arrow C stream interface. What it hands on refers to them and keeps
/// them; only ids are written out for each batch that is asked for.
void stream_records(std::span<const ColumnField> fields, std::vector<RecordBatchPtr> batches, ArrowArrayStream* out);

/// How ids are described: as any other text, or as dictionaries of texts. Rows have texts either way.
enum class IdsAs : std::uint8_t { text, dictionary };

/// Makes `out` the schema of a table with these fields, which the caller releases.
void export_fields(std::span<const ColumnField> fields, IdsAs ids, ArrowSchema* out);

/// Makes `out` the rows from `begin` to before `end` of a batch, which the caller releases. It keeps the batch.
void export_rows(const RecordBatchPtr& batch, std::size_t begin, std::size_t end, ArrowArray* out);

}  // namespace cento
