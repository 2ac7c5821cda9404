#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace cento {

/// A file mapped into memory. It may be replaced by renaming meanwhile.
class MappedFile {
 public:
  MappedFile() = default;  // empty
  /// Throws Error naming the file when it cannot be read.
  explicit MappedFile(const std::string& path);
  ~MappedFile();
  MappedFile(MappedFile&& other) noexcept;
  MappedFile& operator=(MappedFile&& other) noexcept;

  [[nodiscard]] std::span<const std::byte> bytes() const { return bytes_; }

 private:
  std::span<const std::byte> bytes_;
};

}  // namespace cento
