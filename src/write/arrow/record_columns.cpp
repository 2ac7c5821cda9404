#include "write/arrow/record_columns.hpp"

#include <cstring>
#include <limits>
#include <string>

#include "cento/error.hpp"
#include "core/utf8.hpp"

namespace cento {

namespace {

std::int32_t checked_offset(std::size_t offset) {
  if (offset > static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max())) {
    throw Error("one Arrow batch of results would need more than 2 GiB of text");
  }
  return static_cast<std::int32_t>(offset);
}

template <typename Byte>
void add_bit(std::vector<Byte>& bits, std::size_t number, bool value) {
  if (number % 8 == 0) bits.push_back(0);
  if (value) bits.back() = static_cast<Byte>(bits.back() | 1 << (number % 8));
}

template <typename Byte>
bool bit_at(const std::vector<Byte>& bits, std::size_t number) {
  return (bits[number / 8] >> (number % 8) & 1) != 0;
}

template <typename Value>
void add_value(std::vector<char>& values, Value value) {
  const auto* bytes = reinterpret_cast<const char*>(&value);
  values.insert(values.end(), bytes, bytes + sizeof(value));
}

template <typename Value>
Value value_at(const std::vector<char>& values, std::size_t row) {
  Value value;
  std::memcpy(&value, values.data() + row * sizeof(value), sizeof(value));
  return value;
}

bool has_offsets(const ColumnField& field) {
  const bool varies =
      field.type == ColumnType::text || field.type == ColumnType::bytes || field.type == ColumnType::list;
  return varies && !field.is_id;
}

}  // namespace

RecordColumn::RecordColumn(const ColumnField& field) : field_(&field) {
  if (has_offsets(field)) offsets_.push_back(0);
  if (field.type == ColumnType::list) items_ = std::make_unique<RecordColumns>(field.fields);
}
RecordColumn::~RecordColumn() = default;
RecordColumn::RecordColumn(RecordColumn&&) noexcept = default;
RecordColumn& RecordColumn::operator=(RecordColumn&&) noexcept = default;

void RecordColumn::end_row(bool is_null) {
  if (field_->may_be_null) add_bit(validity_, rows_, !is_null);
  nulls_ += is_null ? 1 : 0;
  ++rows_;
}

void RecordColumn::add_text(std::string_view value) {
  if (field_->is_id) {
    id_bytes_ += value.size();
    checked_offset(id_bytes_);
    add_value(values_, ids_.number_of(value));
    return end_row(false);
  }
  values_.insert(values_.end(), value.begin(), value.end());
  offsets_.push_back(checked_offset(values_.size()));
  end_row(false);
}

void RecordColumn::add_whole(std::uint64_t value) {
  field_->type == ColumnType::whole32 ? add_value(values_, static_cast<std::uint32_t>(value))
                                      : add_value(values_, value);
  end_row(false);
}

void RecordColumn::add_real(double value) {
  add_value(values_, value);
  end_row(false);
}

void RecordColumn::add_flag(bool value) {
  add_bit(values_, rows_, value);
  end_row(false);
}

void RecordColumn::add_null() {
  switch (field_->type) {
    case ColumnType::text:
    case ColumnType::bytes:
    case ColumnType::list: offsets_.push_back(offsets_.back()); break;
    case ColumnType::whole32: add_value(values_, std::uint32_t{0}); break;
    case ColumnType::whole64: add_value(values_, std::uint64_t{0}); break;
    case ColumnType::real: add_value(values_, 0.0); break;
    case ColumnType::flag: add_bit(values_, rows_, false); break;
  }
  end_row(true);
}

void RecordColumn::end_list() {
  offsets_.push_back(checked_offset(items_->rows()));
  end_row(false);
}

void RecordColumn::extend_list() {
  offsets_.back() = checked_offset(items_->rows());
}

std::size_t RecordColumn::bytes_of(std::size_t row) const {
  std::size_t bytes = 0;
  switch (field_->type) {
    case ColumnType::text:
    case ColumnType::bytes: return sizeof(std::int32_t) + text(row).size();
    case ColumnType::whole32: return sizeof(std::uint32_t);
    case ColumnType::whole64:
    case ColumnType::real: return sizeof(std::uint64_t);
    case ColumnType::flag: return 1;
    case ColumnType::list: break;
  }
  for (std::int32_t i = offsets_[row]; i < offsets_[row + 1]; ++i) {
    bytes += items_->bytes_of(static_cast<std::size_t>(i));
  }
  return sizeof(std::int32_t) + bytes;
}

