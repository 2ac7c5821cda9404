#include "core/spilled_array.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <new>
#include <utility>

#include "core/unnamed_file.hpp"

namespace cento {

MappedTempFile::MappedTempFile(MappedTempFile&& other) noexcept
    : folder_(std::move(other.folder_)),
      file_(std::exchange(other.file_, kNoFile)),
      bytes_(std::exchange(other.bytes_, nullptr)),
      size_(std::exchange(other.size_, 0)) {}

MappedTempFile& MappedTempFile::operator=(MappedTempFile&& other) noexcept {
  std::swap(folder_, other.folder_);
  std::swap(file_, other.file_);
  std::swap(bytes_, other.bytes_);
  std::swap(size_, other.size_);
  return *this;
}

void MappedTempFile::grow(std::size_t size) {
  if (size <= size_) return;
  if (file_ == kNoFile) open();
  const int error = ::posix_fallocate(file_, 0, static_cast<off_t>(size));
  if (error != 0) {
    errno = error;
    fail("make room in");
  }
  void* const mapped = bytes_ == nullptr ? ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED, file_, 0)
                                         : ::mremap(bytes_, size_, size, MREMAP_MAYMOVE);
  if (mapped == MAP_FAILED) throw std::bad_alloc();
  bytes_ = static_cast<char*>(mapped);
  size_ = size;
}

void MappedTempFile::release() noexcept {
  if (bytes_ != nullptr) ::munmap(bytes_, size_);
  if (file_ != kNoFile) ::close(file_);
  bytes_ = nullptr;
  file_ = kNoFile;
  size_ = 0;
}

void MappedTempFile::open() {
  folder_ = temp_folder_or_default(std::move(folder_));
  file_ = open_unnamed_file(folder_);
}

void MappedTempFile::fail(const char* what) const {
  fail_temp_file(what, folder_);
}

}  // namespace cento
