#include "core/memory/spillable_memory.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>

#include "core/spill/unnamed_file.hpp"

namespace cento {

bool SpillableMemory::takes_from_heap(std::size_t bytes) {
  const std::lock_guard lock(mutex_);
  if (bytes >= kLeastSpilled && heap_bytes_ + bytes > lease_.bytes()) return false;
  heap_bytes_ += bytes;
  lease_.use(bytes);
  return true;
}

std::byte* SpillableMemory::allocate(std::size_t bytes) {
  if (takes_from_heap(bytes)) {
    if (void* piece = std::malloc(bytes)) return static_cast<std::byte*>(piece);
    throw std::bad_alloc();
  }
  std::byte* piece = map_file(bytes);
  const std::lock_guard lock(mutex_);
  mapped_.insert(piece);
  spilled_bytes_ += bytes;
  return piece;
}

void SpillableMemory::free(std::byte* piece, std::size_t bytes) noexcept {
  {
    const std::lock_guard lock(mutex_);
    if (mapped_.erase(piece) == 0) {
      heap_bytes_ -= bytes;
      lease_.free(bytes);
      return std::free(piece);
    }
    spilled_bytes_ -= bytes;
  }
  ::munmap(piece, bytes);
}

/// Disk space is reserved at once: a full disk is noticed here and not where the memory is used.
std::byte* SpillableMemory::map_file(std::size_t bytes) const {
  const std::string folder = temp_folder_or_default(temp_dir_);
  const int file = open_unnamed_file(folder);
  const int failure = ::posix_fallocate(file, 0, static_cast<off_t>(bytes));
  void* piece = MAP_FAILED;
  if (failure == 0) piece = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  const int reason = failure != 0 ? failure : errno;
  ::close(file);
  if (piece != MAP_FAILED) return static_cast<std::byte*>(piece);
  errno = reason;
  fail_temp_file("write", folder);
}

std::uint64_t SpillableMemory::heap_bytes() const {
  const std::lock_guard lock(mutex_);
  return heap_bytes_;
}

std::uint64_t SpillableMemory::spilled_bytes() const {
  const std::lock_guard lock(mutex_);
  return spilled_bytes_;
}

}  // namespace cento
