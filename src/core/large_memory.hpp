#pragma once

#include <cstddef>
#include <cstdlib>

namespace cento {

/// Uninitialised memory, to be freed with std::free. From 2 MB on it is asked of the system in huge pages: touching
/// fresh memory 4 KB at a time costs as much as reading a file. Throws std::bad_alloc.
[[nodiscard]] void* allocate_bytes(std::size_t size);

/// For smart pointers to such memory.
struct FreeBytes {
  void operator()(void* bytes) const { std::free(bytes); }
};

}  // namespace cento
