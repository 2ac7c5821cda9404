#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "index/store/catalog.hpp"

namespace cento {

inline constexpr int kNewFileMode = 0666;  // minus the user's umask

/// Throws Error: "cannot open x: ", with the reason in errno.
[[noreturn]] void fail_on_file(std::string_view what, const std::string& path);

// The names in an index folder: catalog.sqlite, writer.lock, 00000001.segment, …

/// The folder's name. Throws Error unless it has a catalog.
[[nodiscard]] const std::string& require_index(const std::string& folder);

[[nodiscard]] std::string catalog_path(const std::string& folder);
[[nodiscard]] std::string path_in(const std::string& folder, std::string_view file);
[[nodiscard]] std::string segment_file_name(std::uint64_t number);

/// Whether a file of that name is a segment, or a leftover of writing one.
[[nodiscard]] bool is_of_segment(std::string_view file);

/// Removes what an interrupted writer left: segment files that are not listed.
void remove_orphans(const std::string& folder, const std::vector<SegmentRow>& listed);

/// Whether a program holds the lock for writing to the index.
[[nodiscard]] bool is_being_written(const std::string& folder);

/// Whether this user may write all files of the index: otherwise it cannot be locked while it is read.
[[nodiscard]] bool is_writable(const std::string& folder);

/// "3 commits are lost; …", with what to do.
[[nodiscard]] std::string describe_lost_commits(std::uint64_t commits, const std::string& folder);

/// Exclusive right to write to an index, until the object or the process ends.
class WriterLock {
 public:
  /// Throws Error when another program has it and `wait` is false.
  WriterLock(const std::string& folder, bool wait);
  ~WriterLock();
  WriterLock(const WriterLock&) = delete;
  WriterLock& operator=(const WriterLock&) = delete;

 private:
  int file_;
};

}  // namespace cento
