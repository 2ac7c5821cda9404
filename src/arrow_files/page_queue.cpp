#include "arrow_files/page_queue.hpp"

#include <utility>

#include "arrow_files/reused_memory.hpp"

namespace cento::arrow_files {

namespace {

constexpr std::size_t kPagesAheadMost = 3;

}  // namespace

const PageValues& QueuedPage::values() {
  std::unique_lock lock(queue_.mutex_);
  while (state_ == State::busy) {
    if (const std::shared_ptr<QueuedPage> other = queue_.page_ahead()) {
      queue_.unpack(*other, lock);
    } else {
      queue_.unpacked_.wait(lock);
    }
  }
  if (state_ == State::packed) queue_.unpack(*this, lock);
  if (problem_ != nullptr) std::rethrow_exception(problem_);
  return values_;
}

const std::shared_ptr<arrow::Buffer>& QueuedPage::bytes() const {
  return values_.are_in_dictionary ? queue_.pages_->dictionary_bytes() : values_.bytes;
}

std::shared_ptr<QueuedPage> PageQueue::next() {
  const std::lock_guard lock(mutex_);
  if (ahead_.empty()) {
    std::shared_ptr<QueuedPage> page = read();
    if (page == nullptr && problem_ != nullptr) std::rethrow_exception(problem_);
    return page;
  }
  std::shared_ptr<QueuedPage> page = std::move(ahead_.front());
  ahead_.pop_front();
  return page;
}

/// A page that comes later and that no thread has begun with; null when there is none, too many are ready, or it is too
/// large for the memory.
std::shared_ptr<QueuedPage> PageQueue::page_ahead() {
  if (ahead_.size() < kPagesAheadMost) {
    if (std::shared_ptr<QueuedPage> page = read()) ahead_.push_back(std::move(page));
  }
  for (const std::shared_ptr<QueuedPage>& page : ahead_) {
    const bool is_small = page->unpacked_bytes() <= kept_memory();
    if (page->state_ == QueuedPage::State::packed && is_small) return page;
  }
  return nullptr;
}

/// Null at the end, and when the file is damaged.
std::shared_ptr<QueuedPage> PageQueue::read() {
  if (is_at_end_) return nullptr;
  std::shared_ptr<parquet::DataPage> page;
  try {
    page = pages_->next();
  } catch (...) {
    problem_ = std::current_exception();
  }
  is_at_end_ = page == nullptr;
  return is_at_end_ ? nullptr : std::make_shared<QueuedPage>(*this, std::move(page));
}

/// Without the lock meanwhile.
void PageQueue::unpack(QueuedPage& page, std::unique_lock<std::mutex>& lock) {
  page.state_ = QueuedPage::State::busy;
  lock.unlock();
  PageValues values;
  std::exception_ptr problem;
  try {
    values = pages_->unpack(*page.page_);
  } catch (...) {
    problem = std::current_exception();
  }
  lock.lock();
  page.values_ = std::move(values);
  page.problem_ = std::move(problem);
  page.page_.reset();
  page.state_ = QueuedPage::State::unpacked;
  unpacked_.notify_all();
}

}  // namespace cento::arrow_files
