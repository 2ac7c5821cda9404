#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "read/input.hpp"

namespace cento {

/// Bytes put aside to be read again: in memory up to a limit, then in a temporary file that has no name, so that it is
/// gone with the program whatever ends it.
class ByteSpool {
 public:
  /// `temp_dir`: empty for the system's.
  ByteSpool(std::uint64_t memory_bytes, std::string temp_dir);
  ~ByteSpool();
  ByteSpool(const ByteSpool&) = delete;
  ByteSpool& operator=(const ByteSpool&) = delete;

  /// Appends and returns where. Throws Error when the temporary file cannot be made or written.
  std::uint64_t append(std::string_view bytes);

  /// Copies up to `size` bytes from `offset` on; fewer only at the end. Throws Error when they cannot be read.
  std::size_t read(std::uint64_t offset, char* out, std::size_t size);

  [[nodiscard]] std::uint64_t size() const { return memory_.size() + file_bytes_ + unwritten_.size(); }
  [[nodiscard]] bool in_file() const { return file_ != kNoFile; }

 private:
  static constexpr int kNoFile = -1;

  void open_file();
  void write_out();
  std::size_t read_file(std::uint64_t offset, char* out, std::size_t size) const;
  [[noreturn]] void fail(std::string_view what) const;

  std::uint64_t memory_limit_;
  std::string temp_dir_;
  std::string memory_;  // the first bytes; no longer grows once there is a file
  int file_ = kNoFile;
  std::uint64_t file_bytes_ = 0;  // written to the file
  std::string unwritten_;         // what comes behind them
};

/// Reads a spool, which must outlive it, from its beginning.
[[nodiscard]] std::unique_ptr<ByteSource> spool_source(ByteSpool& spool);

}  // namespace cento
