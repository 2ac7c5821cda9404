#include "index/segment/mapped_file.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "cento/error.hpp"

namespace cento {

namespace {

[[noreturn]] void fail(const std::string& path, int error) {
  throw Error(fmt::format("cannot read {}: {}", path, std::generic_category().message(error)));
}

/// Returns 0, or the system's error.
int map(int descriptor, std::span<const std::byte>& bytes) {
  struct stat status {};
  if (::fstat(descriptor, &status) != 0) return errno;
  if (!S_ISREG(status.st_mode)) return EISDIR;
  const auto size = static_cast<std::size_t>(status.st_size);
  if (size == 0) return 0;
  const void* place = ::mmap(nullptr, size, PROT_READ, MAP_SHARED, descriptor, 0);
  if (place == MAP_FAILED) return errno;
  bytes = {static_cast<const std::byte*>(place), size};
  return 0;
}

}  // namespace

MappedFile::MappedFile(const std::string& path) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) fail(path, errno);
  const int error = map(descriptor, bytes_);
  ::close(descriptor);
  if (error != 0) fail(path, error);
}

MappedFile::~MappedFile() {
  if (!bytes_.empty()) ::munmap(const_cast<std::byte*>(bytes_.data()), bytes_.size());
}

MappedFile::MappedFile(MappedFile&& other) noexcept : bytes_(std::exchange(other.bytes_, {})) {}

MappedFile& MappedFile::operator=(MappedFile&& other) noexcept {
  std::swap(bytes_, other.bytes_);
  return *this;
}

}  // namespace cento
