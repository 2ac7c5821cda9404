#pragma once

#include <cstdint>
#include <memory>

#include <arrow/record_batch.h>

namespace cento::arrow_files {

/// The rows of a batch that `keeps`, a byte for each, says.
[[nodiscard]] std::shared_ptr<arrow::RecordBatch> filter_batch(const arrow::RecordBatch& batch,
                                                               const std::uint8_t* keeps);

}  // namespace cento::arrow_files
