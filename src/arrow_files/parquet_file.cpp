#include "arrow_files/parquet_file.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <stdexcept>
#include <utility>

#include <parquet/arrow/schema.h>
#include <parquet/properties.h>

#include "arrow_files/column_pages.hpp"
#include "arrow_files/paged_rows.hpp"
#include "arrow_files/problem.hpp"
#include "arrow_files/reused_memory.hpp"

namespace cento::arrow_files {

namespace {

constexpr std::int64_t kColumnAtOnceBytes = std::int64_t{1} << 25;
constexpr std::int64_t kReadAtOnceBytes = std::int64_t{1} << 20;

/// The stored bytes of a column are read at once if they are few, otherwise page by page: a row group may be larger
/// than the memory.
parquet::ReaderProperties reader_properties(bool is_by_pages) {
  parquet::ReaderProperties properties(reused_memory());
  if (!is_by_pages) return properties;
  properties.enable_buffered_stream();
  properties.set_buffer_size(kReadAtOnceBytes);
  return properties;
}

void add_leaves(const parquet::arrow::SchemaField& field, std::vector<int>& leaves) {
  if (field.is_leaf()) leaves.push_back(field.column_index);
  for (const parquet::arrow::SchemaField& child : field.children) add_leaves(child, leaves);
}

const parquet::arrow::SchemaField& field_at(const parquet::arrow::SchemaManifest& manifest,
                                            const CentoArrowFile::Path& path) {
  const std::vector<parquet::arrow::SchemaField>* fields = &manifest.schema_fields;
  const parquet::arrow::SchemaField* field = nullptr;
  for (const std::int64_t number : path) {
    field = &fields->at(static_cast<std::size_t>(number));
    fields = &field->children;
  }
  if (field == nullptr) throw std::runtime_error("a column without a path");
  return *field;
}

/// Columns of the table by their place in batches of these columns.
std::map<int, CentoArrowFile::Path> places_of(const Paths& columns) {
  std::map<std::int64_t, CentoArrowFile::Path> by_number;
  for (const CentoArrowFile::Path& path : columns) by_number.try_emplace(path.at(0), path);
  std::map<int, CentoArrowFile::Path> places;
  for (auto& [number, path] : by_number) places.emplace(static_cast<int>(places.size()), std::move(path));
  return places;
}

bool is_string(arrow::Type::type type) {
  return type == arrow::Type::STRING || type == arrow::Type::LARGE_STRING || type == arrow::Type::STRING_VIEW ||
         type == arrow::Type::BINARY || type == arrow::Type::LARGE_BINARY || type == arrow::Type::BINARY_VIEW;
}

/// A reader of batches that keeps the file's reader.
class OwningReader final : public arrow::RecordBatchReader {
 public:
  OwningReader(std::unique_ptr<parquet::arrow::FileReader> file, std::unique_ptr<arrow::RecordBatchReader> batches)
      : file_(std::move(file)), batches_(std::move(batches)) {}

  [[nodiscard]] std::shared_ptr<arrow::Schema> schema() const override { return batches_->schema(); }
  arrow::Status ReadNext(std::shared_ptr<arrow::RecordBatch>* batch) override { return batches_->ReadNext(batch); }

