#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include <arrow/buffer.h>
#include <parquet/column_page.h>
#include <parquet/column_reader.h>
#include <parquet/metadata.h>
#include <parquet/types.h>

#include "arrow_files/table_file.hpp"

namespace cento::arrow_files {

/// The values of a page. They refer to its bytes or to those of the column's dictionary.
struct PageValues {
  std::shared_ptr<arrow::Buffer> bytes;
  std::vector<parquet::ByteArray> rows;  // those without a value have no pointer
  bool are_in_dictionary = false;
};

[[nodiscard]] inline bool is_dictionary(parquet::Encoding::type encoding) {
  return encoding == parquet::Encoding::RLE_DICTIONARY || encoding == parquet::Encoding::PLAIN_DICTIONARY;
}

/// Whether strings of a column are so long on average that reading it page by page is worth it.
[[nodiscard]] inline bool is_long(std::int64_t bytes, std::int64_t rows) {
  constexpr std::int64_t kLongBytes = 128;
  return bytes / kLongBytes > rows;
}

/// The pages of a column of strings in one group, as they are stored. Arrow's readers unpack the pages of a column one
/// after another, and copy every string. Here a page that was read is unpacked by whichever thread needs it, and its
/// strings stay where they are.
class ColumnPages {
 public:
  /// The file's bytes are read at any place, by any number of objects at once.
  ColumnPages(const FileBytes& file, const parquet::FileMetaData& metadata, int group, int leaf);

  /// Whether the pages of a column can be read so: strings without nesting, encoded plainly or by a dictionary.
  [[nodiscard]] static bool can_read(const parquet::ColumnChunkMetaData& column,
                                     const parquet::ColumnDescriptor& descriptor);

  /// The next page, packed; null at the end. Not thread-safe.
  [[nodiscard]] std::shared_ptr<parquet::DataPage> next();
  /// Unpacks a page, on any thread.
  [[nodiscard]] PageValues unpack(const parquet::DataPage& page) const;

  [[nodiscard]] const parquet::ColumnDescriptor& descriptor() const { return descriptor_; }
  [[nodiscard]] parquet::Compression::type compression() const { return compression_; }
  /// What values from the dictionary refer to.
  [[nodiscard]] const std::shared_ptr<arrow::Buffer>& dictionary_bytes() const { return dictionary_bytes_; }

 private:
  struct Sections;

  void read_dictionary();
  [[nodiscard]] Sections sections_of(const parquet::DataPage& page) const;
  [[nodiscard]] std::shared_ptr<arrow::Buffer> unpacked(const parquet::DataPage& page, std::int64_t head) const;

  const parquet::ColumnDescriptor& descriptor_;
  parquet::Compression::type compression_;
  std::function<std::unique_ptr<parquet::PageReader>(parquet::Compression::type)> open_;
  std::unique_ptr<parquet::PageReader> pages_;
  std::shared_ptr<arrow::Buffer> dictionary_bytes_;
  std::vector<parquet::ByteArray> dictionary_;
};

}  // namespace cento::arrow_files
