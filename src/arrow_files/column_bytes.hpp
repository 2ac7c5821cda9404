#pragma once

#include <cstdint>
#include <memory>

#include <arrow/io/interfaces.h>

#include "arrow_files/table_file.hpp"

namespace cento::arrow_files {

/// Some bytes of a file that follow each other, read in order. What is asked for is read straight into its buffer;
/// only the headers of pages, which are looked at before their sizes are known, pass through a buffer of its own.
[[nodiscard]] std::shared_ptr<arrow::io::InputStream> column_bytes(FileBytes file, std::int64_t first,
                                                                   std::int64_t size);

}  // namespace cento::arrow_files
