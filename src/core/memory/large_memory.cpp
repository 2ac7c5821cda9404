#include "core/memory/large_memory.hpp"

#include <sys/mman.h>

#include <new>

namespace cento {

std::byte* allocate_bytes(std::size_t size) {
  if (size < kHugePageBytes) {
    if (void* bytes = std::malloc(size)) return static_cast<std::byte*>(bytes);
    throw std::bad_alloc();
  }
  const std::size_t whole_pages = (size + kHugePageBytes - 1) / kHugePageBytes * kHugePageBytes;
  if (whole_pages < size) throw std::bad_alloc();
  void* bytes = std::aligned_alloc(kHugePageBytes, whole_pages);
  if (bytes == nullptr) throw std::bad_alloc();
  ::madvise(bytes, whole_pages, MADV_HUGEPAGE);  // only a hint; if refused, everything works, but slower
  return static_cast<std::byte*>(bytes);
}

void UnmapBytes::operator()(char* bytes) const noexcept {
  ::munmap(bytes, size);
}

std::unique_ptr<char, UnmapBytes> map_bytes(std::size_t size) {
  void* const mapped = ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (mapped == MAP_FAILED) throw std::bad_alloc();
  return {static_cast<char*>(mapped), UnmapBytes{size}};
}

}  // namespace cento
