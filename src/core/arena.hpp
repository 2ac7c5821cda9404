#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <type_traits>
#include <vector>

#include "core/reused_bytes.hpp"

namespace cento {

/// Bytes that live together and die together. Views into an arena stay valid until clear() or its end, and at least
/// kPadding readable bytes follow each of them, so that vector code may load past their end.
class Arena {
 public:
  static constexpr std::size_t kPadding = 64;

  /// Room for `size` bytes (plus padding), uninitialised. At most one such room is open: what follows may be shrunk
  /// with commit().
  char* allocate(std::size_t size);

  /// Gives back the unused end of the room that the last allocate() opened.
  void commit(const char* room, std::size_t used_bytes);

  /// A copy of `bytes` that lives here.
  std::string_view store(std::string_view bytes);

  /// An array of `count` default-constructed trivial objects.
  template <typename T>
  std::span<T> array(std::size_t count) {
    static_assert(std::is_trivially_destructible_v<T>);
    void* room = align(allocate(count * sizeof(T) + alignof(T)), alignof(T));
    T* first = static_cast<T*>(room);
    for (std::size_t i = 0; i < count; ++i) new (first + i) T();
    return {first, count};
  }

  /// Forgets everything, keeping the memory for the next use.
  void clear();

  /// Bytes held from the system.
  [[nodiscard]] std::size_t capacity_bytes() const;

 private:
  static void* align(void* pointer, std::size_t alignment);

  std::vector<ReusedBytes> chunks_;
  std::size_t current_ = 0;  // chunk being filled
  std::size_t used_ = 0;     // bytes used of it
};

}  // namespace cento
