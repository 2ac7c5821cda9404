#include "index/index_folder.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>

#include <fmt/format.h>

#include "core/error.hpp"

namespace cento {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kSegmentEnding = ".segment";
constexpr std::string_view kLockName = "writer.lock";
constexpr int kNewFileMode = 0666;  // less the user's mask

[[noreturn]] void fail(std::string_view what, const std::string& path) {
  throw Error(fmt::format("cannot {} {}: {}", what, path, std::strerror(errno)));
}

bool is_listed(const std::string& file, const std::vector<SegmentRow>& listed) {
  return std::any_of(listed.begin(), listed.end(), [&file](const SegmentRow& row) { return row.file == file; });
}

}  // namespace

const std::string& require_index(const std::string& folder) {
  std::error_code error;
  if (fs::is_regular_file(catalog_path(folder), error)) return folder;
  throw Error(
      fmt::format("{} is not an index: it has no {}; make one with `cento index create`", folder, Catalog::kFileName));
}

std::string path_in(const std::string& folder, std::string_view file) {
  return (fs::path(folder) / file).string();
}
std::string catalog_path(const std::string& folder) {
  return path_in(folder, Catalog::kFileName);
}
std::string segment_file_name(std::uint64_t number) {
  return fmt::format("{:08}{}", number, kSegmentEnding);
}

bool is_of_segment(std::string_view file) {
  return file.find(kSegmentEnding) != std::string_view::npos;
}

void remove_orphans(const std::string& folder, const std::vector<SegmentRow>& listed) {
  std::error_code error;
  std::vector<fs::path> orphans;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
    const std::string name = entry.path().filename().string();
    if (is_of_segment(name) && !is_listed(name, listed)) orphans.push_back(entry.path());
  }
  for (const fs::path& orphan : orphans) fs::remove(orphan, error);
}

WriterLock::WriterLock(const std::string& folder, bool wait) {
  const std::string path = path_in(folder, kLockName);
  file_ = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, kNewFileMode);
  if (file_ < 0) fail("open", path);
  int result = -1;
  do {
    result = ::flock(file_, wait ? LOCK_EX : LOCK_EX | LOCK_NB);
  } while (result != 0 && errno == EINTR);
  if (result == 0) return;
  const bool is_taken = errno == EWOULDBLOCK;
  ::close(file_);
  if (is_taken) {
    throw Error(
        fmt::format("another program is writing to the index {}; try again when it has ended, or give --wait", folder));
  }
  fail("lock", path);
}

WriterLock::~WriterLock() {
  ::close(file_);
}

}  // namespace cento
