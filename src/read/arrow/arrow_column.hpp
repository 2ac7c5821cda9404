#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cento/arrow.hpp"
#include "read/arrow/arrow_layout.hpp"

namespace cento {

/// Where a column is in the record batches of a table, which may be inside structs.
struct ArrowColumn {
  std::string name = {};                    // with dots before the fields of structs: "doc.body"
  std::vector<std::int64_t> path = {};      // numbers of children, from the table to the column
  ArrowLayout layout = ArrowLayout::other;  // of the values
  std::optional<ArrowLayout> indices = {};  // set when the values are in a dictionary
};

/// The columns of a table by name, structs replaced by their fields.
[[nodiscard]] std::vector<std::string> arrow_column_names(const ArrowSchema& table);

/// The column with that name; "doc.body" is the column of that name, otherwise the field "body" of the struct "doc".
/// Empty when there is none.
[[nodiscard]] std::optional<ArrowColumn> find_arrow_column(const ArrowSchema& table, std::string_view name);

/// The same for a column that becomes text or an id: strings, or also integers if `may_be_number`. Throws Error with
/// a sentence when it is missing or of another type.
[[nodiscard]] ArrowColumn need_arrow_column(const ArrowSchema& table, std::string_view name, bool may_be_number);

/// The values of a column in one record batch, which must outlive it and the texts.
class ArrowValues {
 public:
  /// `batch`: a struct whose fields are the columns.
  ArrowValues(const ArrowColumn& column, const ArrowArray& batch);

  /// Of columns of strings: the bytes, empty if the value or a struct around it is null.
  [[nodiscard]] std::optional<std::string_view> text(std::int64_t row) const;
  /// Of columns of integers: the number in digits; empty likewise.
  [[nodiscard]] std::optional<std::string> digits(std::int64_t row) const;

  [[nodiscard]] bool is_null(std::int64_t row) const { return !position(row); }
  /// Of columns of truth values and of values of `width` bytes, those that are not null.
  [[nodiscard]] bool bit(std::int64_t row) const;
  [[nodiscard]] const char* fixed(std::int64_t row, std::size_t width) const;

 private:
  /// A bitmap in which row 0 of the batch has the bit `first`.
  struct ValidBits {
    const std::uint8_t* bits;
    std::int64_t first;
  };

  void enter(const ArrowArray& array);
  [[nodiscard]] std::optional<std::int64_t> position(std::int64_t row) const;

  std::vector<ValidBits> valid_;         // of the column and the structs around it, those that have nulls
  std::int64_t first_ = 0;               // where row 0 is in the column's buffers
  const ArrowArray* indices_ = nullptr;  // null: no dictionary
  const ArrowArray* values_ = nullptr;
  ArrowLayout index_layout_ = ArrowLayout::other;
  ArrowLayout layout_;
};

}  // namespace cento
