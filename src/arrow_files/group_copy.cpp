#include "arrow_files/group_copy.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <map>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <utility>

#include <arrow/io/memory.h>
#include <parquet/column_writer.h>
#include <parquet/statistics.h>

#include "arrow_files/column_copy.hpp"
#include "arrow_files/column_pages.hpp"
#include "arrow_files/page_copy.hpp"
#include "arrow_files/problem.hpp"
#include "arrow_files/reused_memory.hpp"
#include "arrow_files/value_cuts.hpp"

namespace cento::arrow_files {

namespace {

constexpr std::int64_t kRoomBytes = std::int64_t{1} << 12;  // for the headers of pages

/// Where a column is written: bytes of its own, since several are written at once.
class ColumnSink {
 public:
  ColumnSink(const parquet::ColumnDescriptor& column, const std::shared_ptr<parquet::WriterProperties>& properties,
             std::int64_t likely_bytes)
      : column_(column),
        properties_(properties),
        builder_(parquet::ColumnChunkMetaDataBuilder::Make(properties, &column)) {
    bytes_ = checked(arrow::io::BufferOutputStream::Create(likely_bytes + kRoomBytes, reused_memory()));
    check(bytes_->Write("PAR1", static_cast<std::int64_t>(kBeforeColumn)));
  }

  [[nodiscard]] std::unique_ptr<parquet::PageWriter> pages() {
    return parquet::PageWriter::Open(bytes_, properties_->compression(column_.path()), builder_.get(), -1, -1,
                                     reused_memory());
  }
  [[nodiscard]] parquet::ColumnChunkMetaDataBuilder& builder() { return *builder_; }

  /// `writer`: of the file that is copied.
  [[nodiscard]] CopiedColumn finish(const parquet::ApplicationVersion& writer) {
    CopiedColumn copied;
    copied.bytes = checked(bytes_->Finish());
    copied.builder = std::move(builder_);
    copied.metadata = parquet::ColumnChunkMetaData::Make(copied.builder->contents(), &column_,
                                                         parquet::default_reader_properties(), &writer);
    return copied;
  }

 private:
  const parquet::ColumnDescriptor& column_;
  std::shared_ptr<parquet::WriterProperties> properties_;
  std::unique_ptr<parquet::ColumnChunkMetaDataBuilder> builder_;
  std::shared_ptr<arrow::io::BufferOutputStream> bytes_;
};

/// A column whose pages are copied one by one, on any thread.
class PagedCopy {
 public:
  PagedCopy(const ParquetFile& file, int group, int leaf, const CentoArrowChoice& choice, Cuts cuts)
      : pages_(file.bytes(), *file.metadata(), group, leaf), choice_(choice), cuts_(cuts) {
    const auto chunk = file.metadata()->RowGroup(group)->ColumnChunk(leaf);
    const auto statistics = chunk->is_stats_set() ? chunk->encoded_statistics() : nullptr;
    const bool is_full = statistics != nullptr && statistics->has_null_count && statistics->null_count == 0;
    has_nulls_ = pages_.descriptor().max_definition_level() > 0 && !is_full;
  }

  /// Copies one more page; false at the end. Thread-safe.
  bool copy_next() {
    std::shared_ptr<parquet::DataPage> page;
    std::shared_ptr<parquet::DataPage>* copy = nullptr;
    PageChoice rows;
    {
      const std::lock_guard lock(mutex_);
      page = pages_.next();
      if (page == nullptr) return false;
      if (page->num_values() > choice_.rows - row_) throw std::runtime_error("a column has more rows than its group");
      const std::int64_t end = row_ + page->num_values();
      rows = {choice_.keeps + row_, row_, cuts_in(cuts_, row_, end)};
      row_ = end;
      copy = &copies_.emplace_back();
    }
    std::int64_t nulls = 0;
    *copy = copy_page(pages_, page, rows, has_nulls_, nulls);
    nulls_ += nulls;
    return true;
  }

  [[nodiscard]] CopiedColumn finish() {
    if (row_ != choice_.rows) throw std::runtime_error("a column ends early");
    CopiedColumn copied;
    copied.nulls = nulls_;
    copied.pages = std::move(copies_);
    return copied;
  }

 private:
  ColumnPages pages_;
  const CentoArrowChoice& choice_;
  Cuts cuts_;
  bool has_nulls_ = true;
  std::mutex mutex_;
  std::int64_t row_ = 0;                                   // where the next page begins
  std::deque<std::shared_ptr<parquet::DataPage>> copies_;  // null: no row of the page is left
  std::atomic<std::int64_t> nulls_ = 0;
};

class GroupCopy {
 public:
  GroupCopy(ParquetFile& file, int group, const CentoArrowChoice& choice, const parquet::SchemaDescriptor& schema,
            const std::shared_ptr<parquet::WriterProperties>& properties)
      : file_(file),
        group_(group),
        choice_(choice),
        schema_(schema),
        properties_(properties),
        chunks_(file.metadata()->RowGroup(group)),
        copied_(static_cast<std::size_t>(schema.num_columns())) {
    for (const CentoArrowColumnCuts& column : cut_columns_of(choice)) {
      cuts_[file.leaf_of(path_of(column))] = cuts_of(column);
    }
    for (int i = 0; i < schema_.num_columns(); ++i) {
      if (is_paged(i)) paged_.emplace_back(i, std::make_unique<PagedCopy>(file_, group_, i, choice_, cuts_of_leaf(i)));
      if (!is_paged(i)) whole_.push_back(i);
    }
  }

