#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace cento {

/// Freed blocks of memory that wait for reuse, so that a long text does not touch fresh memory, which costs as much as
/// reading it. Blocks differ in size, and their total is limited. Belongs to whoever reads texts. Thread-safe.
class BytePool {
 public:
  static constexpr std::size_t kLeastKept = std::size_t{1} << 19;  // smaller blocks are not worth keeping
  static constexpr std::size_t kMostKept = std::size_t{8} << 20;   // bytes of all blocks

  BytePool();
  ~BytePool();
  BytePool(const BytePool&) = delete;
  BytePool& operator=(const BytePool&) = delete;

 private:
  friend class ReusedBytes;

  struct Block {
    char* bytes = nullptr;
    std::size_t size = 0;
  };

  /// The smallest block of at least `size` bytes that is not far larger; null if there is none.
  Block take(std::size_t size);
  /// False if there is no room for it.
  bool keep(const Block& block) noexcept;

  std::mutex mutex_;
  std::vector<Block> blocks_;
  std::size_t sum_ = 0;
};

/// Uninitialised memory for bytes, taken from a pool and returned to it if there is one. Different objects may be used
/// from different threads.
class ReusedBytes {
 public:
  ReusedBytes() = default;
  /// Empty. `pool` null: memory is not reused.
  explicit ReusedBytes(std::shared_ptr<BytePool> pool) : pool_(std::move(pool)) {}
  /// Of at least `size` bytes; see size(). Throws std::bad_alloc.
  explicit ReusedBytes(std::size_t size, std::shared_ptr<BytePool> pool = nullptr);
  ~ReusedBytes() { release(); }
  /// The other stays usable, with the same pool.
  ReusedBytes(ReusedBytes&& other) noexcept
      : pool_(other.pool_),  // NOLINT(performance-move-constructor-init)
        bytes_(std::exchange(other.bytes_, nullptr)),
        size_(std::exchange(other.size_, 0)) {}
  ReusedBytes& operator=(ReusedBytes&& other) noexcept {
    std::swap(pool_, other.pool_);
    std::swap(bytes_, other.bytes_);
    std::swap(size_, other.size_);
    return *this;
  }
  ReusedBytes(const ReusedBytes&) = delete;
  ReusedBytes& operator=(const ReusedBytes&) = delete;

  [[nodiscard]] char* data() { return bytes_; }
  [[nodiscard]] const char* data() const { return bytes_; }
  [[nodiscard]] std::size_t size() const { return size_; }

  /// Makes it larger; the contents are kept. Throws std::bad_alloc.
  void grow(std::size_t size);

  /// Frees the memory, or keeps it for reuse.
  void release() noexcept;

  /// Takes and returns memory there from now on.
  void use(std::shared_ptr<BytePool> pool) { pool_ = std::move(pool); }

 private:
  std::shared_ptr<BytePool> pool_;
  char* bytes_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace cento
