#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "write/arrow/repeated_texts.hpp"

namespace cento {

/// What a column of records holds, in the layout that Arrow gives it.
enum class ColumnType : std::uint8_t {
  text,     // utf8
  bytes,    // binary
  whole32,  // uint32
  whole64,  // uint64
  real,     // float64
  flag,     // bool
  list,     // a list of structs
};

/// A column of a kind of records. Tables of these are constants: columns refer to them.
struct ColumnField {
  const char* name;
  ColumnType type;
  bool may_be_null = false;
  std::span<const ColumnField> fields = {};  // list: of its structs
  bool is_id = false;                        // text: the same values come again and again
};

inline constexpr bool kMayBeNull = true;

constexpr ColumnField id_field(const char* name) {
  return {name, ColumnType::text, false, {}, true};
}

class RecordColumns;

/// The values of one field, one for each row.
class RecordColumn {
 public:
  explicit RecordColumn(const ColumnField& field);
  ~RecordColumn();
  RecordColumn(RecordColumn&&) noexcept;
  RecordColumn& operator=(RecordColumn&&) noexcept;

  /// Each adds a row. The value must be of the field's type. Throws Error when texts come to 2 GiB.
  void add_text(std::string_view value);
  void add_whole(std::uint64_t value);
  void add_real(double value);
  void add_flag(bool value);
  void add_null();

  /// The structs of the lists. What is added to them belongs to the row that end_list() adds, or, by extend_list(), to
  /// the last row.
  [[nodiscard]] RecordColumns& items() { return *items_; }
  void end_list();
  void extend_list();

  /// Adds all rows of a column of the same field. With `extends_last`, the first of them, a list, extends the last
  /// here.
  void append(const RecordColumn& other, bool extends_last = false);

  /// About how many bytes a row takes in Arrow, whatever rows are beside it.
  [[nodiscard]] std::size_t bytes_of(std::size_t row) const;

  /// A value of text or whole numbers; "" for null. Changes one of a column of whole32.
  [[nodiscard]] std::string_view text(std::size_t row) const;
  [[nodiscard]] std::uint64_t whole(std::size_t row) const;
  void set_whole(std::size_t row, std::uint64_t value);

  [[nodiscard]] const ColumnField& field() const { return *field_; }
  [[nodiscard]] std::size_t rows() const { return rows_; }
  [[nodiscard]] std::size_t nulls() const { return nulls_; }
  /// About how many bytes all rows take in Arrow.
  [[nodiscard]] std::size_t bytes() const;

  /// As Arrow has them, except for ids, which are kept once each (text() has them). Bits of rows that are not null;
  /// empty: all are not.
  [[nodiscard]] const std::vector<std::uint8_t>& validity() const { return validity_; }
  [[nodiscard]] const std::vector<std::int32_t>& offsets() const { return offsets_; }
  [[nodiscard]] const std::vector<char>& values() const { return values_; }
  [[nodiscard]] const RecordColumns* items() const { return items_.get(); }

 private:
  void end_row(bool is_null);

  const ColumnField* field_;
  std::size_t rows_ = 0;
  std::size_t nulls_ = 0;
  std::vector<std::uint8_t> validity_;
  std::vector<std::int32_t> offsets_;  // text, bytes, list: rows + 1 of them
  std::vector<char> values_;
  std::unique_ptr<RecordColumns> items_;
  RepeatedTexts ids_;         // of ids, whose values are numbers in it,
  std::size_t id_bytes_ = 0;  // and how many bytes they are, written out
};

/// Records of one kind, column by column.
class RecordColumns {
 public:
  explicit RecordColumns(std::span<const ColumnField> fields);

  [[nodiscard]] RecordColumn& operator[](std::size_t number) { return columns_[number]; }
  [[nodiscard]] const RecordColumn& operator[](std::size_t number) const { return columns_[number]; }
  [[nodiscard]] std::span<const RecordColumn> columns() const { return columns_; }
  [[nodiscard]] std::span<const ColumnField> fields() const { return fields_; }
  [[nodiscard]] std::size_t rows() const { return columns_.front().rows(); }
  /// About how much memory the values take in Arrow.
  [[nodiscard]] std::size_t bytes() const;
  [[nodiscard]] std::size_t bytes_of(std::size_t row) const;

  /// Adds all rows of columns of the same fields; `extends_last` as in RecordColumn, for lists.
  void append(const RecordColumns& other, bool extends_last = false);

 private:
  std::span<const ColumnField> fields_;
  std::vector<RecordColumn> columns_;
};

/// Fills one row, column by column from the first.
class RowFiller {
 public:
  explicit RowFiller(RecordColumns& columns) : columns_(columns) {}

  RowFiller& text(std::string_view value) {
    columns_[next_++].add_text(value);
    return *this;
  }
  /// Null when the value is empty.
  RowFiller& text_or_null(std::string_view value) {
    RecordColumn& column = columns_[next_++];
    value.empty() ? column.add_null() : column.add_text(value);
    return *this;
  }
  /// A text from outside, such as the name of a file: what is not UTF-8 in it becomes U+FFFD, as in JSON.
  RowFiller& name(std::string_view value);
  RowFiller& name_or_null(std::string_view value) { return value.empty() ? null() : name(value); }
  RowFiller& whole(std::uint64_t value) {
    columns_[next_++].add_whole(value);
    return *this;
  }
  RowFiller& real(double value) {
    columns_[next_++].add_real(value);
    return *this;
  }
  RowFiller& flag(bool value) {
    columns_[next_++].add_flag(value);
    return *this;
  }
  RowFiller& null() {
    columns_[next_++].add_null();
    return *this;
  }
  /// A list: `add(items, item)` adds each of `values`.
  template <typename Values, typename Add>
  RowFiller& list(const Values& values, const Add& add) {
    RecordColumn& column = columns_[next_++];
    for (const auto& value : values) add(column.items(), value);
    column.end_list();
    return *this;
  }

 private:
  RecordColumns& columns_;
  std::size_t next_ = 0;
};

}  // namespace cento
