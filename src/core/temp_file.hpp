#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string>

namespace cento {

/// A temporary file without a name: it is gone with the program, whatever ends it. Made with the first byte written.
/// Thread-safe.
class TempFile {
 public:
  /// `folder`: empty for the system's.
  explicit TempFile(std::string folder);
  ~TempFile();
  TempFile(const TempFile&) = delete;
  TempFile& operator=(const TempFile&) = delete;

  /// Appends and returns where. Throws Error when there is no room or the folder cannot be written.
  std::uint64_t append(const void* bytes, std::size_t size);

  /// Copies up to `size` bytes from `offset` on and returns how many; fewer only at the end. Throws Error when they
  /// cannot be read.
  std::size_t read(std::uint64_t offset, void* out, std::size_t size) const;

  [[nodiscard]] std::uint64_t size() const;

 private:
  static constexpr int kNoFile = -1;

  void open();
  [[noreturn]] void fail(const char* what) const;

  std::string folder_;
  mutable std::mutex mutex_;
  int file_ = kNoFile;
  std::uint64_t size_ = 0;
};

}  // namespace cento
