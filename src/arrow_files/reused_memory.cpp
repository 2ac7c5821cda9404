#include "arrow_files/reused_memory.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>
#include <string>
#include <unordered_map>

#include <arrow/status.h>

namespace cento::arrow_files {

namespace {

constexpr std::int64_t kSmallBytesMost = std::int64_t{1} << 15;  // what is smaller is left to Arrow
constexpr std::int64_t kBlockAlignment = 64;

/// Large blocks have a power of two as size. What is not used of a block takes no memory.
std::int64_t block_bytes(std::int64_t size) {
  return static_cast<std::int64_t>(std::bit_ceil(static_cast<std::uint64_t>(size)));
}

/// Memory for pages, which differ in size: any idle block that is large enough serves.
class ReusedMemory final : public arrow::MemoryPool {
 public:
  using arrow::MemoryPool::Allocate;
  using arrow::MemoryPool::Free;
  using arrow::MemoryPool::Reallocate;

  arrow::Status Allocate(std::int64_t size, std::int64_t alignment, std::uint8_t** out) override {
    if (is_others(size, alignment)) return small_->Allocate(size, alignment, out);
    const std::lock_guard lock(mutex_);
    auto block = idle_.lower_bound(size);
    if (block == idle_.end()) {
      const std::int64_t bytes = block_bytes(size);
      *out = static_cast<std::uint8_t*>(std::aligned_alloc(kBlockAlignment, static_cast<std::size_t>(bytes)));
      if (*out == nullptr) return arrow::Status::OutOfMemory("there is not enough memory");
      used_.emplace(*out, bytes);
      return arrow::Status::OK();
    }
    *out = block->second;
    used_.emplace(*out, block->first);
    idle_bytes_ -= block->first;
    idle_.erase(block);
    return arrow::Status::OK();
  }

  arrow::Status Reallocate(std::int64_t old_size, std::int64_t new_size, std::int64_t alignment,
                           std::uint8_t** data) override {
    const bool was_others = is_others(old_size, alignment);
    const bool is_small = is_others(new_size, alignment);
    if (was_others && is_small) return small_->Reallocate(old_size, new_size, alignment, data);
    if (!was_others && !is_small && new_size <= size_of(*data)) return arrow::Status::OK();
    std::uint8_t* moved = nullptr;
    ARROW_RETURN_NOT_OK(Allocate(new_size, alignment, &moved));
    std::memcpy(moved, *data, static_cast<std::size_t>(std::min(old_size, new_size)));
    Free(*data, old_size, alignment);
    *data = moved;
    return arrow::Status::OK();
  }

  void Free(std::uint8_t* data, std::int64_t size, std::int64_t alignment) override {
    if (is_others(size, alignment)) return small_->Free(data, size, alignment);
    const std::lock_guard lock(mutex_);
    const auto block = used_.find(data);
    const std::int64_t bytes = block->second;
    used_.erase(block);
    if (idle_bytes_ + bytes > idle_bytes_most_) return std::free(data);
    idle_.emplace(bytes, data);
    idle_bytes_ += bytes;
  }

  void keep_at_most(std::int64_t bytes) {
    const std::lock_guard lock(mutex_);
    idle_bytes_most_ = bytes;
  }

  [[nodiscard]] std::int64_t kept_at_most() {
    const std::lock_guard lock(mutex_);
    return idle_bytes_most_;
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

  std::int64_t size_of(std::uint8_t* block) {
    const std::lock_guard lock(mutex_);
    return used_.at(block);
  }

  arrow::MemoryPool* small_ = arrow::default_memory_pool();
  std::mutex mutex_;
  std::int64_t idle_bytes_ = 0;
  std::int64_t idle_bytes_most_ = std::int64_t{1} << 26;
  std::multimap<std::int64_t, std::uint8_t*> idle_;       // by their size
  std::unordered_map<std::uint8_t*, std::int64_t> used_;  // sizes
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

std::int64_t kept_memory() {
  return the_memory().kept_at_most();
}

}  // namespace cento::arrow_files
