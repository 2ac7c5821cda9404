#pragma once

#include <cstddef>
#include <cstdlib>
#include <memory>

namespace cento {

/// Uninitialised memory, to be freed with std::free. From 2 MB on it is asked of the system in huge pages: touching
/// fresh memory 4 KB at a time costs as much as reading a file. Throws std::bad_alloc.
[[nodiscard]] void* allocate_bytes(std::size_t size);

/// For smart pointers to such memory.
struct FreeBytes {
  void operator()(void* bytes) const { std::free(bytes); }
};

/// Gives memory of map_bytes() back.
struct UnmapBytes {
  std::size_t size = 0;

  void operator()(char* bytes) const noexcept;
};

/// Uninitialised memory straight from the system, in pages as they come, which is the system's again once it is freed:
/// for what is held in many pieces of which some go while others stay. Throws std::bad_alloc.
[[nodiscard]] std::unique_ptr<char, UnmapBytes> map_bytes(std::size_t size);

}  // namespace cento
