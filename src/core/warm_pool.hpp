#pragma once

#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace cento {

/// Objects that are done wait here for their next use, a few of them: their memory is warm. Thread-safe. `Object` has a
/// clear() that empties it and keeps memory of usual size.
template <typename Object>
class WarmPool {
 public:
  /// An empty object that comes back when nobody holds it any more. The pool must outlive it.
  std::shared_ptr<Object> take() {
    return {take_free().release(), [this](Object* object) { give_back(object); }};
  }

  /// Gives back the memory of those that wait.
  void clear() {
    const std::lock_guard lock(mutex_);
    free_.clear();
  }

 private:
  std::unique_ptr<Object> take_free() {
    const std::lock_guard lock(mutex_);
    if (free_.empty()) return std::make_unique<Object>();
    std::unique_ptr<Object> object = std::move(free_.back());
    free_.pop_back();
    return object;
  }

  void give_back(Object* object) {
    std::unique_ptr<Object> done(object);
    done->clear();
    const std::lock_guard lock(mutex_);
    if (free_.size() < kMostFree) free_.push_back(std::move(done));
  }

  static constexpr std::size_t kMostFree = 16;

  std::mutex mutex_;
  std::vector<std::unique_ptr<Object>> free_;
};

}  // namespace cento
