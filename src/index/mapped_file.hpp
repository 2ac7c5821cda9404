#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace cento {

/// A file whose bytes are memory. Whoever replaces files by renaming may do so meanwhile.
class MappedFile {
 public:
  MappedFile() = default;  // nothing
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
