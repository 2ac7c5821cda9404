#include "read/byte_spool.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <utility>

#include <fmt/format.h>
#include <unistd.h>

#include "core/error.hpp"

namespace cento {

namespace {

constexpr std::size_t kWriteBytes = std::size_t{1} << 20;

class SpoolSource : public ByteSource {
 public:
  explicit SpoolSource(ByteSpool& spool) : spool_(spool) {}

  std::size_t read(char* out, std::size_t size) override {
    const std::size_t got = spool_.read(offset_, out, size);
    offset_ += got;
    return got;
  }

 private:
  ByteSpool& spool_;
  std::uint64_t offset_ = 0;
};

std::string folder_or_default(std::string folder) {
  if (!folder.empty()) return folder;
  std::error_code error;
  const std::filesystem::path found = std::filesystem::temp_directory_path(error);
  return error ? "/tmp" : found.string();
}

}  // namespace

ByteSpool::ByteSpool(std::uint64_t memory_bytes, std::string temp_dir)
    : memory_limit_(memory_bytes), temp_dir_(folder_or_default(std::move(temp_dir))) {}

ByteSpool::~ByteSpool() {
  if (file_ != kNoFile) close(file_);
}

std::uint64_t ByteSpool::append(std::string_view bytes) {
  const std::uint64_t offset = size();
  if (file_ == kNoFile && memory_.size() + bytes.size() <= memory_limit_) {
    const std::uint64_t needed = memory_.size() + bytes.size();
    if (needed > memory_.capacity()) memory_.reserve(std::min(memory_limit_, needed * 2));
    memory_ += bytes;
    return offset;
  }
  if (file_ == kNoFile) open_file();
  unwritten_ += bytes;
  if (unwritten_.size() >= kWriteBytes) write_out();
  return offset;
}

std::size_t ByteSpool::read(std::uint64_t offset, char* out, std::size_t size) {
  std::size_t done = 0;
  if (offset < memory_.size()) {
    done = memory_.copy(out, size, offset);
    if (done == size) return done;
  }
  if (!unwritten_.empty()) write_out();
  const std::uint64_t file_offset = offset + done - memory_.size();
  if (offset + done >= memory_.size() && file_offset < file_bytes_) {
    done += read_file(file_offset, out + done, size - done);
  }
  return done;
}

void ByteSpool::open_file() {
  std::string name = (std::filesystem::path(temp_dir_) / "cento-spool-XXXXXX").string();
  file_ = mkstemp(name.data());
  if (file_ == kNoFile) fail("make");
  unlink(name.c_str());
}

void ByteSpool::write_out() {
  std::string_view rest = unwritten_;
  while (!rest.empty()) {
    const ssize_t written = ::write(file_, rest.data(), rest.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) fail("write");
    rest.remove_prefix(static_cast<std::size_t>(written));
  }
  file_bytes_ += unwritten_.size();
  unwritten_.clear();
}

std::size_t ByteSpool::read_file(std::uint64_t offset, char* out, std::size_t size) const {
  std::size_t done = 0;
  while (done < size) {
    const ssize_t got = ::pread(file_, out + done, size - done, static_cast<off_t>(offset + done));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) fail("read");
    if (got == 0) break;
    done += static_cast<std::size_t>(got);
  }
  return done;
}

void ByteSpool::fail(std::string_view what) const {
  throw Error(fmt::format("Cannot {} a temporary file in {}: {}. Name a folder with room by --temp-dir.", what,
                          temp_dir_, std::strerror(errno)));
}

std::unique_ptr<ByteSource> spool_source(ByteSpool& spool) {
  return std::make_unique<SpoolSource>(spool);
}

}  // namespace cento
