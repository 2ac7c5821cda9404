#include "arrow_files/batch_filter.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include <arrow/array/builder_primitive.h>
#include <arrow/buffer_builder.h>
#include <arrow/compute/api_vector.h>
#include <arrow/datum.h>

#include "arrow_files/problem.hpp"
#include "arrow_files/reused_memory.hpp"
#include "arrow_files/string_arrays.hpp"

namespace cento::arrow_files {

namespace {

/// Arrow filters neither string views nor structs of them.
bool has_views(const arrow::DataType& type) {
  if (type.id() == arrow::Type::STRING_VIEW || type.id() == arrow::Type::BINARY_VIEW) return true;
  if (type.id() != arrow::Type::STRUCT) return false;
  return std::any_of(type.fields().begin(), type.fields().end(),
                     [](const auto& field) { return has_views(*stored_type(field->type())); });
}

class BatchFilter {
 public:
  BatchFilter(std::int64_t rows, const std::uint8_t* keeps) : rows_(rows), keeps_(keeps) {
    arrow::BooleanBuilder bits(reused_memory());
    for (std::int64_t i = 0; i < rows; ++i) check(bits.Append(keeps[i] != 0));
    bits_ = checked(bits.Finish());
    kept_ = std::count_if(keeps, keeps + rows, [](std::uint8_t keep) { return keep != 0; });
  }

  [[nodiscard]] std::int64_t kept() const { return kept_; }

  [[nodiscard]] ColumnData filter(const ColumnData& column) const {
    const std::shared_ptr<arrow::Array> array = stored_array(column);
    if (!has_views(*array->type())) return checked(arrow::compute::Filter(arrow::MakeArray(column), bits_)).array();
    ColumnData filtered = array->type_id() == arrow::Type::STRUCT ? filter_struct(*array) : filter_strings(*array);
    filtered->type = column->type;
    return filtered;
  }

 private:
  [[nodiscard]] ColumnData filter_strings(const arrow::Array& array) const {
    return with_strings(*array.type(), [&]<typename Strings, typename Builder>() {
      Builder builder(reused_memory());
      check(builder.Reserve(kept_));
      for (std::int64_t i = 0; i < rows_; ++i) {
        if (keeps_[i] == 0) continue;
        check(array.IsNull(i) ? builder.AppendNull() : builder.Append(static_cast<const Strings&>(array).GetView(i)));
      }
      return checked(builder.Finish())->data()->Copy();
    });
  }

  [[nodiscard]] ColumnData filter_struct(const arrow::Array& array) const {
    arrow::TypedBufferBuilder<bool> valid(reused_memory());
    for (std::int64_t i = 0; i < rows_; ++i) {
      if (keeps_[i] != 0) check(valid.Append(array.IsValid(i)));
    }
    const std::int64_t nulls = valid.false_count();
    std::vector<ColumnData> fields;
    for (const ColumnData& field : array.data()->child_data)
      fields.push_back(filter(field->Slice(array.offset(), rows_)));
    return arrow::ArrayData::Make(array.type(), kept_, {checked(valid.Finish())}, std::move(fields), nulls);
  }

  std::int64_t rows_;
  const std::uint8_t* keeps_;
  std::shared_ptr<arrow::Array> bits_;
  std::int64_t kept_ = 0;
};

}  // namespace

std::shared_ptr<arrow::RecordBatch> filter_batch(const arrow::RecordBatch& batch, const std::uint8_t* keeps) {
  const BatchFilter filter(batch.num_rows(), keeps);
  std::vector<ColumnData> columns;
  for (const ColumnData& column : batch.column_data()) columns.push_back(filter.filter(column));
  return arrow::RecordBatch::Make(batch.schema(), filter.kept(), std::move(columns));
}

}  // namespace cento::arrow_files