std::size_t RecordColumn::bytes() const {
  const std::size_t own = values_.size() + offsets_.size() * sizeof(std::int32_t) + id_bytes_;
  return own + (items_ == nullptr ? 0 : items_->bytes());
}

std::string_view RecordColumn::text(std::size_t row) const {
  if (field_->is_id) return ids_[value_at<std::uint32_t>(values_, row)];
  const auto begin = static_cast<std::size_t>(offsets_[row]);
  return {values_.data() + begin, static_cast<std::size_t>(offsets_[row + 1]) - begin};
}

std::uint64_t RecordColumn::whole(std::size_t row) const {
  if (field_->type == ColumnType::whole32) return value_at<std::uint32_t>(values_, row);
  return value_at<std::uint64_t>(values_, row);
}

void RecordColumn::set_whole(std::size_t row, std::uint64_t value) {
  const auto narrow = static_cast<std::uint32_t>(value);
  std::memcpy(values_.data() + row * sizeof(narrow), &narrow, sizeof(narrow));
}

void RecordColumn::append(const RecordColumn& other, bool extends_last) {
  const bool is_list = field_->type == ColumnType::list;
  const std::size_t skipped = extends_last ? 1 : 0;
  for (std::size_t row = skipped; field_->may_be_null && row < other.rows_; ++row) {
    add_bit(validity_, rows_ + row - skipped, bit_at(other.validity_, row));
  }
  if (field_->is_id) {
    for (std::size_t row = skipped; row < other.rows_; ++row) add_text(other.text(row));
    return;
  }
  if (has_offsets(*field_)) {
    const std::size_t base = is_list ? items_->rows() : values_.size();
    const std::size_t before = extends_last && !is_list ? static_cast<std::size_t>(other.offsets_[1]) : 0;
    if (extends_last && is_list) offsets_.back() = checked_offset(base + static_cast<std::size_t>(other.offsets_[1]));
    for (std::size_t row = skipped; row < other.rows_; ++row) {
      offsets_.push_back(checked_offset(base + static_cast<std::size_t>(other.offsets_[row + 1]) - before));
    }
    if (is_list) items_->append(*other.items_);
    values_.insert(values_.end(), other.values_.begin() + static_cast<std::ptrdiff_t>(before), other.values_.end());
  } else if (field_->type == ColumnType::flag) {
    for (std::size_t row = skipped; row < other.rows_; ++row)
      add_bit(values_, rows_ + row - skipped, bit_at(other.values_, row));
  } else if (other.rows_ > 0) {
    const std::size_t width = other.values_.size() / other.rows_;
    values_.insert(values_.end(), other.values_.begin() + static_cast<std::ptrdiff_t>(skipped * width),
                   other.values_.end());
  }
  const bool skips_null = extends_last && field_->may_be_null && !bit_at(other.validity_, 0);
  nulls_ += other.nulls_ - (skips_null ? 1 : 0);
  rows_ += other.rows_ - skipped;
}

RecordColumns::RecordColumns(std::span<const ColumnField> fields) : fields_(fields) {
  columns_.reserve(fields.size());
  for (const ColumnField& field : fields) columns_.emplace_back(field);
}

std::size_t RecordColumns::bytes() const {
  std::size_t bytes = 0;
  for (const RecordColumn& column : columns_) bytes += column.bytes();
  return bytes;
}

std::size_t RecordColumns::bytes_of(std::size_t row) const {
  std::size_t bytes = 0;
  for (const RecordColumn& column : columns_) bytes += column.bytes_of(row);
  return bytes;
}

void RecordColumns::append(const RecordColumns& other, bool extends_last) {
  for (std::size_t i = 0; i < columns_.size(); ++i) columns_[i].append(other.columns_[i], extends_last);
}

RowFiller& RowFiller::name(std::string_view value) {
  if (is_valid_utf8(value)) return text(value);
  std::string valid;
  append_valid_utf8(valid, value);
  return text(valid);
}

}  // namespace cento
