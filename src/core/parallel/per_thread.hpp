#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <thread>
#include <utility>
#include <vector>

namespace cento {

/// One object for each thread that asks for one, made when it first does. Ask once a document or batch, not once a
/// word: each time the objects of all threads are searched. All objects are freed with this one, or by clear().
template <typename Object>
class PerThread {
 public:
  /// Objects are made by default, or by `make()`, which returns one and may run on several threads at once.
  PerThread() : make_([] { return std::make_unique<Object>(); }) {}
  template <typename Make>
  explicit PerThread(Make make)
      : make_([make = std::move(make)] { return std::unique_ptr<Object>(new Object(make())); }) {}

  /// The object of the calling thread. It stays where it is until clear().
  Object& local() {
    const std::thread::id self = std::this_thread::get_id();
    {
      const std::shared_lock lock(mutex_);
      for (const auto& [thread, object] : objects_) {
        if (thread == self) return *object;
      }
    }
    std::unique_ptr<Object> made = make_();
    const std::lock_guard lock(mutex_);
    return *objects_.emplace_back(self, std::move(made)).second;
  }

  /// Frees all objects, when no thread uses its own any more.
  void clear() {
    const std::lock_guard lock(mutex_);
    objects_.clear();
  }

 private:
  std::function<std::unique_ptr<Object>()> make_;
  std::shared_mutex mutex_;
  std::vector<std::pair<std::thread::id, std::unique_ptr<Object>>> objects_;
};

}  // namespace cento
