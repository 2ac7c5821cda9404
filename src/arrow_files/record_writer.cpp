#include "arrow_files/record_writer.hpp"

#include <cstdint>
#include <utility>

#include <arrow/array/array_base.h>
#include <arrow/array/concatenate.h>
#include <arrow/ipc/writer.h>
#include <arrow/memory_pool.h>
#include <arrow/type.h>
#include <arrow/util/compression.h>
#include <parquet/arrow/writer.h>
#include <parquet/properties.h>

#include "arrow_files/problem.hpp"

namespace cento::arrow_files {

namespace {

using RecordBatches = std::vector<std::shared_ptr<arrow::RecordBatch>>;

/// Larger than usual, so that long ids of a row group still are in its dictionary.
constexpr std::int64_t kDictionaryBytes = std::int64_t{4} << 20;

/// Arrow's own allocators keep much of what is freed, and Cento has promised to use little.
arrow::MemoryPool* writing_memory() {
  return arrow::system_memory_pool();
}

std::shared_ptr<arrow::Field> without_dictionary(const std::shared_ptr<arrow::Field>& field);

/// The same type with the values of dictionaries instead of these.
std::shared_ptr<arrow::DataType> without_dictionary(const std::shared_ptr<arrow::DataType>& type) {
  if (type->id() == arrow::Type::DICTIONARY) return static_cast<const arrow::DictionaryType&>(*type).value_type();
  if (type->id() == arrow::Type::LIST) return arrow::list(without_dictionary(type->field(0)));
  if (type->id() != arrow::Type::STRUCT) return type;
  arrow::FieldVector fields;
  for (const auto& field : type->fields()) fields.push_back(without_dictionary(field));
  return arrow::struct_(fields);
}

std::shared_ptr<arrow::Field> without_dictionary(const std::shared_ptr<arrow::Field>& field) {
  return field->WithType(without_dictionary(field->type()));
}

std::shared_ptr<arrow::Schema> without_dictionaries(const arrow::Schema& schema) {
  arrow::FieldVector fields;
  for (const auto& field : schema.fields()) fields.push_back(without_dictionary(field));
  return arrow::schema(fields);
}

/// A column of all batches as one array, so that what is written does not depend on how the rows were divided.
std::shared_ptr<arrow::Array> whole_column(const RecordBatches& batches, int number) {
  arrow::ArrayVector pieces;
  for (const auto& batch : batches) pieces.push_back(batch->column(number));
  return checked(arrow::Concatenate(pieces, writing_memory()));
}

arrow::Compression::type best_compression() {
  for (const auto compression : {arrow::Compression::ZSTD, arrow::Compression::SNAPPY}) {
    if (arrow::util::Codec::IsAvailable(compression)) return compression;
  }
  return arrow::Compression::UNCOMPRESSED;
}

class ParquetWriter final : public CentoArrowWriter {
 public:
  ParquetWriter(const std::shared_ptr<arrow::Schema>& schema, OutputBytes output)
      : schema_(without_dictionaries(*schema)) {
    const auto properties = parquet::WriterProperties::Builder()
                                .compression(best_compression())
                                ->dictionary_pagesize_limit(kDictionaryBytes)
                                ->memory_pool(writing_memory())
                                ->build();
    const auto stored = parquet::ArrowWriterProperties::Builder().store_schema()->build();
    writer_ =
        checked(parquet::arrow::FileWriter::Open(*schema, writing_memory(), std::move(output), properties, stored));
  }

  [[nodiscard]] const std::shared_ptr<arrow::Schema>& schema() const override { return schema_; }

  void write(const RecordBatches& rows) override {
    check(writer_->NewRowGroup());
    for (int i = 0; i < schema_->num_fields(); ++i) check(writer_->WriteColumnChunk(*whole_column(rows, i)));
  }

  void finish() override { check(writer_->Close()); }

 private:
  std::shared_ptr<arrow::Schema> schema_;
  std::unique_ptr<parquet::arrow::FileWriter> writer_;
};

class IpcWriter final : public CentoArrowWriter {
 public:
  IpcWriter(CentoArrowKind kind, std::shared_ptr<arrow::Schema> schema, OutputBytes output)
      : schema_(std::move(schema)) {
    auto options = arrow::ipc::IpcWriteOptions::Defaults();
    options.memory_pool = writing_memory();
    writer_ = kind == CentoArrowKind::stream
                  ? checked(arrow::ipc::MakeStreamWriter(std::move(output), schema_, options))
                  : checked(arrow::ipc::MakeFileWriter(std::move(output), schema_, options));
  }

  [[nodiscard]] const std::shared_ptr<arrow::Schema>& schema() const override { return schema_; }

  void write(const RecordBatches& rows) override {
    arrow::ArrayVector columns;
    for (int i = 0; i < schema_->num_fields(); ++i) columns.push_back(whole_column(rows, i));
    const std::int64_t count = columns.empty() ? 0 : columns.front()->length();
    check(writer_->WriteRecordBatch(*arrow::RecordBatch::Make(schema_, count, columns)));
  }

  void finish() override { check(writer_->Close()); }

 private:
  std::shared_ptr<arrow::Schema> schema_;
  std::shared_ptr<arrow::ipc::RecordBatchWriter> writer_;
};

}  // namespace

std::unique_ptr<CentoArrowWriter> begin_writer(CentoArrowKind kind, const std::shared_ptr<arrow::Schema>& schema,
                                               OutputBytes output) {
  if (kind == CentoArrowKind::parquet) return std::make_unique<ParquetWriter>(schema, std::move(output));
  const std::shared_ptr<arrow::Schema> plain = without_dictionaries(*schema);
  return std::make_unique<IpcWriter>(kind, plain, std::move(output));
}

}  // namespace cento::arrow_files
