#include "core/spill/temp_file.hpp"

#include <unistd.h>

#include <cerrno>
#include <utility>

#include "core/spill/unnamed_file.hpp"

namespace cento {

TempFile::TempFile(std::string folder) : folder_(temp_folder_or_default(std::move(folder))) {}

TempFile::~TempFile() {
  if (file_ != kNoFile) ::close(file_);
}

std::uint64_t TempFile::append(std::span<const std::byte> bytes) {
  std::uint64_t offset = 0;
  {
    const std::lock_guard lock(mutex_);
    if (file_ == kNoFile) open();
    offset = size_;
    size_ += bytes.size();
  }
  for (std::size_t done = 0; done < bytes.size();) {
    const std::span rest = bytes.subspan(done);
    const ssize_t written = ::pwrite(file_, rest.data(), rest.size(), static_cast<off_t>(offset + done));
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) fail("write");
    done += static_cast<std::size_t>(written);
  }
  return offset;
}

std::size_t TempFile::read(std::uint64_t offset, std::span<std::byte> out) const {
  std::size_t done = 0;
  while (done < out.size()) {
    const std::span room = out.subspan(done);
    const ssize_t got = ::pread(file_, room.data(), room.size(), static_cast<off_t>(offset + done));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) fail("read");
    if (got == 0) break;
    done += static_cast<std::size_t>(got);
  }
  return done;
}

std::uint64_t TempFile::size() const {
  const std::lock_guard lock(mutex_);
  return size_;
}

void TempFile::open() {
  file_ = open_unnamed_file(folder_);
}

void TempFile::fail(const char* what) const {
  fail_temp_file(what, folder_);
}

}  // namespace cento
