#include "core/temp_file.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "core/error.hpp"

namespace cento {

namespace {

std::string folder_or_default(std::string folder) {
  if (!folder.empty()) return folder;
  std::error_code error;
  const std::filesystem::path found = std::filesystem::temp_directory_path(error);
  return error ? "/tmp" : found.string();
}

}  // namespace

TempFile::TempFile(std::string folder) : folder_(folder_or_default(std::move(folder))) {}

TempFile::~TempFile() {
  if (file_ != kNoFile) ::close(file_);
}

std::uint64_t TempFile::append(const void* bytes, std::size_t size) {
  std::uint64_t offset = 0;
  {
    const std::lock_guard lock(mutex_);
    if (file_ == kNoFile) open();
    offset = size_;
    size_ += size;
  }
  const auto* rest = static_cast<const char*>(bytes);
  for (std::size_t done = 0; done < size;) {
    const ssize_t written = ::pwrite(file_, rest + done, size - done, static_cast<off_t>(offset + done));
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) fail("write");
    done += static_cast<std::size_t>(written);
  }
  return offset;
}

std::size_t TempFile::read(std::uint64_t offset, void* out, std::size_t size) const {
  auto* room = static_cast<char*>(out);
  std::size_t done = 0;
  while (done < size) {
    const ssize_t got = ::pread(file_, room + done, size - done, static_cast<off_t>(offset + done));
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
  std::string name = (std::filesystem::path(folder_) / "cento-temp-XXXXXX").string();
  file_ = ::mkstemp(name.data());
  if (file_ == kNoFile) fail("make");
  ::unlink(name.c_str());
}

void TempFile::fail(const char* what) const {
  throw Error(fmt::format("Cannot {} a temporary file in {}: {}. Name a folder with room by --temp-dir.", what, folder_,
                          std::generic_category().message(errno)));
}

}  // namespace cento