 private:
  std::unique_ptr<parquet::arrow::FileReader> file_;
  std::unique_ptr<arrow::RecordBatchReader> batches_;
};

}  // namespace

ParquetFile::ParquetFile(FileBytes bytes) : bytes_(std::move(bytes)) {
  metadata_ = parquet::ParquetFileReader::Open(bytes_, reader_properties(false))->metadata();
  reader_ = arrow_reader(1, false);
}

std::unique_ptr<parquet::ParquetFileReader> ParquetFile::open_again(std::int64_t group) const {
  return parquet::ParquetFileReader::Open(bytes_, reader_properties(is_read_by_pages(group, {})), metadata_);
}

std::unique_ptr<parquet::arrow::FileReader> ParquetFile::arrow_reader(std::int64_t batch_rows, bool is_by_pages) const {
  parquet::ArrowReaderProperties properties;
  properties.set_use_threads(false);
  properties.set_pre_buffer(false);
  properties.set_batch_size(batch_rows);
  parquet::arrow::FileReaderBuilder builder;
  check(builder.Open(bytes_, reader_properties(is_by_pages), metadata_));
  builder.memory_pool(reused_memory());
  builder.properties(properties);
  return checked(builder.Build());
}

/// Whether one of these columns, or of all, is large.
bool ParquetFile::is_read_by_pages(std::int64_t group, const std::vector<int>& leaves) const {
  const auto row_group = metadata_->RowGroup(static_cast<int>(group));
  const auto is_large = [&](int leaf) {
    return row_group->ColumnChunk(leaf)->total_compressed_size() > kColumnAtOnceBytes;
  };
  if (!leaves.empty()) return std::any_of(leaves.begin(), leaves.end(), is_large);
  for (int leaf = 0; leaf < metadata_->num_columns(); ++leaf) {
    if (is_large(leaf)) return true;
  }
  return false;
}

std::int64_t ParquetFile::group_rows(std::int64_t group) const {
  return metadata_->RowGroup(static_cast<int>(group))->num_rows();
}

std::vector<int> ParquetFile::leaves_of(const Paths& columns) const {
  std::vector<int> leaves;
  for (const Path& path : columns) add_leaves(field_at(reader_->manifest(), path), leaves);
  std::sort(leaves.begin(), leaves.end());
  leaves.erase(std::unique(leaves.begin(), leaves.end()), leaves.end());
  return leaves;
}

int ParquetFile::leaf_of(const Path& path) const {
  const std::vector<int> leaves = leaves_of({path});
  if (leaves.size() != 1) throw std::runtime_error("a column of texts has several columns of values");
  return leaves.front();
}

std::int64_t ParquetFile::group_bytes(std::int64_t group, const Paths& columns) const {
  const auto row_group = metadata_->RowGroup(static_cast<int>(group));
  constexpr std::int64_t kBytesMost = std::int64_t{1} << 46;  // of a column; a damaged file may say anything
  std::int64_t bytes = 0;
  for (const int leaf : leaves_of(columns)) {
    const std::int64_t size = row_group->ColumnChunk(leaf)->total_uncompressed_size();
    if (size < 0 || size > kBytesMost) return -1;
    bytes += size;
  }
  return bytes;
}

std::shared_ptr<arrow::Schema> ParquetFile::schema() {
  std::shared_ptr<arrow::Schema> schema;
  check(reader_->GetSchema(&schema));
  return schema;
}

std::shared_ptr<arrow::Schema> ParquetFile::schema_of(const Paths& columns) {
  std::shared_ptr<arrow::Schema> schema =
      checked(arrow_reader(1, false)->GetRecordBatchReader({}, leaves_of(columns)))->schema();
  for (const auto& [place, path] : places_of(columns)) {
    if (!is_paged(path)) continue;
    const std::shared_ptr<arrow::Field>& field = schema->field(place);
    schema = checked(schema->SetField(place, field->WithType(arrow::binary_view())));
  }
  return schema;
}

bool ParquetFile::has_long_strings(int leaf) const {
  const parquet::ColumnDescriptor& column = *metadata_->schema()->Column(leaf);
  std::int64_t bytes = 0;
  for (int group = 0; group < metadata_->num_row_groups(); ++group) {
    const auto row_group = metadata_->RowGroup(group);
    const auto chunk = row_group->ColumnChunk(leaf);
    if (!ColumnPages::can_read(*chunk, column)) return false;
    bytes += chunk->total_uncompressed_size();
  }
  return is_long(bytes, metadata_->num_rows());
}

bool ParquetFile::is_paged(const Path& path) {
  if (path.size() != 1) return false;
  const parquet::arrow::SchemaField& field = field_at(reader_->manifest(), path);
  if (!field.is_leaf() || !is_string(field.field->type()->id())) return false;
  const std::lock_guard lock(mutex_);
  const auto [known, is_new] = paged_.try_emplace(path.front());
  if (is_new) known->second = has_long_strings(field.column_index);
  return known->second;
}

std::unique_ptr<CentoArrowRows> ParquetFile::read(std::int64_t group, const Paths& columns, std::int64_t batch_rows) {
  std::vector<PagedColumn> paged;
  Paths others;
  for (const auto& [place, path] : places_of(columns)) {
    if (!is_paged(path)) continue;
    const int leaf = field_at(reader_->manifest(), path).column_index;
    auto pages = std::make_unique<ColumnPages>(bytes_, *metadata_, static_cast<int>(group), leaf);
    paged.push_back({place, std::make_shared<PageQueue>(std::move(pages))});
  }
  std::copy_if(columns.begin(), columns.end(), std::back_inserter(others),
               [this](const Path& path) { return !is_paged(path); });
  std::shared_ptr<arrow::RecordBatchReader> batches;
  if (!others.empty()) {
    const std::vector<int> leaves = leaves_of(others);
    std::unique_ptr<parquet::arrow::FileReader> file = arrow_reader(batch_rows, is_read_by_pages(group, leaves));
    auto read = checked(file->GetRecordBatchReader({static_cast<int>(group)}, leaves));
    batches = std::make_shared<OwningReader>(std::move(file), std::move(read));
  }
  if (paged.empty()) return rows_of_batches(std::move(batches));
  return rows_of_pages(std::move(paged), std::move(batches), group_rows(group), schema_of(columns));
}

std::unique_ptr<CentoArrowFile> open_parquet_file(const FileBytes& bytes) {
  return std::make_unique<ParquetFile>(bytes);
}

}  // namespace cento::arrow_files
