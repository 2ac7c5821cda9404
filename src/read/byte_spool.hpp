#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "core/growable_bytes.hpp"
#include "core/temp_file.hpp"
#include "read/input.hpp"

namespace cento {

/// Bytes put aside to be read again: in memory up to a limit, then in a temporary file that has no name, so that it is
/// gone with the program whatever ends it.
class ByteSpool {
 public:
  /// `temp_dir`: empty for the system's.
  ByteSpool(std::uint64_t memory_bytes, std::string temp_dir);

  /// Appends and returns where. Throws Error when the temporary file cannot be made or written.
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

  std::uint64_t memory_limit_;
  GrowableBytes memory_;  // the first bytes; no longer grows once there is a file
  std::size_t memory_size_ = 0;
  bool in_file_ = false;
  TempFile file_;
  std::string unwritten_;  // what comes behind those in the file
};

/// Reads a spool, which must outlive it, from its beginning.
[[nodiscard]] std::unique_ptr<ByteSource> spool_source(ByteSpool& spool);

}  // namespace cento
