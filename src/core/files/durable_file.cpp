#include "core/files/durable_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "cento/error.hpp"

namespace cento {

namespace {

constexpr std::size_t kDurableBufferBytes = std::size_t{1} << 20;

[[noreturn]] void fail_durable(const std::string& path, int error) {
  throw Error(fmt::format("cannot write {}: {}", path, std::generic_category().message(error)));
}

}  // namespace

DurableFile::DurableFile(std::string path) : path_(std::move(path)) {
  try {
    file_.emplace(path_);
  } catch (const std::system_error& error) {
    fail_durable(path_, error.code().value());
  }
}

DurableFile::~DurableFile() = default;

void DurableFile::write(std::span<const std::byte> bytes) {
  if (buffer_.size() + bytes.size() >= kDurableBufferBytes) flush();
  if (bytes.size() >= kDurableBufferBytes) return write_out(bytes);
  buffer_.insert(buffer_.end(), bytes.begin(), bytes.end());
}

void DurableFile::write_at_start(std::span<const std::byte> bytes) {
  flush();
  if (::lseek(file_->descriptor(), 0, SEEK_SET) < 0) fail_durable(path_, errno);
  write_out(bytes);
  if (::lseek(file_->descriptor(), 0, SEEK_END) < 0) fail_durable(path_, errno);
}

void DurableFile::publish() {
  flush();
  if (::fsync(file_->descriptor()) != 0) fail_durable(path_, errno);
  try {
    file_->publish();
  } catch (const std::system_error& error) {
    fail_durable(path_, error.code().value());
  }
  file_.reset();
  sync_folder(std::filesystem::path(path_).parent_path().string());
}

void DurableFile::flush() {
  write_out(buffer_);
  buffer_.clear();
}

void DurableFile::write_out(std::span<const std::byte> bytes) const {
  while (!bytes.empty()) {
    const ssize_t written = ::write(file_->descriptor(), bytes.data(), bytes.size());
    if (written < 0 && errno != EINTR) fail_durable(path_, errno);
    if (written > 0) bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
}

void sync_folder(const std::string& folder) {
  const std::string name = folder.empty() ? "." : folder;
  const int descriptor = ::open(name.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) fail_durable(name, errno);
  const int error = ::fsync(descriptor) == 0 ? 0 : errno;
  ::close(descriptor);
  if (error != 0) fail_durable(name, error);
}

}  // namespace cento
