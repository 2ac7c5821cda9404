#pragma once

#include <memory>
#include <stdexcept>

#include <arrow/array.h>
#include <arrow/array/builder_binary.h>
#include <arrow/array/util.h>
#include <arrow/extension_type.h>
#include <arrow/type.h>

namespace cento::arrow_files {

using ColumnData = std::shared_ptr<arrow::ArrayData>;

/// Without the names that types may have.
[[nodiscard]] inline std::shared_ptr<arrow::DataType> stored_type(std::shared_ptr<arrow::DataType> type) {
  while (type->id() == arrow::Type::EXTENSION) type = static_cast<const arrow::ExtensionType&>(*type).storage_type();
  return type;
}

[[nodiscard]] inline std::shared_ptr<arrow::Array> stored_array(const ColumnData& column) {
  ColumnData stored = column->Copy();
  stored->type = stored_type(column->type);
  return arrow::MakeArray(stored);
}

/// Calls `use` with the type of an array of strings or bytes, and that of its builder.
template <typename Use>
auto with_strings(const arrow::DataType& type, const Use& use) {
  using arrow::Type;
  switch (type.id()) {
    case Type::STRING: return use.template operator()<arrow::StringArray, arrow::StringBuilder>();
    case Type::LARGE_STRING: return use.template operator()<arrow::LargeStringArray, arrow::LargeStringBuilder>();
    case Type::BINARY: return use.template operator()<arrow::BinaryArray, arrow::BinaryBuilder>();
    case Type::LARGE_BINARY: return use.template operator()<arrow::LargeBinaryArray, arrow::LargeBinaryBuilder>();
    case Type::STRING_VIEW: return use.template operator()<arrow::StringViewArray, arrow::StringViewBuilder>();
    case Type::BINARY_VIEW: return use.template operator()<arrow::BinaryViewArray, arrow::BinaryViewBuilder>();
    default: throw std::runtime_error("texts of the type " + type.ToString() + " cannot be cut");
  }
}

}  // namespace cento::arrow_files
