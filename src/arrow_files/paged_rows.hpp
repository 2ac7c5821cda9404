#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include <arrow/type.h>

#include "arrow_files/group_rows.hpp"
#include "arrow_files/page_queue.hpp"

namespace cento::arrow_files {

/// A column of long strings, whose pages are unpacked by whoever needs them. Its rows become an array of views.
struct PagedColumn {
  int place;  // among the columns of the batches
  std::shared_ptr<PageQueue> pages;
  std::shared_ptr<QueuedPage> page = {};  // the current one
  std::int64_t given = 0;                 // of its rows
};

/// Rows of a group, some columns of which are read page by page, the others by Arrow.
/// `others`: null when there are none; `rows`: of the group; `schema`: of the batches.
[[nodiscard]] std::unique_ptr<CentoArrowRows> rows_of_pages(std::vector<PagedColumn> paged,
                                                            std::shared_ptr<arrow::RecordBatchReader> others,
                                                            std::int64_t rows, std::shared_ptr<arrow::Schema> schema);

}  // namespace cento::arrow_files
