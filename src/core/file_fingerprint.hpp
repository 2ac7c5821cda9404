#pragma once

#include <cstdint>
#include <string>

namespace cento {

/// What changes when somebody writes to a file or puts another in its place.
struct FileFingerprint {
  std::uint64_t device = 0;
  std::uint64_t inode = 0;
  std::uint64_t size_bytes = 0;
  std::int64_t changed_seconds = 0;
  std::int64_t changed_nanoseconds = 0;

  /// Of a file that is there; all zero for one that cannot be looked at.
  [[nodiscard]] static FileFingerprint of(const std::string& path);

  friend bool operator==(const FileFingerprint&, const FileFingerprint&) = default;
};

}  // namespace cento