  [[nodiscard]] std::vector<CopiedColumn> run(std::size_t threads) {
    std::vector<std::thread> others;
    for (std::size_t i = 1; i < std::min(threads, tasks()); ++i) others.emplace_back([this] { work(); });
    work();
    for (std::thread& other : others) other.join();
    if (problem_ != nullptr) std::rethrow_exception(problem_);
    for (auto& [leaf, pages] : paged_) {
      copied_[static_cast<std::size_t>(leaf)] = pages->finish();
    }
    return std::move(copied_);
  }

 private:
  /// Pages are worth it where texts are long, and where they are not repeated so that a dictionary serves.
  [[nodiscard]] bool is_paged(int leaf) const {
    const auto chunk = chunks_->ColumnChunk(leaf);
    return ColumnPages::can_read(*chunk, *schema_.Column(leaf)) && !keeps_dictionary(*chunk) &&
           is_long(chunk->total_uncompressed_size(), choice_.rows) &&
           chunk->compression() == properties_->compression(schema_.Column(leaf)->path());
  }

  [[nodiscard]] Cuts cuts_of_leaf(int leaf) const {
    const auto found = cuts_.find(leaf);
    return found == cuts_.end() ? Cuts() : found->second;
  }

  /// How many threads have something to do.
  [[nodiscard]] std::size_t tasks() const {
    constexpr std::size_t kThreadsMost = 1024;
    return paged_.empty() ? whole_.size() : kThreadsMost;
  }

  void work() {
    try {
      for (std::size_t i = next_whole_++; i < whole_.size() && !is_stopped_; i = next_whole_++) copy_whole(whole_[i]);
      for (auto& [leaf, pages] : paged_) {
        while (!is_stopped_ && pages->copy_next()) {
        }
      }
    } catch (...) {
      is_stopped_ = true;
      const std::lock_guard lock(mutex_);
      problem_ = std::current_exception();
    }
  }

  [[nodiscard]] ColumnSink sink_of(int leaf) const {
    return {*schema_.Column(leaf), properties_, chunks_->ColumnChunk(leaf)->total_compressed_size()};
  }

  void copy_whole(int leaf) {
    const auto reader = file_.open_again(group_);
    ColumnSink sink = sink_of(leaf);
    const auto column = parquet::ColumnWriter::Make(&sink.builder(), sink.pages(), properties_.get());
    copy_column(*reader->RowGroup(group_)->Column(leaf), *column, *chunks_->ColumnChunk(leaf), choice_,
                cuts_of_leaf(leaf));
    column->Close();
    copied_[static_cast<std::size_t>(leaf)] = sink.finish(file_.metadata()->writer_version());
  }

  ParquetFile& file_;
  int group_;
  const CentoArrowChoice& choice_;
  const parquet::SchemaDescriptor& schema_;
  const std::shared_ptr<parquet::WriterProperties>& properties_;
  std::unique_ptr<parquet::RowGroupMetaData> chunks_;
  std::map<int, Cuts> cuts_;  // by the number of the column
  std::vector<int> whole_;
  std::atomic<std::size_t> next_whole_ = 0;
  std::vector<std::pair<int, std::unique_ptr<PagedCopy>>> paged_;
  std::vector<CopiedColumn> copied_;
  std::atomic<bool> is_stopped_ = false;
  std::mutex mutex_;
  std::exception_ptr problem_;
};

}  // namespace

std::vector<CopiedColumn> copy_group(ParquetFile& file, int group, const CentoArrowChoice& choice,
                                     const parquet::SchemaDescriptor& schema,
                                     const std::shared_ptr<parquet::WriterProperties>& properties,
                                     std::size_t threads) {
  return GroupCopy(file, group, choice, schema, properties).run(threads);
}

bool keeps_dictionary(const parquet::ColumnChunkMetaData& column) {
  if (!column.has_dictionary_page()) return false;
  if (column.encoding_stats().empty()) return true;
  return std::all_of(column.encoding_stats().begin(), column.encoding_stats().end(),
                     [](const parquet::PageEncodingStats& stats) {
                       return stats.page_type == parquet::PageType::DICTIONARY_PAGE || is_dictionary(stats.encoding);
                     });
}

}  // namespace cento::arrow_files
