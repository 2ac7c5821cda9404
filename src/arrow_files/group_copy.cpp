#include "arrow_files/group_copy.hpp"

#include <algorithm>
#include <utility>

#include <arrow/io/memory.h>
#include <parquet/column_writer.h>
#include <parquet/statistics.h>

#include "arrow_files/column_copy.hpp"
#include "arrow_files/column_pages.hpp"
#include "arrow_files/problem.hpp"
#include "arrow_files/reused_memory.hpp"

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

}  // namespace

GroupCopy::GroupCopy(const ParquetFile& file, int group, const CentoArrowChoice& choice,
                     const parquet::SchemaDescriptor& schema, std::shared_ptr<parquet::WriterProperties> properties,
                     std::size_t threads)
    : file_(file),
      group_(group),
      choice_(choice),
      schema_(schema),
      properties_(std::move(properties)),
      chunks_(file.metadata()->RowGroup(group)),
      columns_(static_cast<std::size_t>(schema.num_columns())) {
  for (const CentoArrowColumnCuts& column : cut_columns_of(choice))
    cuts_[file.leaf_of(path_of(column))] = cuts_of(column);
  for (int leaf = 0; leaf < schema_.num_columns(); ++leaf) {
    if (!is_paged(leaf)) {
      whole_.push_back(leaf);
      continue;
    }
    paged_.push_back(std::make_unique<PageSequence>(file_, group_, leaf, choice_, cuts_of_leaf(leaf)));
    columns_[static_cast<std::size_t>(leaf)].pages = paged_.back().get();
  }
  begin(threads);
}

GroupCopy::~GroupCopy() {
  stop();
}

void GroupCopy::stop() {
  is_stopped_ = true;
  for (const auto& pages : paged_) pages->stop();
}

/// Copies the columns that are not paged. Other threads continue with pages; without any, this one copies them, too.
void GroupCopy::begin(std::size_t threads) {
  const std::size_t useful = paged_.empty() ? std::min(threads, whole_.size()) : threads;
  try {
    for (std::size_t i = 1; i < useful; ++i) {
      others_.emplace_back([this] {
        copy_whole_columns();
        copy_pages();
      });
    }
    copy_whole_columns();
    if (threads == 1) copy_pages();
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return whole_done_ == whole_.size() || problem_ != nullptr; });
    if (problem_ != nullptr) std::rethrow_exception(problem_);
  } catch (...) {
    stop();  // threads that there are end with the members
    throw;
  }
}

/// Pages are worth it where texts are long, and where they are not repeated so that a dictionary serves.
bool GroupCopy::is_paged(int leaf) const {
  const auto chunk = chunks_->ColumnChunk(leaf);
  return ColumnPages::can_read(*chunk, *schema_.Column(leaf)) && !keeps_dictionary(*chunk) &&
         is_long(chunk->total_uncompressed_size(), choice_.rows) &&
         chunk->compression() == properties_->compression(schema_.Column(leaf)->path());
}

Cuts GroupCopy::cuts_of_leaf(int leaf) const {
  const auto found = cuts_.find(leaf);
  return found == cuts_.end() ? Cuts() : found->second;
}

void GroupCopy::copy_whole_columns() {
  try {
    for (std::size_t i = next_whole_++; i < whole_.size() && !is_stopped_; i = next_whole_++) {
      copy_whole(whole_[i]);
      const std::lock_guard lock(mutex_);
      ++whole_done_;
      changed_.notify_all();
    }
  } catch (...) {
    const std::lock_guard lock(mutex_);
    problem_ = std::current_exception();
    is_stopped_ = true;
    changed_.notify_all();
  }
}

void GroupCopy::copy_pages() {
  for (const auto& pages : paged_) {
    while (!is_stopped_ && pages->copy_next()) {
    }
  }
}

void GroupCopy::copy_whole(int leaf) {
  const parquet::ColumnDescriptor& descriptor = *schema_.Column(leaf);
  const auto reader = file_.open_again(group_);
  ColumnSink sink(descriptor, properties_, chunks_->ColumnChunk(leaf)->total_compressed_size());
  const auto column = parquet::ColumnWriter::Make(&sink.builder(), sink.pages(), properties_.get());
  copy_column(*reader->RowGroup(group_)->Column(leaf), *column, *chunks_->ColumnChunk(leaf), choice_,
              cuts_of_leaf(leaf));
  column->Close();
  columns_[static_cast<std::size_t>(leaf)] = sink.finish(file_.metadata()->writer_version());
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
