#pragma once

#include <cstdint>
#include <string>

namespace cento {

/// Facts that change when a file is written to or replaced.
struct FileFingerprint {
  std::uint64_t device = 0;
  std::uint64_t inode = 0;
  std::uint64_t size_bytes = 0;
  std::int64_t changed_seconds = 0;
  std::int64_t changed_nanoseconds = 0;

  /// All zero for a file that cannot be examined.
  [[nodiscard]] static FileFingerprint of(const std::string& path);

  friend bool operator==(const FileFingerprint&, const FileFingerprint&) = default;
};

}  // namespace cento
