#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <optional>

#include <fmt/format.h>
#include <sqlite3.h>

#include "cento/error.hpp"
#include "core/files/atomic_folder.hpp"
#include "core/files/durable_file.hpp"
#include "index/index_folder.hpp"
#include "index/live/index_writer.hpp"
#include "index/store/catalog.hpp"
#include "index/store/catalog_log.hpp"
#include "index/store/commit_count.hpp"

namespace cento {

namespace {

constexpr std::size_t kCopyBytes = std::size_t{1} << 20;

/// An open file.
class OpenFile {
 public:
  OpenFile(std::string path, int flags)
      : path_(std::move(path)), file_(::open(path_.c_str(), flags | O_CLOEXEC, kNewFileMode)) {}
  OpenFile(OpenFile&& other) noexcept : path_(std::move(other.path_)), file_(std::exchange(other.file_, -1)) {}
  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;
  OpenFile& operator=(OpenFile&&) = delete;
  ~OpenFile() {
    if (is_open()) ::close(file_);
  }

  [[nodiscard]] bool is_open() const { return file_ >= 0; }
  [[nodiscard]] int file() const { return file_; }
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_;
  int file_;
};

void write_all(const OpenFile& out, const char* bytes, std::size_t size) {
  while (size > 0) {
    const ssize_t written = ::write(out.file(), bytes, size);
    if (written < 0 && errno != EINTR) fail_on_file("write", out.path());
    if (written < 0) continue;
    bytes += written;
    size -= static_cast<std::size_t>(written);
  }
}

void copy_bytes(const OpenFile& in, const std::string& path) {
  const OpenFile out(path, O_WRONLY | O_CREAT | O_EXCL);
  if (!out.is_open()) fail_on_file("write", path);
  std::vector<char> buffer(kCopyBytes);
  ssize_t size = 0;
  while ((size = ::read(in.file(), buffer.data(), buffer.size())) != 0) {
    if (size < 0 && errno != EINTR) fail_on_file("read", in.path());
    if (size > 0) write_all(out, buffer.data(), static_cast<std::size_t>(size));
  }
  if (::fsync(out.file()) != 0) fail_on_file("write", path);
}

/// Opens all of them, so that they are kept; nothing if one is gone because it was merged.
std::optional<std::vector<OpenFile>> open_segments(const std::string& folder, const std::vector<SegmentRow>& rows) {
  std::vector<OpenFile> files;
  for (const SegmentRow& row : rows) {
    files.emplace_back(path_in(folder, row.file), O_RDONLY);
    if (files.back().is_open()) continue;
    if (errno == ENOENT) return std::nullopt;
    fail_on_file("read", files.back().path());
  }
  return files;
}

/// A segment never changes: a link is as good as a copy, if the file system supports it.
void link_or_copy(const OpenFile& file, const std::string& path) {
  if (::link(file.path().c_str(), path.c_str()) != 0) copy_bytes(file, path);
}

/// Copies what the open transaction of `from` sees.
void copy_catalog(Database& from, const std::string& path) {
  const Database to(path, Database::Access::create);
  sqlite3_backup* backup = sqlite3_backup_init(to.handle(), "main", from.handle(), "main");
  if (backup == nullptr) to.fail();
  const int stepped = sqlite3_backup_step(backup, -1);
  const int finished = sqlite3_backup_finish(backup);
  if (stepped != SQLITE_DONE || finished != SQLITE_OK) to.fail();
}

/// False when a segment was merged before it was opened.
bool copy_index(const std::string& folder, Catalog& catalog, const AtomicFolder& made) {
  const Transaction transaction(catalog.database(), Transaction::Kind::read);
  const std::vector<SegmentRow> rows = catalog.segments();
  const auto files = open_segments(folder, rows);
  if (!files) return false;
  for (std::size_t i = 0; i < rows.size(); ++i) link_or_copy((*files)[i], made.path_of(rows[i].file));
  copy_catalog(catalog.database(), made.path_of(std::string(Catalog::kFileName)));
  if (catalog.counts_commits()) write_commit_count(made.path_of("."), catalog.counters().commits);
  return true;
}

}  // namespace

void back_up_index(const std::string& folder, const std::string& copy) {
  require_whole_log(require_index(folder), false);
  Catalog catalog(catalog_path(folder), Catalog::Access::read);
  AtomicFolder made(copy);
  std::vector<SegmentRow> missed;
  while (!copy_index(folder, catalog, made)) {
    std::vector<SegmentRow> rows = catalog.segments();
    if (rows == missed)
      throw Error(fmt::format("a segment of {} is missing; repair it with `cento index rebuild`", folder));
    missed = std::move(rows);
  }
  catalog.require_unchanged();
  sync_folder(made.path_of("."));
  made.publish();
  sync_folder(copy);
}

}  // namespace cento
