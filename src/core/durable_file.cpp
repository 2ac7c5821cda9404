#include "core/durable_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <random>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "core/error.hpp"

namespace cento {

namespace {

constexpr std::size_t kBufferBytes = std::size_t{1} << 20;
constexpr mode_t kNewFileMode = 0666;  // less the user's umask

[[noreturn]] void fail(const std::string& path, int error) {
  throw Error(fmt::format("cannot write {}: {}", path, std::generic_category().message(error)));
}

/// Opens a new file beside `path`; puts its name into `temporary`.
int create_beside(const std::string& path, std::string& temporary) {
  std::random_device random;
  for (;;) {
    temporary = fmt::format("{}.tmp-{}-{:08x}", path, ::getpid(), random());
    const int descriptor = ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, kNewFileMode);
    if (descriptor >= 0) return descriptor;
    if (errno != EEXIST) fail(path, errno);
  }
}

}  // namespace

DurableFile::DurableFile(std::string path) : path_(std::move(path)) {
  descriptor_ = create_beside(path_, temporary_);
  removed_on_signal_ = std::make_unique<RemovedOnSignal>(temporary_);
}

DurableFile::~DurableFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

void DurableFile::write(std::span<const std::byte> bytes) {
  if (buffer_.size() + bytes.size() >= kBufferBytes) flush();
  if (bytes.size() >= kBufferBytes) return write_out(bytes);
  buffer_.insert(buffer_.end(), bytes.begin(), bytes.end());
}

void DurableFile::write_at_start(std::span<const std::byte> bytes) {
  flush();
  if (::lseek(descriptor_, 0, SEEK_SET) < 0) fail(path_, errno);
  write_out(bytes);
  if (::lseek(descriptor_, 0, SEEK_END) < 0) fail(path_, errno);
}

void DurableFile::publish() {
  flush();
  if (::fsync(descriptor_) != 0) fail(path_, errno);
  if (::close(std::exchange(descriptor_, -1)) != 0) fail(path_, errno);
  if (::rename(temporary_.c_str(), path_.c_str()) != 0) fail(path_, errno);
  temporary_.clear();
  removed_on_signal_.reset();
  sync_folder(std::filesystem::path(path_).parent_path().string());
}

void DurableFile::flush() {
  write_out(buffer_);
  buffer_.clear();
}

void DurableFile::write_out(std::span<const std::byte> bytes) const {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor_, bytes.data(), bytes.size());
    if (written < 0 && errno != EINTR) fail(path_, errno);
    if (written > 0) bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
}

void sync_folder(const std::string& folder) {
  const std::string name = folder.empty() ? "." : folder;
  const int descriptor = ::open(name.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) fail(name, errno);
  const int error = ::fsync(descriptor) == 0 ? 0 : errno;
  ::close(descriptor);
  if (error != 0) fail(name, error);
}

}  // namespace cento
