#pragma once

#include <cstddef>
#include <cstdlib>
#include <memory>

namespace cento {

/// Memory for bytes that can grow without being copied: the system moves large blocks by changing its page table, which
/// also keeps their pages warm.
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
  struct Free {
    void operator()(char* bytes) const { std::free(bytes); }
  };

  std::unique_ptr<char, Free> bytes_;
  std::size_t capacity_ = 0;
};

}  // namespace cento
