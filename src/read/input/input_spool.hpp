#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/spill/byte_spool.hpp"
#include "read/input/input.hpp"

namespace cento {

/// Keeps what is read from a pipe, so that it can be read again. The bytes are kept unchanged, compressed or not.
class InputSpool {
 public:
  /// How the pipe ended, as reported by ByteSource.
  struct End {
    std::string problem;
    std::vector<std::uint64_t> gaps;
  };

  /// Up to `memory` stays in memory, the rest goes to a file in `temp_dir` (empty: the system's default).
  InputSpool(const MemoryPart& memory, std::string temp_dir) : bytes_(memory, std::move(temp_dir)) {}

  /// The first time, `pipe` itself, recorded while it is read; every later time, the recording. One at a time. This
  /// object must outlive what is returned.
  [[nodiscard]] std::unique_ptr<ByteSource> source(std::unique_ptr<ByteSource> pipe);

  [[nodiscard]] bool has_been_read() const { return has_been_read_; }

 private:
  ByteSpool bytes_;
  End end_;
  bool has_been_read_ = false;
};

}  // namespace cento
