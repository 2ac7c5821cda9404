#include <algorithm>
#include <cstdint>
#include <map>
#include <stdexcept>
#include <string>
#include <utility>

#include <arrow/buffer.h>
#include <parquet/column_writer.h>
#include <parquet/file_writer.h>
#include <parquet/properties.h>
#include <parquet/size_statistics.h>
#include <parquet/statistics.h>

#include "arrow_files/group_copy.hpp"
#include "arrow_files/parquet_file.hpp"
#include "arrow_files/problem.hpp"
#include "arrow_files/reused_memory.hpp"
#include "arrow_files/table_copy.hpp"

namespace cento::arrow_files {

namespace {

constexpr std::string_view kMagic = "PAR1";
constexpr std::int64_t kValuesBetweenPageChecks = 64;

using EncodingCounts = std::map<parquet::Encoding::type, std::int32_t>;

/// Columns are compressed and encoded as they are in the first group of the file.
std::shared_ptr<parquet::WriterProperties> properties_like(const parquet::FileMetaData& metadata) {
  parquet::WriterProperties::Builder builder;
  builder.memory_pool(reused_memory());
  builder.version(metadata.version());
  builder.created_by(metadata.created_by());
  builder.disable_write_page_index();
  builder.write_batch_size(kValuesBetweenPageChecks);
  if (metadata.num_row_groups() == 0) return builder.build();
  const auto group = metadata.RowGroup(0);
  for (int i = 0; i < group->num_columns(); ++i) {
    const auto column = group->ColumnChunk(i);
    const std::string path = column->path_in_schema()->ToDotString();
    builder.compression(path, column->compression());
    if (!keeps_dictionary(*column)) builder.disable_dictionary(path);
  }
  return builder.build();
}

struct PreparedGroup final : CentoArrowGroup {
  std::int64_t rows = 0;
  std::unique_ptr<GroupCopy> copy;  // null: no row is left
};

/// Each group is filtered and encoded in memory, on any thread; the bytes of its columns are then appended, those of
/// long columns page by page as they are made, and entered in the metadata of the copy at their new place.
class ParquetCopy final : public CentoArrowCopy {
 public:
  ParquetCopy(ParquetFile& file, OutputBytes output)
      : file_(file), output_(std::move(output)), properties_(properties_like(*file.metadata())) {
    if (file.metadata()->is_encryption_algorithm_set()) throw std::runtime_error("encrypted files are not copied");
    metadata_ = parquet::FileMetaDataBuilder::Make(file.metadata()->schema(), properties_);
    write(kMagic.data(), static_cast<std::int64_t>(kMagic.size()));
  }

  [[nodiscard]] bool can_continue(const CentoArrowFile& file) const override {
    const auto* other = dynamic_cast<const ParquetFile*>(&file);
    return other != nullptr && file_.metadata()->schema()->Equals(*other->metadata()->schema());
  }

  [[nodiscard]] std::unique_ptr<CentoArrowGroup> prepare(CentoArrowFile& file, std::int64_t group,
                                                         const CentoArrowChoice& choice, std::size_t threads) override {
    auto prepared = std::make_unique<PreparedGroup>();
    prepared->rows =
        std::count_if(choice.keeps, choice.keeps + choice.rows, [](std::uint8_t keeps) { return keeps != 0; });
    if (prepared->rows == 0) return prepared;
    prepared->copy = std::make_unique<GroupCopy>(dynamic_cast<ParquetFile&>(file), static_cast<int>(group), choice,
                                                 *file_.metadata()->schema(), properties_, threads);
    return prepared;
  }

  void append(CentoArrowGroup& prepared) override {
    auto& group = dynamic_cast<PreparedGroup&>(prepared);
    if (group.copy == nullptr) return;
    std::int64_t plain_bytes = 0;
    parquet::RowGroupMetaDataBuilder* to = metadata_->AppendRowGroup();
    to->set_num_rows(group.rows);
    for (CopiedColumn& column : group.copy->columns()) {
      parquet::ColumnChunkMetaDataBuilder& entered = *to->NextColumnChunk();
      plain_bytes += column.pages != nullptr ? write_pages(*column.pages, entered) : write_bytes(column, entered);
    }
    to->Finish(plain_bytes, static_cast<std::int16_t>(groups_++));
  }

  void finish() override {
    const auto metadata = metadata_->Finish(file_.metadata()->key_value_metadata());
    parquet::WriteFileMetaData(*metadata, output_.get());
  }

 private:
  /// Both return the size without compression.
  std::int64_t write_bytes(CopiedColumn& column, parquet::ColumnChunkMetaDataBuilder& entered) {
    constexpr auto kBefore = static_cast<std::int64_t>(kBeforeColumn);
    enter(*column.metadata, checked(output_->Tell()) - kBefore, entered);
    write(reinterpret_cast<const char*>(column.bytes->data()) + kBefore, column.metadata->total_compressed_size());
    column.bytes.reset();
    return column.metadata->total_uncompressed_size();
  }

  std::int64_t write_pages(PageSequence& copied, parquet::ColumnChunkMetaDataBuilder& entered) {
    const auto pages = parquet::PageWriter::Open(output_, properties_->compression(entered.descr()->path()), &entered,
                                                 -1, -1, reused_memory());
    std::int64_t plain_bytes = 0;
    while (const std::shared_ptr<parquet::DataPage> page = copied.take()) plain_bytes += pages->WriteDataPage(*page);
    parquet::EncodedStatistics statistics;
    statistics.set_null_count(copied.nulls());
    entered.SetStatistics(statistics);
    pages->Close(false, false);
    return plain_bytes;
  }

  void write(const char* bytes, std::int64_t size) { check(output_->Write(bytes, size)); }

  static void enter(const parquet::ColumnChunkMetaData& from, std::int64_t moved,
                    parquet::ColumnChunkMetaDataBuilder& to) {
    EncodingCounts dictionary;
    EncodingCounts data;
    bool has_other_data = false;
    for (const parquet::PageEncodingStats& stats : from.encoding_stats()) {
      const bool is_dictionary_page = stats.page_type == parquet::PageType::DICTIONARY_PAGE;
      (is_dictionary_page ? dictionary : data)[stats.encoding] += stats.count;
      has_other_data = has_other_data || (!is_dictionary_page && stats.encoding == parquet::Encoding::PLAIN);
    }
    const bool has_dictionary = from.has_dictionary_page();
    if (const auto statistics = from.encoded_statistics()) to.SetStatistics(*statistics);
    if (const auto sizes = from.size_statistics()) to.SetSizeStatistics(*sizes);
    to.Finish(from.num_values(), has_dictionary ? from.dictionary_page_offset() + moved : 0, -1,
              from.data_page_offset() + moved, from.total_compressed_size(), from.total_uncompressed_size(),
              has_dictionary, has_dictionary && has_other_data, dictionary, data);
  }

  ParquetFile& file_;
  OutputBytes output_;
  std::shared_ptr<parquet::WriterProperties> properties_;
  std::unique_ptr<parquet::FileMetaDataBuilder> metadata_;
  int groups_ = 0;
};

}  // namespace

std::unique_ptr<CentoArrowCopy> begin_parquet_copy(CentoArrowFile& file, OutputBytes output) {
  auto* parquet_file = dynamic_cast<ParquetFile*>(&file);
  if (parquet_file == nullptr) return nullptr;
  return std::make_unique<ParquetCopy>(*parquet_file, std::move(output));
}

}  // namespace cento::arrow_files
