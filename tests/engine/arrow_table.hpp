#pragma once

#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cento/arrow.hpp"

namespace cento::testing {

/// A column of strings, some of which may be missing.
struct StringColumn {
  std::string name;
  std::vector<std::optional<std::string>> values;
};

/// Makes Arrow streams of tables of strings, by hand: a record batch for each `rows_in_batch` rows, each with an offset
/// of a row that is not part of it. With `large`, offsets have 64 bits.
class ArrowTable {
 public:
  ArrowTable(std::vector<StringColumn> columns, std::size_t rows_in_batch, bool large = false)
      : columns_(std::move(columns)), rows_in_batch_(rows_in_batch), large_(large) {}

  /// Fails at this batch, with a message.
  void fail_at(std::size_t batch) { failing_batch_ = batch; }

  /// The table must outlive the stream.
  ArrowArrayStream stream() const {
    ArrowArrayStream out{};
    out.get_schema = [](ArrowArrayStream* self, ArrowSchema* schema) {
      static_cast<Position*>(self->private_data)->table->make_schema(*schema);
      return 0;
    };
    out.get_next = [](ArrowArrayStream* self, ArrowArray* array) {
      auto& position = *static_cast<Position*>(self->private_data);
      return position.table->make_next(position, *array);
    };
    out.get_last_error = [](ArrowArrayStream*) { return "the disk is on fire"; };
    out.release = [](ArrowArrayStream* self) {
      delete static_cast<Position*>(self->private_data);
      self->release = nullptr;
    };
    out.private_data = new Position{this};
    return out;
  }

 private:
  struct Position {
    const ArrowTable* table;
    std::size_t batch = 0;
  };

  struct OwnedSchema {
    std::vector<ArrowSchema> children;
    std::vector<ArrowSchema*> pointers;
  };

  struct OwnedColumn {
    std::vector<std::uint8_t> valid;
    std::vector<std::int32_t> offsets;
    std::vector<std::int64_t> large_offsets;
    std::string bytes;
    std::vector<const void*> buffers;
    ArrowArray array{};
  };

  struct OwnedBatch {
    std::vector<std::unique_ptr<OwnedColumn>> columns;
    std::vector<ArrowArray*> pointers;
    const void* no_buffer = nullptr;
  };

  [[nodiscard]] std::size_t rows() const { return columns_.front().values.size(); }

  void make_schema(ArrowSchema& out) const {
    auto* owned = new OwnedSchema;
    owned->children.resize(columns_.size());
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      ArrowSchema& child = owned->children[i];
      child = {};
      child.format = large_ ? "U" : "u";
      child.name = columns_[i].name.c_str();
      child.flags = ARROW_FLAG_NULLABLE;
      child.release = [](ArrowSchema*) {};
      owned->pointers.push_back(&child);
    }
    out = {};
    out.format = "+s";
    out.name = "";
    out.n_children = static_cast<std::int64_t>(columns_.size());
    out.children = owned->pointers.data();
    out.private_data = owned;
    out.release = [](ArrowSchema* self) {
      delete static_cast<OwnedSchema*>(self->private_data);
      self->release = nullptr;
    };
  }

  [[nodiscard]] std::unique_ptr<OwnedColumn> make_column(const StringColumn& column, std::size_t begin,
                                                         std::size_t end) const {
    auto owned = std::make_unique<OwnedColumn>();
    std::vector<std::optional<std::string>> values = {"not a row"};
    values.insert(values.end(), column.values.begin() + static_cast<std::ptrdiff_t>(begin),
                  column.values.begin() + static_cast<std::ptrdiff_t>(end));
    owned->valid.assign(values.size() / 8 + 1, 0);
    for (std::size_t i = 0; i < values.size(); ++i) {
      owned->offsets.push_back(static_cast<std::int32_t>(owned->bytes.size()));
      owned->large_offsets.push_back(static_cast<std::int64_t>(owned->bytes.size()));
      if (!values[i]) continue;
      owned->valid[i / 8] = static_cast<std::uint8_t>(owned->valid[i / 8] | 1U << i % 8);
      owned->bytes += *values[i];
    }
    owned->offsets.push_back(static_cast<std::int32_t>(owned->bytes.size()));
    owned->large_offsets.push_back(static_cast<std::int64_t>(owned->bytes.size()));
    const void* offsets = large_ ? static_cast<const void*>(owned->large_offsets.data()) : owned->offsets.data();
    owned->buffers = {owned->valid.data(), offsets, owned->bytes.data()};
    owned->array.length = static_cast<std::int64_t>(end - begin);
    owned->array.null_count = -1;
    owned->array.offset = 1;
    owned->array.n_buffers = 3;
    owned->array.buffers = owned->buffers.data();
    owned->array.release = [](ArrowArray*) {};
    return owned;
  }

  int make_next(Position& position, ArrowArray& out) const {
    if (position.batch == failing_batch_) return 5;
    out = {};
    const std::size_t begin = position.batch++ * rows_in_batch_;
    if (begin >= rows()) return 0;
    const std::size_t end = std::min(rows(), begin + rows_in_batch_);
    auto* owned = new OwnedBatch;
    for (const StringColumn& column : columns_) {
      owned->columns.push_back(make_column(column, begin, end));
      owned->pointers.push_back(&owned->columns.back()->array);
    }
    out.length = static_cast<std::int64_t>(end - begin);
    out.n_buffers = 1;
    out.buffers = &owned->no_buffer;
    out.n_children = static_cast<std::int64_t>(columns_.size());
    out.children = owned->pointers.data();
    out.private_data = owned;
    out.release = [](ArrowArray* self) {
      delete static_cast<OwnedBatch*>(self->private_data);
      self->release = nullptr;
    };
    return 0;
  }

  std::vector<StringColumn> columns_;
  std::size_t rows_in_batch_;
  bool large_;
  std::size_t failing_batch_ = ~std::size_t{0};
};

}  // namespace cento::testing
