#include "arrow_files/page_sequence.hpp"

#include <stdexcept>
#include <utility>

#include "arrow_files/page_copy.hpp"

namespace cento::arrow_files {

PageSequence::PageSequence(const ParquetFile& file, int group, int leaf, const CentoArrowChoice& choice, Cuts cuts)
    : pages_(file.bytes(), *file.metadata(), group, leaf), choice_(choice), cuts_(cuts) {
  const auto chunk = file.metadata()->RowGroup(group)->ColumnChunk(leaf);
  const auto statistics = chunk->is_stats_set() ? chunk->encoded_statistics() : nullptr;
  const bool is_full = statistics != nullptr && statistics->has_null_count && statistics->null_count == 0;
  has_nulls_ = pages_.descriptor().max_definition_level() > 0 && !is_full;
}

bool PageSequence::copy_next() {
  std::unique_lock lock(mutex_);
  if (has_ended_) return false;
  try {
    return copy_page_of(lock);
  } catch (...) {
    if (!lock.owns_lock()) lock.lock();
    problem_ = std::current_exception();
    has_ended_ = true;
    changed_.notify_all();
    return false;
  }
}

/// The lock is free while the page is worked on.
bool PageSequence::copy_page_of(std::unique_lock<std::mutex>& lock) {
  const std::shared_ptr<parquet::DataPage> page = pages_.next();
  if (page == nullptr) {
    if (row_ != choice_.rows) throw std::runtime_error("a column ends early");
    has_ended_ = true;
    changed_.notify_all();
    return false;
  }
  if (page->num_values() > choice_.rows - row_) throw std::runtime_error("a column has more rows than its group");
  const std::int64_t end = row_ + page->num_values();
  const PageChoice rows{choice_.keeps + row_, row_, cuts_in(cuts_, row_, end)};
  row_ = end;
  Copy& copy = copies_.emplace_back();
  lock.unlock();
  std::int64_t nulls = 0;
  std::shared_ptr<parquet::DataPage> copied = copy_page(pages_, page, rows, has_nulls_, nulls);
  lock.lock();
  copy = {std::move(copied), true};
  nulls_ += nulls;
  changed_.notify_all();
  return true;
}

std::shared_ptr<parquet::DataPage> PageSequence::take() {
  std::unique_lock lock(mutex_);
  while (true) {
    if (problem_ != nullptr) std::rethrow_exception(problem_);
    if (has_next()) {
      const std::shared_ptr<parquet::DataPage> page = std::move(copies_.front().page);
      copies_.pop_front();
      if (page != nullptr) return page;
    } else if (has_ended_ && copies_.empty()) {
      return nullptr;
    } else if (has_ended_) {
      changed_.wait(lock, [this] { return has_next() || problem_ != nullptr; });
    } else {
      lock.unlock();
      copy_next();
      lock.lock();
    }
  }
}

void PageSequence::stop() {
  const std::lock_guard lock(mutex_);
  has_ended_ = true;
}

}  // namespace cento::arrow_files
