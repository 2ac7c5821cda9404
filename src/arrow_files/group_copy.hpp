#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <exception>
#include <map>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include <arrow/buffer.h>
#include <parquet/metadata.h>
#include <parquet/properties.h>

#include "arrow_files/page_sequence.hpp"
#include "arrow_files/parquet_file.hpp"
#include "arrow_files/value_cuts.hpp"
#include "read/arrow/arrow_files_interface.hpp"

namespace cento::arrow_files {

/// A column of a copied group: pages that are to be written, or bytes that were. The bytes begin with kBeforeColumn
/// others, as those of the first column of a file do: offset 0 means that there is none.
struct CopiedColumn {
  PageSequence* pages = nullptr;  // the group's

  std::shared_ptr<arrow::Buffer> bytes;                          // null: pages
  std::unique_ptr<parquet::ColumnChunkMetaDataBuilder> builder;  // owns what the metadata refers to
  std::unique_ptr<parquet::ColumnChunkMetaData> metadata;
};

inline constexpr std::size_t kBeforeColumn = 4;

/// The chosen rows of a group, encoded and compressed by several threads: columns of long strings page by page, the
/// others as a whole.
class GroupCopy {
 public:
  /// Copies the columns that are not paged, on `threads` threads. Pages are then made by all but this one, which takes
  /// them; with one thread they are made here. The file, its schema and what `choice` refers to must outlive this.
  GroupCopy(const ParquetFile& file, int group, const CentoArrowChoice& choice, const parquet::SchemaDescriptor& schema,
            std::shared_ptr<parquet::WriterProperties> properties, std::size_t threads);
  /// Ends what other threads do.
  ~GroupCopy();
  GroupCopy(const GroupCopy&) = delete;
  GroupCopy& operator=(const GroupCopy&) = delete;

  [[nodiscard]] std::vector<CopiedColumn>& columns() { return columns_; }

 private:
  void begin(std::size_t threads);
  void stop();
  [[nodiscard]] bool is_paged(int leaf) const;
  [[nodiscard]] Cuts cuts_of_leaf(int leaf) const;
  void copy_whole_columns();
  void copy_pages();
  void copy_whole(int leaf);

  const ParquetFile& file_;
  int group_;
  CentoArrowChoice choice_;
  const parquet::SchemaDescriptor& schema_;
  std::shared_ptr<parquet::WriterProperties> properties_;
  std::unique_ptr<parquet::RowGroupMetaData> chunks_;
  std::map<int, Cuts> cuts_;  // by the number of the column
  std::vector<std::unique_ptr<PageSequence>> paged_;
  std::vector<CopiedColumn> columns_;
  std::vector<int> whole_;
  std::atomic<std::size_t> next_whole_ = 0;
  std::atomic<bool> is_stopped_ = false;
  std::mutex mutex_;  // of what follows
  std::condition_variable changed_;
  std::size_t whole_done_ = 0;
  std::exception_ptr problem_;
  std::vector<std::jthread> others_;  // end before the rest does
};

/// Whether a dictionary served for all values of a column, not only for the first.
[[nodiscard]] bool keeps_dictionary(const parquet::ColumnChunkMetaData& column);

}  // namespace cento::arrow_files
