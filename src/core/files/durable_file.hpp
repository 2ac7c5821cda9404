#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/files/new_file.hpp"

namespace cento {

/// A file that appears whole or not at all, and then survives a power cut: written without a name or under a temporary
/// one (new_file.hpp), synced to disk and named by publish(), removed otherwise. Not thread-safe. For results, which
/// need not survive a power cut, use AtomicFile.
class DurableFile {
 public:
  /// Throws Error naming the file when it cannot be created.
  explicit DurableFile(std::string path);
  ~DurableFile();
  DurableFile(const DurableFile&) = delete;
  DurableFile& operator=(const DurableFile&) = delete;

  /// Appends. Throws Error naming the file when the bytes cannot be written (disk full), as all functions here do.
  void write(std::span<const std::byte> bytes);

  /// Overwrites the beginning of the file, within what was written before.
  void write_at_start(std::span<const std::byte> bytes);

  /// Returns when the bytes and the name are on the disk. Nothing may be written afterwards.
  void publish();

 private:
  void flush();
  void write_out(std::span<const std::byte> bytes) const;

  std::string path_;
  std::optional<NewFile> file_;  // empty when published
  std::vector<std::byte> buffer_;
};

/// Syncs the names in a folder to disk. Throws Error naming the folder.
void sync_folder(const std::string& folder);

}  // namespace cento
