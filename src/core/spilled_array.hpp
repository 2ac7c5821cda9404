#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <type_traits>
#include <utility>

#include "core/freed_memory.hpp"
#include "core/plain_vector.hpp"

namespace cento {

/// Bytes of a temporary file without a name, mapped: the system writes them there and takes their memory back when it
/// is short of it. Empty until it grows.
class MappedTempFile {
 public:
  /// `folder`: empty for the system's.
  explicit MappedTempFile(std::string folder = {}) : folder_(std::move(folder)) {}
  ~MappedTempFile() { release(); }
  MappedTempFile(const MappedTempFile&) = delete;
  MappedTempFile& operator=(const MappedTempFile&) = delete;
  MappedTempFile(MappedTempFile&& other) noexcept;
  MappedTempFile& operator=(MappedTempFile&& other) noexcept;

  [[nodiscard]] char* data() const { return bytes_; }
  [[nodiscard]] std::size_t size() const { return size_; }

  /// Makes it larger; what is there stays, what is new is zero. Throws Error when there is no room: a page that the
  /// disk has no room for would end the program when it is touched.
  void grow(std::size_t size);

  void release() noexcept;

 private:
  static constexpr int kNoFile = -1;

  void open();
  [[noreturn]] void fail(const char* what) const;

  std::string folder_;
  int file_ = kNoFile;
  char* bytes_ = nullptr;
  std::size_t size_ = 0;
};

/// What arrays may hold in memory, and where larger ones go.
struct ArrayMemory {
  std::uint64_t memory_bytes = ~std::uint64_t{0};  // an array with more bytes is in a temporary file
  std::string temp_dir;                            // empty: the system's
};

/// An array of plain values: in memory while it is small, otherwise in a mapped temporary file. New values are not
/// initialised. Not thread-safe when it grows; otherwise as an array is.
template <typename T>
class SpilledArray {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  explicit SpilledArray(const ArrayMemory& memory = {}) : most_bytes_(memory.memory_bytes), file_(memory.temp_dir) {}
  SpilledArray(std::size_t count, const ArrayMemory& memory) : SpilledArray(memory) { resize(count); }
  SpilledArray(std::size_t count, const T& value, const ArrayMemory& memory) : SpilledArray(count, memory) {
    std::fill(begin(), end(), value);
  }
  ~SpilledArray() = default;
  SpilledArray(const SpilledArray&) = delete;
  SpilledArray& operator=(const SpilledArray&) = delete;
  SpilledArray(SpilledArray&& other) noexcept : SpilledArray() { *this = std::move(other); }
  SpilledArray& operator=(SpilledArray&& other) noexcept {
    std::swap(most_bytes_, other.most_bytes_);
    std::swap(values_, other.values_);
    std::swap(size_, other.size_);
    std::swap(in_memory_, other.in_memory_);
    std::swap(file_, other.file_);
    return *this;
  }

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] T* data() { return values_; }
  [[nodiscard]] const T* data() const { return values_; }
  [[nodiscard]] T& operator[](std::size_t i) { return values_[i]; }
  [[nodiscard]] const T& operator[](std::size_t i) const { return values_[i]; }
  [[nodiscard]] T* begin() { return values_; }
  [[nodiscard]] T* end() { return values_ + size_; }
  [[nodiscard]] const T* begin() const { return values_; }
  [[nodiscard]] const T* end() const { return values_ + size_; }
  [[nodiscard]] T& back() { return values_[size_ - 1]; }
  [[nodiscard]] const T& back() const { return values_[size_ - 1]; }

  /// Throws Error when the temporary folder is full.
  void resize(std::size_t count) {
    if (count * sizeof(T) > most_bytes_ || is_in_file()) {
      grow_in_file(count);
      values_ = reinterpret_cast<T*>(file_.data());
    } else {
      in_memory_.resize(count);
      values_ = in_memory_.data();
    }
    size_ = count;
  }

  void push_back(T value) {
    resize(size_ + 1);
    values_[size_ - 1] = value;
  }

  /// Gives back what is not used of the memory.
  void shrink_to_fit() {
    in_memory_.shrink_to_fit();
    if (!is_in_file()) values_ = in_memory_.data();
  }

  [[nodiscard]] bool is_in_file() const { return file_.data() != nullptr; }

 private:
  void grow_in_file(std::size_t count) {
    constexpr std::size_t kLeastBytes = std::size_t{1} << 20U;
    if (count * sizeof(T) <= file_.size()) return;
    const bool moves = !is_in_file();
    file_.grow(std::max(count * sizeof(T), moves ? kLeastBytes : file_.size() + file_.size() / 2));
    if (!moves) return;
    if (size_ > 0) std::memcpy(file_.data(), in_memory_.data(), size_ * sizeof(T));
    release(in_memory_);
  }

  std::uint64_t most_bytes_;
  T* values_ = nullptr;
  std::size_t size_ = 0;
  PlainVector<T> in_memory_;
  MappedTempFile file_;
};

}  // namespace cento
