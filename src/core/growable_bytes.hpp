#pragma once

#include <cstddef>
#include <memory>

#include "core/large_memory.hpp"

namespace cento {

/// Memory for bytes that can grow. Large blocks grow by a change of the page table: nothing is copied, and no fresh
/// memory is touched but what is added.
class GrowableBytes {
 public:
  [[nodiscard]] char* data() { return bytes_.get(); }
  [[nodiscard]] const char* data() const { return bytes_.get(); }
  [[nodiscard]] std::size_t capacity() const { return capacity_; }

  /// Makes room for at least `wanted` bytes, at least twice as many as before; what is there stays. The new bytes are
  /// not initialised. Throws std::bad_alloc.
  void grow(std::size_t wanted);

  /// Gives the memory back.
  void release();

 private:
  std::unique_ptr<char, FreeBytes> bytes_;
  std::size_t capacity_ = 0;
};

}  // namespace cento
