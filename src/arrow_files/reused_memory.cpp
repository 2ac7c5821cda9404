#include "arrow_files/reused_memory.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <string>
#include <vector>

#include <arrow/status.h>

namespace cento::arrow_files {

namespace {

constexpr std::int64_t kSmallBytesMost = std::int64_t{1} << 15;  // what is smaller is left to Arrow
constexpr std::int64_t kBlockAlignment = 64;
constexpr int kStepsBits = 2;  // four sizes for each power of two

/// Blocks have one of a few sizes, so that they fit the next request.
struct SizeClass {
  std::size_t number;
  std::int64_t bytes;
};

SizeClass class_of(std::int64_t size) {
  const auto wanted = static_cast<std::uint64_t>(size - 1);
  const auto step_bits = static_cast<int>(std::bit_width(wanted)) - 1 - kStepsBits;
  const std::uint64_t steps = (wanted >> step_bits) + 1;  // from 5 to 8
  return {static_cast<std::size_t>(step_bits) << kStepsBits | static_cast<std::size_t>(steps - 5),
          static_cast<std::int64_t>(steps << step_bits)};
}

class ReusedMemory final : public arrow::MemoryPool {
 public:
  using arrow::MemoryPool::Allocate;
  using arrow::MemoryPool::Free;
  using arrow::MemoryPool::Reallocate;

  arrow::Status Allocate(std::int64_t size, std::int64_t alignment, std::uint8_t** out) override {
    if (is_others(size, alignment)) return small_->Allocate(size, alignment, out);
    const SizeClass block = class_of(size);
    *out = take(block);
    if (*out == nullptr) {
      *out = static_cast<std::uint8_t*>(std::aligned_alloc(kBlockAlignment, static_cast<std::size_t>(block.bytes)));
    }
    if (*out == nullptr) return arrow::Status::OutOfMemory("there is not enough memory");
    return arrow::Status::OK();
  }

  arrow::Status Reallocate(std::int64_t old_size, std::int64_t new_size, std::int64_t alignment,
                           std::uint8_t** data) override {
    const bool was_others = is_others(old_size, alignment);
    const bool is_small = is_others(new_size, alignment);
    if (was_others && is_small) return small_->Reallocate(old_size, new_size, alignment, data);
    if (!was_others && !is_small && class_of(old_size).number == class_of(new_size).number) return arrow::Status::OK();
    std::uint8_t* moved = nullptr;
    ARROW_RETURN_NOT_OK(Allocate(new_size, alignment, &moved));
    std::memcpy(moved, *data, static_cast<std::size_t>(std::min(old_size, new_size)));
    Free(*data, old_size, alignment);
    *data = moved;
    return arrow::Status::OK();
  }

  void Free(std::uint8_t* data, std::int64_t size, std::int64_t alignment) override {
    if (is_others(size, alignment)) return small_->Free(data, size, alignment);
    const SizeClass block = class_of(size);
    const std::lock_guard lock(mutex_);
    if (idle_bytes_ + block.bytes > idle_bytes_most_) return std::free(data);
    idle_.at(block.number).push_back(data);
    idle_bytes_ += block.bytes;
  }

  void keep_at_most(std::int64_t bytes) {
    const std::lock_guard lock(mutex_);
    idle_bytes_most_ = bytes;
  }

  [[nodiscard]] std::int64_t bytes_allocated() const override { return small_->bytes_allocated(); }
  [[nodiscard]] std::int64_t total_bytes_allocated() const override { return small_->total_bytes_allocated(); }
  [[nodiscard]] std::int64_t num_allocations() const override { return small_->num_allocations(); }
  [[nodiscard]] std::int64_t max_memory() const override { return small_->max_memory(); }
  [[nodiscard]] std::string backend_name() const override { return "cento"; }

 private:
  static bool is_others(std::int64_t size, std::int64_t alignment) {
    return size <= kSmallBytesMost || alignment > kBlockAlignment;
  }

  std::uint8_t* take(const SizeClass& block) {
    const std::lock_guard lock(mutex_);
    std::vector<std::uint8_t*>& idle = idle_.at(block.number);
    if (idle.empty()) return nullptr;
    std::uint8_t* data = idle.back();
    idle.pop_back();
    idle_bytes_ -= block.bytes;
    return data;
  }

  arrow::MemoryPool* small_ = arrow::default_memory_pool();
  std::mutex mutex_;
  std::int64_t idle_bytes_ = 0;
  std::int64_t idle_bytes_most_ = std::int64_t{1} << 26;
  std::array<std::vector<std::uint8_t*>, std::size_t{64} << kStepsBits> idle_;
};

ReusedMemory& the_memory() {
  static auto* memory = new ReusedMemory;  // batches may be freed until the program ends
  return *memory;
}

}  // namespace

arrow::MemoryPool* reused_memory() {
  return &the_memory();
}

void keep_memory(std::int64_t bytes_most) {
  the_memory().keep_at_most(bytes_most);
}

}  // namespace cento::arrow_files
