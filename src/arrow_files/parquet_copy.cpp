#include <algorithm>
#include <cstdint>
#include <map>
#include <stdexcept>
#include <string>
#include <utility>

#include <arrow/buffer.h>
#include <arrow/io/memory.h>
#include <parquet/file_writer.h>
#include <parquet/properties.h>
#include <parquet/size_statistics.h>
#include <parquet/statistics.h>

#include "arrow_files/column_copy.hpp"
#include "arrow_files/parquet_file.hpp"
#include "arrow_files/problem.hpp"
#include "arrow_files/reused_memory.hpp"
#include "arrow_files/table_copy.hpp"

namespace cento::arrow_files {

namespace {

constexpr std::string_view kMagic = "PAR1";
constexpr std::int64_t kValuesBetweenPageChecks = 64;

using EncodingCounts = std::map<parquet::Encoding::type, std::int32_t>;

bool is_dictionary(parquet::Encoding::type encoding) {
  return encoding == parquet::Encoding::RLE_DICTIONARY || encoding == parquet::Encoding::PLAIN_DICTIONARY;
}

/// Whether a dictionary served for all values of a column, not only for the first.
bool keeps_dictionary(const parquet::ColumnChunkMetaData& column) {
  if (!column.has_dictionary_page()) return false;
  if (column.encoding_stats().empty()) return true;
  return std::all_of(column.encoding_stats().begin(), column.encoding_stats().end(),
                     [](const parquet::PageEncodingStats& stats) {
                       return stats.page_type == parquet::PageType::DICTIONARY_PAGE || is_dictionary(stats.encoding);
                     });
}

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

/// The size of a group as it is stored, with some room for the metadata.
std::int64_t stored_bytes(const parquet::ParquetFileReader& reader, std::int64_t group) {
  constexpr std::int64_t kRoom = std::int64_t{1} << 16;
  const auto stored = reader.metadata()->RowGroup(static_cast<int>(group));
  std::int64_t bytes = kRoom;
  for (int i = 0; i < stored->num_columns(); ++i) bytes += stored->ColumnChunk(i)->total_compressed_size();
  return bytes;
}

/// A group as a Parquet file in memory.
struct PreparedGroup final : CentoArrowGroup {
  std::shared_ptr<arrow::Buffer> file;  // null: no row is left
  std::shared_ptr<parquet::FileMetaData> metadata;
};

/// Each group is filtered and encoded in memory, as a file of its own, on any thread; the bytes of its columns are then
/// appended, and entered in the metadata of the copy at their new place.
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
                                                         const CentoArrowChoice& choice) override {
    auto prepared = std::make_unique<PreparedGroup>();
    if (std::all_of(choice.keeps, choice.keeps + choice.rows, [](std::uint8_t keeps) { return keeps == 0; })) {
      return prepared;
    }
    const auto reader = dynamic_cast<ParquetFile&>(file).open_again(group);
    const auto bytes = checked(arrow::io::BufferOutputStream::Create(stored_bytes(*reader, group), reused_memory()));
    const auto root = std::static_pointer_cast<parquet::schema::GroupNode>(file_.metadata()->schema()->schema_root());
    const auto writer = parquet::ParquetFileWriter::Open(bytes, root, properties_);
    const auto in = reader->RowGroup(static_cast<int>(group));
    parquet::RowGroupWriter* out = writer->AppendRowGroup();
    for (int i = 0; i < file_.metadata()->num_columns(); ++i) {
      parquet::ColumnWriter* column = out->NextColumn();
      copy_column(*in->Column(i), *column, choice);
      column->Close();
    }
    writer->Close();
    prepared->metadata = writer->metadata();
    prepared->file = checked(bytes->Finish());
    return prepared;
  }

  void append(CentoArrowGroup& prepared) override {
    const auto& group = dynamic_cast<PreparedGroup&>(prepared);
    if (group.file == nullptr) return;
    const auto from = group.metadata->RowGroup(0);
    const std::int64_t moved = written_ - static_cast<std::int64_t>(kMagic.size());
    std::int64_t stored_bytes = 0;
    std::int64_t plain_bytes = 0;
    parquet::RowGroupMetaDataBuilder* to = metadata_->AppendRowGroup();
    to->set_num_rows(from->num_rows());
    for (int i = 0; i < from->num_columns(); ++i) {
      const auto column = from->ColumnChunk(i);
      enter(*column, moved, *to->NextColumnChunk());
      stored_bytes += column->total_compressed_size();
      plain_bytes += column->total_uncompressed_size();
    }
    to->Finish(plain_bytes, static_cast<std::int16_t>(groups_++));
    write(reinterpret_cast<const char*>(group.file->data()) + kMagic.size(), stored_bytes);
  }

  void finish() override {
    const auto metadata = metadata_->Finish(file_.metadata()->key_value_metadata());
    parquet::WriteFileMetaData(*metadata, output_.get());
  }

 private:
  void write(const char* bytes, std::int64_t size) {
    check(output_->Write(bytes, size));
    written_ += size;
  }

  static void enter(const parquet::ColumnChunkMetaData& from, std::int64_t moved,
                    parquet::ColumnChunkMetaDataBuilder& to) {
    EncodingCounts dictionary;
    EncodingCounts data;
    bool has_other_data = false;
    for (const parquet::PageEncodingStats& stats : from.encoding_stats()) {
      const bool is_dictionary_page = stats.page_type == parquet::PageType::DICTIONARY_PAGE;
      (is_dictionary_page ? dictionary : data)[stats.encoding] += stats.count;
      has_other_data = has_other_data || (!is_dictionary_page && !is_dictionary(stats.encoding));
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
  std::int64_t written_ = 0;
  int groups_ = 0;
};

}  // namespace

std::unique_ptr<CentoArrowCopy> begin_parquet_copy(CentoArrowFile& file, OutputBytes output) {
  auto* parquet_file = dynamic_cast<ParquetFile*>(&file);
  if (parquet_file == nullptr) return nullptr;
  return std::make_unique<ParquetCopy>(*parquet_file, std::move(output));
}

}  // namespace cento::arrow_files
