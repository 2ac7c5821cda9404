#pragma once

#include <cstddef>
#include <cstdlib>
#include <memory>

namespace cento {

inline constexpr std::size_t kHugePageBytes = std::size_t{2} << 20;

/// Uninitialised memory, to be freed with std::free. From 2 MB on, huge pages are requested: touching fresh memory 4 KB
/// at a time costs as much as reading a file. Throws std::bad_alloc.
[[nodiscard]] std::byte* allocate_bytes(std::size_t size);

/// For smart pointers to such memory.
struct FreeBytes {
  template <typename T>
  void operator()(T* place) const noexcept {
    std::free(place);
  }
};

/// Frees memory of map_bytes().
struct UnmapBytes {
  std::size_t size = 0;

  void operator()(char* bytes) const noexcept;
};

/// Uninitialised memory straight from the system, in ordinary pages, which goes back to the system when it is freed:
/// for what is held in many pieces of which some are freed earlier than others. Throws std::bad_alloc.
[[nodiscard]] std::unique_ptr<char, UnmapBytes> map_bytes(std::size_t size);

}  // namespace cento
