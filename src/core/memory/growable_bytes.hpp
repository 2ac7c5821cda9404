#pragma once

#include <cstddef>
#include <memory>
#include <utility>

#include "core/memory/reused_bytes.hpp"

namespace cento {

/// Memory for bytes that can grow.
class GrowableBytes {
 public:
  GrowableBytes() = default;
  /// `pool`: as for ReusedBytes.
  explicit GrowableBytes(std::shared_ptr<BytePool> pool) : bytes_(std::move(pool)) {}

  [[nodiscard]] char* data() { return bytes_.data(); }
  [[nodiscard]] const char* data() const { return bytes_.data(); }
  [[nodiscard]] std::size_t capacity() const { return bytes_.size(); }

  /// Makes room for at least `wanted` bytes, at least twice as many as before; the contents are kept. The new bytes are
  /// not initialised. Throws std::bad_alloc.
  void grow(std::size_t wanted);

  /// Frees the memory.
  void release() { bytes_.release(); }

  /// As for ReusedBytes.
  void use(std::shared_ptr<BytePool> pool) { bytes_.use(std::move(pool)); }

 private:
  ReusedBytes bytes_;
};

}  // namespace cento
