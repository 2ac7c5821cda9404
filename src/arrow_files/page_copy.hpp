#pragma once

#include <cstdint>
#include <memory>

#include <parquet/column_page.h>

#include "arrow_files/column_pages.hpp"
#include "arrow_files/value_cuts.hpp"

namespace cento::arrow_files {

/// Which rows of a page are copied, and without which of their bytes.
struct PageChoice {
  const std::uint8_t* keeps = nullptr;  // a byte for each row of the page
  std::int64_t first = 0;               // row of the group where the page begins
  Cuts cuts = {};
};

/// Some rows of a page, packed as the page is; null when no row is chosen. Values from a dictionary are written out.
/// `has_nulls`: whether rows of the column may have no value; those of the result are added to `nulls`.
[[nodiscard]] std::shared_ptr<parquet::DataPage> copy_page(const ColumnPages& column,
                                                           const std::shared_ptr<parquet::DataPage>& page,
                                                           const PageChoice& choice, bool has_nulls,
                                                           std::int64_t& nulls);

}  // namespace cento::arrow_files
