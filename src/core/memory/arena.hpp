#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/memory/reused_bytes.hpp"

namespace cento {

/// Bytes that are allocated and freed together. Views into an arena stay valid until clear() or its destruction, and at
/// least kPadding readable bytes follow each of them, so that vector code may load past their end.
class Arena {
 public:
  static constexpr std::size_t kPadding = 64;

  Arena() = default;
  /// `pool`: as for ReusedBytes.
  explicit Arena(std::shared_ptr<BytePool> pool) : pool_(std::move(pool)) {}

  /// Room for `size` bytes (plus padding), uninitialised. Only the most recent room may be shrunk with commit().
  char* allocate(std::size_t size);

  /// Gives back the unused end of the room that the last allocate() returned.
  void commit(const char* room, std::size_t used_bytes);

  /// Copies `bytes` into the arena.
  std::string_view store(std::string_view bytes);

  /// An array of `count` default-constructed trivial objects.
  template <typename T>
  std::span<T> array(std::size_t count) {
    static_assert(std::is_trivially_destructible_v<T>);
    T* first = reinterpret_cast<T*>(align(allocate(count * sizeof(T) + alignof(T)), alignof(T)));
    for (std::size_t i = 0; i < count; ++i) std::construct_at(first + i);
    return {first, count};
  }

  /// Forgets everything, keeping the memory for the next use.
  void clear();

  /// Bytes allocated from the system.
  [[nodiscard]] std::size_t capacity_bytes() const;

  [[nodiscard]] const std::shared_ptr<BytePool>& pool() const { return pool_; }

 private:
  static char* align(char* pointer, std::size_t alignment);

  std::shared_ptr<BytePool> pool_;
  std::vector<ReusedBytes> chunks_;
  std::size_t current_ = 0;  // chunk being filled
  std::size_t used_ = 0;     // bytes used of that chunk
};

}  // namespace cento
