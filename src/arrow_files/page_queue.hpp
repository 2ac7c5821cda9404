#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <exception>
#include <memory>
#include <mutex>

#include "arrow_files/column_pages.hpp"

namespace cento::arrow_files {

class PageQueue;

/// A page that is unpacked once, by the first thread that needs it or has nothing better to do.
class QueuedPage {
 public:
  /// The queue must outlive it.
  QueuedPage(PageQueue& queue, std::shared_ptr<parquet::DataPage> page)
      : queue_(queue), rows_(page->num_values()), unpacked_bytes_(page->uncompressed_size()), page_(std::move(page)) {}

  [[nodiscard]] std::int64_t rows() const { return rows_; }
  [[nodiscard]] std::int64_t unpacked_bytes() const { return unpacked_bytes_; }
  /// Thread-safe. A thread that has to wait for another unpacks pages that come later.
  [[nodiscard]] const PageValues& values();
  /// What the values refer to.
  [[nodiscard]] const std::shared_ptr<arrow::Buffer>& bytes() const;

 private:
  friend class PageQueue;
  enum class State { packed, busy, unpacked };

  PageQueue& queue_;
  std::int64_t rows_;
  std::int64_t unpacked_bytes_;
  std::shared_ptr<parquet::DataPage> page_;  // null once it is unpacked
  State state_ = State::packed;              // guarded by the queue's mutex
  std::exception_ptr problem_;               // likewise: why it cannot be unpacked
  PageValues values_;                        // set once it is unpacked
};

/// The pages of a column in one group: each is given out once, in order. Thread-safe.
class PageQueue {
 public:
  explicit PageQueue(std::unique_ptr<ColumnPages> pages) : pages_(std::move(pages)) {}

  /// Null at the end.
  [[nodiscard]] std::shared_ptr<QueuedPage> next();

 private:
  friend class QueuedPage;

  void unpack(QueuedPage& page, std::unique_lock<std::mutex>& lock);
  [[nodiscard]] std::shared_ptr<QueuedPage> page_ahead();
  [[nodiscard]] std::shared_ptr<QueuedPage> read();

  std::mutex mutex_;
  std::condition_variable unpacked_;
  std::unique_ptr<ColumnPages> pages_;
  std::deque<std::shared_ptr<QueuedPage>> ahead_;  // read, but not given out
  std::exception_ptr problem_;                     // why no more can be read
  bool is_at_end_ = false;
};

}  // namespace cento::arrow_files
