#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "write/arrow/record_stream.hpp"

namespace cento {

/// Rows of one kind of record, in batches of some thousands.
class RecordTableBuilder {
 public:
  explicit RecordTableBuilder(std::span<const ColumnField> fields) : fields_(fields), open_(new_batch()) {}

  /// Where to add rows one by one; call added() after each.
  [[nodiscard]] RecordColumns& open() { return *open_; }
  void added() {
    if (is_full(*open_)) close();
  }

  /// Adds rows; many of them become a batch of their own, without a copy. With `extends_last`, the first of them
  /// extends the last row; with `may_close` false the next rows may.
  void append(RecordColumns&& rows, bool extends_last = false, bool may_close = true);

  [[nodiscard]] std::uint64_t size() const { return closed_rows_ + open_->rows(); }

  /// A table of its own with the same rows, and its batches, to be changed before it is used.
  [[nodiscard]] std::shared_ptr<RecordTableBuilder> copy();
  [[nodiscard]] std::vector<RecordColumns*> batches();

  /// Makes a stream of all rows; nothing may be added afterwards.
  void stream(ArrowArrayStream* out);

 private:
  [[nodiscard]] static bool is_full(const RecordColumns& rows);
  [[nodiscard]] std::shared_ptr<RecordColumns> new_batch() const { return std::make_shared<RecordColumns>(fields_); }
  void close();
  void close_with(std::shared_ptr<RecordColumns> batch);

  std::span<const ColumnField> fields_;
  std::shared_ptr<RecordColumns> open_;
  std::vector<std::shared_ptr<RecordColumns>> closed_;
  std::uint64_t closed_rows_ = 0;
  std::mutex mutex_;  // of streams that begin at the same time
};

}  // namespace cento
