#pragma once

#include <cstddef>
#include <limits>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace cento {

/// Finished objects, kept for reuse because their memory is warm or because they are expensive to make. Thread-safe.
template <typename Object>
class ObjectPool {
 public:
  static constexpr std::size_t kFew = 16;
  static constexpr std::size_t kAll = std::numeric_limits<std::size_t>::max();

  /// At most `most_idle` objects wait for reuse.
  explicit ObjectPool(std::size_t most_idle = kFew) : most_idle_(most_idle) {}

  /// An object that was given back, or the result of `make()`, a std::unique_ptr, if there is none.
  template <typename Make>
  [[nodiscard]] std::unique_ptr<Object> take(const Make& make) {
    std::unique_ptr<Object> object = take_idle();
    return object != nullptr ? std::move(object) : make();
  }

  /// Keeps an object for reuse as it is; frees it if enough are idle.
  void give_back(std::unique_ptr<Object> object) {
    const std::lock_guard lock(mutex_);
    if (idle_.size() < most_idle_) idle_.push_back(std::move(object));
  }

  /// The same for an empty object that returns to the pool when its last holder releases it. The pool must outlive it.
  /// `Object` has a clear() that empties it and keeps memory of usual size.
  template <typename Make>
  [[nodiscard]] std::shared_ptr<Object> lend(const Make& make) {
    std::unique_ptr<Object> object = take(make);
    return {object.release(), [this](Object* released) {
              std::unique_ptr<Object> done(released);
              done->clear();
              give_back(std::move(done));
            }};
  }

  [[nodiscard]] std::shared_ptr<Object> lend() {
    return lend([] { return std::make_unique<Object>(); });
  }

  /// Frees the idle objects.
  void clear() {
    const std::lock_guard lock(mutex_);
    idle_.clear();
  }

 private:
  std::unique_ptr<Object> take_idle() {
    const std::lock_guard lock(mutex_);
    if (idle_.empty()) return nullptr;
    std::unique_ptr<Object> object = std::move(idle_.back());
    idle_.pop_back();
    return object;
  }

  std::size_t most_idle_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<Object>> idle_;
};

}  // namespace cento
