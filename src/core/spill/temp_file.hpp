#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <span>
#include <string>

namespace cento {

/// An unnamed temporary file: it disappears with the program, however that ends. Created with the first byte written.
/// Thread-safe.
class TempFile {
 public:
  /// `folder`: empty for the system's default.
  explicit TempFile(std::string folder);
  ~TempFile();
  TempFile(const TempFile&) = delete;
  TempFile& operator=(const TempFile&) = delete;

  /// Appends, and returns the offset. Throws Error when the disk is full or the folder cannot be written.
  std::uint64_t append(std::span<const std::byte> bytes);

  /// Fills `out` with bytes from `offset` on and returns how many; fewer only at the end. Throws Error when they cannot
  /// be read.
  std::size_t read(std::uint64_t offset, std::span<std::byte> out) const;

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
