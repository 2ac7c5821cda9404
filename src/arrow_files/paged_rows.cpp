#include "arrow_files/paged_rows.hpp"

#include <algorithm>
#include <cstring>
#include <optional>
#include <stdexcept>
#include <utility>

#include <arrow/array/data.h>
#include <arrow/array/util.h>
#include <arrow/util/bit_util.h>

#include "arrow_files/problem.hpp"
#include "arrow_files/reused_memory.hpp"

namespace cento::arrow_files {

namespace {

using arrow::BinaryViewType;

/// Rows of a page that follow each other.
struct PageRows {
  std::shared_ptr<QueuedPage> page;
  std::int64_t first;
  std::int64_t count;
};

/// The rows of a piece in one column.
struct ColumnRows {
  int place;
  std::shared_ptr<PageQueue> pages;
  std::vector<PageRows> parts = {};
};

/// Makes an array of views from rows of pages. It keeps the bytes of the pages.
class ViewArray {
 public:
  explicit ViewArray(std::int64_t rows)
      : views_(checked(arrow::AllocateBuffer(rows * BinaryViewType::kSize, reused_memory()))), rows_(rows) {}

  void add(const PageRows& part) {
    const PageValues& values = part.page->values();
    const std::shared_ptr<arrow::Buffer>& bytes = part.page->bytes();
    const std::int32_t buffer = number_of(bytes);
    for (std::int64_t i = 0; i < part.count; ++i) {
      const parquet::ByteArray& value = values.rows[static_cast<std::size_t>(part.first + i)];
      if (value.ptr == nullptr) note_null();
      set(value, buffer, bytes->data());
    }
  }

  [[nodiscard]] std::shared_ptr<arrow::Array> finish(std::shared_ptr<arrow::DataType> type) {
    buffers_.insert(buffers_.begin(), {valid_, views_});
    return arrow::MakeArray(arrow::ArrayData::Make(std::move(type), rows_, std::move(buffers_), nulls_));
  }

 private:
  [[nodiscard]] std::int32_t number_of(const std::shared_ptr<arrow::Buffer>& bytes) {
    auto found = std::find(buffers_.begin(), buffers_.end(), bytes);
    if (found == buffers_.end()) found = buffers_.insert(found, bytes);
    return static_cast<std::int32_t>(found - buffers_.begin());
  }

  void set(const parquet::ByteArray& value, std::int32_t buffer, const std::uint8_t* begin) {
    BinaryViewType::c_type view{};
    view.inlined.size = static_cast<std::int32_t>(value.len);
    if (value.len <= BinaryViewType::kInlineSize) {
      if (value.len > 0) std::memcpy(view.inlined.data.data(), value.ptr, value.len);
    } else {
      std::memcpy(view.ref.prefix.data(), value.ptr, BinaryViewType::kPrefixSize);
      view.ref.buffer_index = buffer;
      view.ref.offset = static_cast<std::int32_t>(value.ptr - begin);
    }
    std::memcpy(views_->mutable_data() + row_ * BinaryViewType::kSize, &view, sizeof(view));
    ++row_;
  }

  void note_null() {
    if (valid_ == nullptr) {
      valid_ = checked(arrow::AllocateBuffer(arrow::bit_util::BytesForBits(rows_), reused_memory()));
      std::memset(valid_->mutable_data(), 0xFF, static_cast<std::size_t>(valid_->size()));
    }
    arrow::bit_util::ClearBit(valid_->mutable_data(), row_);
    ++nulls_;
  }

  std::shared_ptr<arrow::Buffer> views_;
  std::shared_ptr<arrow::Buffer> valid_;  // null: all rows have a value
  std::vector<std::shared_ptr<arrow::Buffer>> buffers_;
  std::int64_t rows_;
  std::int64_t row_ = 0;
  std::int64_t nulls_ = 0;
};

class PagedPiece final : public CentoArrowPiece {
 public:
  PagedPiece(std::shared_ptr<arrow::Schema> schema, std::int64_t rows, std::shared_ptr<arrow::RecordBatch> others,
             std::vector<ColumnRows> paged)
      : schema_(std::move(schema)), rows_(rows), others_(std::move(others)), paged_(std::move(paged)) {}

