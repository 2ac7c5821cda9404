#pragma once

#include <cstddef>
#include <cstdlib>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/memory/large_memory.hpp"

namespace cento {

/// Leaves new elements of trivial type uninitialised, so that resize() costs nothing for memory that is about to be
/// written anyway.
template <typename T>
class UninitializedAllocator : public std::allocator<T> {
 public:
  static_assert(std::is_trivially_copyable_v<T>);

  template <typename U>
  struct rebind {
    using other = UninitializedAllocator<U>;
  };

  [[nodiscard]] T* allocate(std::size_t count) { return reinterpret_cast<T*>(allocate_bytes(count * sizeof(T))); }
  void deallocate(T* place, std::size_t) noexcept { std::free(place); }

  template <typename U>
  void construct(U*) noexcept {}

  template <typename U, typename... Arguments>
  void construct(U* place, Arguments&&... arguments) {
    std::construct_at(place, std::forward<Arguments>(arguments)...);
  }
};

/// A vector of plain values whose resize() does not clear them.
template <typename T>
using PlainVector = std::vector<T, UninitializedAllocator<T>>;

/// Frees the memory of an emptied scratch vector if one large document made it far larger than usual.
template <typename Vector>
void release_if_large(Vector& scratch) {
  constexpr std::size_t kKeptBytes = std::size_t{4} << 20;
  if (scratch.capacity() * sizeof(typename Vector::value_type) > kKeptBytes) scratch = Vector();
}

}  // namespace cento
