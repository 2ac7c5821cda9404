#include "index/index_folder.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <thread>

#include <fmt/format.h>

#include "cento/error.hpp"

namespace cento {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kSegmentEnding = ".segment";
constexpr std::string_view kLockName = "writer.lock";
constexpr std::array<std::string_view, 3> kCatalogEndings = {"", "-wal", "-shm"};

// A program that only checks the lock holds it for a moment.
constexpr int kTries = 5;
constexpr std::chrono::milliseconds kMoment{5};

bool is_listed(const std::string& file, const std::vector<SegmentRow>& listed) {
  return std::any_of(listed.begin(), listed.end(), [&file](const SegmentRow& row) { return row.file == file; });
}

}  // namespace

void fail_on_file(std::string_view what, const std::string& path) {
  throw Error(fmt::format("cannot {} {}: {}", what, path, std::strerror(errno)));
}

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

bool is_being_written(const std::string& folder) {
  const int file = ::open(path_in(folder, kLockName).c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return false;
  const bool is_locked = ::flock(file, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
  ::close(file);
  return is_locked;
}

bool is_writable(const std::string& folder) {
  if (::access(folder.c_str(), W_OK) != 0) return false;
  const std::string catalog = catalog_path(folder);
  return std::all_of(kCatalogEndings.begin(), kCatalogEndings.end(), [&catalog](std::string_view ending) {
    const std::string path = catalog + std::string(ending);
    return ::access(path.c_str(), W_OK) == 0 || errno == ENOENT;
  });
}

std::string describe_lost_commits(std::uint64_t commits, const std::string& folder) {
  return fmt::format(
      "{} commit{} lost; restore a copy made by `cento index backup`, or give them up with "
      "`cento index rebuild {} --keep-what-is-left`",
      commits, commits == 1 ? " is" : "s are", folder);
}

WriterLock::WriterLock(const std::string& folder, bool wait) {
  const std::string path = path_in(folder, kLockName);
  file_ = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, kNewFileMode);
  if (file_ < 0) fail_on_file("open", path);
  for (int tries = 0; tries < kTries; ++tries) {
    if (tries > 0) std::this_thread::sleep_for(kMoment);
    int result = -1;
    do {
      result = ::flock(file_, wait ? LOCK_EX : LOCK_EX | LOCK_NB);
    } while (result != 0 && errno == EINTR);
    if (result == 0) return;
    if (errno != EWOULDBLOCK) break;
  }
  const bool is_taken = errno == EWOULDBLOCK;
  ::close(file_);
  if (is_taken) {
    throw Error(
        fmt::format("another program is writing to the index {}; try again when it has ended, or use `wait`", folder));
  }
  fail_on_file("lock", path);
}

WriterLock::~WriterLock() {
  ::close(file_);
}

}  // namespace cento
