#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "read/byte_spool.hpp"
#include "read/input.hpp"

namespace cento {

/// Keeps what is read from a pipe, so that it can be read again. The bytes are kept as they come, compressed or not.
class InputSpool {
 public:
  /// How the pipe ended: as ByteSource says.
  struct End {
    std::string problem;
    std::vector<std::uint64_t> gaps;
  };

  /// Up to `memory_bytes` stay in memory, more goes to a temporary file in `temp_dir` (empty: the system's).
  InputSpool(std::uint64_t memory_bytes, std::string temp_dir) : bytes_(memory_bytes, std::move(temp_dir)) {}

  /// The first time `pipe` itself, noted down on the way; every later time what was noted then. One at a time. This
  /// must outlive what is returned.
  [[nodiscard]] std::unique_ptr<ByteSource> source(std::unique_ptr<ByteSource> pipe);

  [[nodiscard]] bool has_been_read() const { return has_been_read_; }

 private:
  ByteSpool bytes_;
  End end_;
  bool has_been_read_ = false;
};

}  // namespace cento
