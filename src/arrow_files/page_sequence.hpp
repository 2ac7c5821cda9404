#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <exception>
#include <memory>
#include <mutex>

#include "arrow_files/column_pages.hpp"
#include "arrow_files/parquet_file.hpp"
#include "arrow_files/value_cuts.hpp"
#include "read/arrow/arrow_files_interface.hpp"

namespace cento::arrow_files {

/// A column whose pages are copied one by one, by several threads, while one of them takes the copies in order.
class PageSequence {
 public:
  /// `choice` is that of the group; what it refers to must outlive this, as must the file.
  PageSequence(const ParquetFile& file, int group, int leaf, const CentoArrowChoice& choice, Cuts cuts);

  /// Copies one more page; false when none is left, or another thread failed. Any thread may call it.
  bool copy_next();

  /// The next page that has rows left; null after the last. Copies pages meanwhile if it has to wait. One thread calls
  /// it. Throws what copying threw on any thread.
  [[nodiscard]] std::shared_ptr<parquet::DataPage> take();

  /// Values that are null in the pages taken, after the last.
  [[nodiscard]] std::int64_t nulls() const { return nulls_; }

  /// Ends the copying early: nothing more will be taken.
  void stop();

 private:
  struct Copy {
    std::shared_ptr<parquet::DataPage> page = nullptr;  // null: no row of it is left
    bool is_ready = false;
  };

  bool copy_page_of(std::unique_lock<std::mutex>& lock);
  [[nodiscard]] bool has_next() const { return !copies_.empty() && copies_.front().is_ready; }

  ColumnPages pages_;
  CentoArrowChoice choice_;
  Cuts cuts_;
  bool has_nulls_ = true;
  std::mutex mutex_;  // of what follows
  std::condition_variable changed_;
  std::int64_t row_ = 0;     // where the next page begins
  std::deque<Copy> copies_;  // begun and not taken; a place does not move while others come and go
  std::int64_t nulls_ = 0;
  bool has_ended_ = false;
  std::exception_ptr problem_;
};

}  // namespace cento::arrow_files
