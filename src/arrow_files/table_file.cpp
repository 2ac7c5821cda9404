#include "arrow_files/table_file.hpp"

#include <stdexcept>
#include <string_view>

#include <arrow/buffer.h>

#include "arrow_files/problem.hpp"

namespace cento::arrow_files {

Paths paths_of(const CentoArrowPaths& paths) {
  Paths columns(1);
  for (std::int64_t i = 0; i < paths.size; ++i) {
    if (paths.numbers[i] < 0) {
      columns.emplace_back();
    } else {
      columns.back().push_back(paths.numbers[i]);
    }
  }
  columns.pop_back();
  return columns;
}

std::unique_ptr<CentoArrowFile> open_table_file(const FileBytes& bytes) {
  constexpr std::string_view kParquet = "PAR1";
  constexpr std::string_view kIpcFile = "ARROW1";
  constexpr std::string_view kIpcStream = "\xff\xff\xff\xff";
  const auto head = checked(bytes->ReadAt(0, static_cast<std::int64_t>(kIpcFile.size())));
  const std::string_view begin(reinterpret_cast<const char*>(head->data()), static_cast<std::size_t>(head->size()));
  if (begin.starts_with(kParquet)) return open_parquet_file(bytes);
  if (begin == kIpcFile) return open_ipc_file(bytes);
  if (begin.starts_with(kIpcStream)) return open_ipc_stream(bytes);
  if (begin.starts_with("FEA1")) throw std::runtime_error("Feather files of version 1 are not read, only version 2");
  throw std::runtime_error("it does not begin like a Parquet or Arrow file");
}

}  // namespace cento::arrow_files
