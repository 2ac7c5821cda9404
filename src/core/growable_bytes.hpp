#pragma once

#include <cstddef>

#include "core/reused_bytes.hpp"

namespace cento {

/// Memory for bytes that can grow.
class GrowableBytes {
 public:
  [[nodiscard]] char* data() { return bytes_.data(); }
  [[nodiscard]] const char* data() const { return bytes_.data(); }
  [[nodiscard]] std::size_t capacity() const { return bytes_.size(); }

  /// Makes room for at least `wanted` bytes, at least twice as many as before; what is there stays. The new bytes are
  /// not initialised. Throws std::bad_alloc.
  void grow(std::size_t wanted);

  /// Gives the memory back.
  void release() { bytes_.release(); }

 private:
  ReusedBytes bytes_;
};

}  // namespace cento