  [[nodiscard]] std::int64_t rows() const override { return rows_; }

  [[nodiscard]] std::shared_ptr<arrow::RecordBatch> unpack() override {
    std::vector<std::shared_ptr<arrow::Array>> columns;
    if (others_ != nullptr) columns = others_->columns();
    for (const ColumnRows& column : paged_) {
      const std::shared_ptr<arrow::DataType>& type = schema_->field(column.place)->type();
      columns.insert(columns.begin() + column.place, unpack(column, type));
    }
    return arrow::RecordBatch::Make(schema_, rows_, std::move(columns));
  }

 private:
  [[nodiscard]] std::shared_ptr<arrow::Array> unpack(const ColumnRows& column,
                                                     const std::shared_ptr<arrow::DataType>& type) const {
    ViewArray views(rows_);
    for (const PageRows& part : column.parts) views.add(part);
    return views.finish(type);
  }

  std::shared_ptr<arrow::Schema> schema_;
  std::int64_t rows_;
  std::shared_ptr<arrow::RecordBatch> others_;
  std::vector<ColumnRows> paged_;
};

class PagedRows final : public CentoArrowRows {
 public:
  PagedRows(std::vector<PagedColumn> paged, std::shared_ptr<arrow::RecordBatchReader> others, std::int64_t rows,
            std::shared_ptr<arrow::Schema> schema)
      : paged_(std::move(paged)), left_(rows), schema_(std::move(schema)) {
    if (others != nullptr) others_.emplace(std::move(others));
  }

  [[nodiscard]] std::unique_ptr<CentoArrowPiece> next(std::int64_t rows_most) override {
    if (left_ == 0) return nullptr;
    // Rows of one page, so that a damaged page loses no others.
    std::int64_t rows = std::min({rows_most, left_, rows_of_page(paged_.front())});
    std::shared_ptr<arrow::RecordBatch> others;
    if (others_) {
      others = others_->next(rows);
      if (others == nullptr) return nullptr;
      rows = others->num_rows();
    }
    std::vector<ColumnRows> parts;
    for (PagedColumn& column : paged_) parts.push_back(take(column, rows));
    left_ -= rows;
    return std::make_unique<PagedPiece>(schema_, rows, std::move(others), std::move(parts));
  }

 private:
  /// How many rows follow in the current page, or the next when there are none.
  [[nodiscard]] static std::int64_t rows_of_page(PagedColumn& column) {
    while (column.page == nullptr || column.given == column.page->rows()) {
      column.page = column.pages->next();
      if (column.page == nullptr) throw std::runtime_error("a column ends early");
      column.given = 0;
    }
    return column.page->rows() - column.given;
  }

  [[nodiscard]] static ColumnRows take(PagedColumn& column, std::int64_t rows) {
    ColumnRows taken{column.place, column.pages};
    while (rows > 0) {
      const std::int64_t count = std::min(rows, rows_of_page(column));
      taken.parts.push_back({column.page, column.given, count});
      column.given += count;
      rows -= count;
    }
    return taken;
  }

  std::vector<PagedColumn> paged_;
  std::optional<BatchSlices> others_;
  std::int64_t left_;
  std::shared_ptr<arrow::Schema> schema_;
};

}  // namespace

std::unique_ptr<CentoArrowRows> rows_of_pages(std::vector<PagedColumn> paged,
                                              std::shared_ptr<arrow::RecordBatchReader> others, std::int64_t rows,
                                              std::shared_ptr<arrow::Schema> schema) {
  return std::make_unique<PagedRows>(std::move(paged), std::move(others), rows, std::move(schema));
}

}  // namespace cento::arrow_files
