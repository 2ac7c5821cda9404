#pragma once

#include <cstddef>
#include <utility>

namespace cento {

/// Uninitialised memory for bytes. From kLeastKept on, what one gives back the next one gets, so that a long text does
/// not touch fresh memory, which costs as much as reading it; up to kMostKept wait for that, in all of the program.
/// Thread-safe, as memory is.
class ReusedBytes {
 public:
  static constexpr std::size_t kLeastKept = std::size_t{1} << 19;
  static constexpr std::size_t kMostKept = std::size_t{8} << 20;

  ReusedBytes() = default;
  /// Of so many bytes or more: size() tells. Throws std::bad_alloc.
  explicit ReusedBytes(std::size_t size);
  ~ReusedBytes() { release(); }
  ReusedBytes(ReusedBytes&& other) noexcept
      : bytes_(std::exchange(other.bytes_, nullptr)), size_(std::exchange(other.size_, 0)) {}
  ReusedBytes& operator=(ReusedBytes&& other) noexcept {
    std::swap(bytes_, other.bytes_);
    std::swap(size_, other.size_);
    return *this;
  }
  ReusedBytes(const ReusedBytes&) = delete;
  ReusedBytes& operator=(const ReusedBytes&) = delete;

  [[nodiscard]] char* data() { return bytes_; }
  [[nodiscard]] const char* data() const { return bytes_; }
  [[nodiscard]] std::size_t size() const { return size_; }

  /// Makes it larger; what is there stays. Throws std::bad_alloc.
  void grow(std::size_t size);

  /// Gives the memory back.
  void release() noexcept;

 private:
  char* bytes_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace cento
