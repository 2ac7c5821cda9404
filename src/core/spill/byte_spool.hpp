#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/memory/growable_bytes.hpp"
#include "core/memory/memory_budget.hpp"
#include "core/spill/temp_file.hpp"

namespace cento {

/// Bytes kept to be read again: in memory up to a limit, then in an unnamed temporary file, which disappears with the
/// program, however that ends.
class ByteSpool {
 public:
  /// `temp_dir`: empty for the system's default.
  ByteSpool(const MemoryPart& memory, std::string temp_dir);

  /// Appends, and returns the offset. Throws Error when the temporary file cannot be created or written.
  std::uint64_t append(std::string_view bytes);

  /// Copies up to `size` bytes from `offset` on; fewer only at the end. Many threads may read while none appends.
  /// Throws Error when they cannot be read.
  std::size_t read(std::uint64_t offset, char* out, std::size_t size) const;

  /// The first bytes, which are in memory: valid until the next append().
  [[nodiscard]] std::string_view in_memory() const { return {memory_.data(), memory_size_}; }

  [[nodiscard]] std::uint64_t size() const { return memory_size_ + file_.size() + unwritten_.size(); }
  [[nodiscard]] bool in_file() const { return in_file_; }

 private:
  void write_out();

  MemoryLease lease_;
  GrowableBytes memory_;  // the first bytes; no longer grows once there is a file
  std::size_t memory_size_ = 0;
  bool in_file_ = false;
  TempFile file_;
  std::string unwritten_;  // what follows those in the file
};

}  // namespace cento
