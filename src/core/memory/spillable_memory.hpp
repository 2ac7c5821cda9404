#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <new>
#include <string>
#include <type_traits>
#include <unordered_set>
#include <utility>
#include <vector>

#include "core/memory/memory_budget.hpp"

namespace cento {

/// Memory for tables that grow with the number of documents. Up to a budget it comes from the heap; beyond that, large
/// pieces are in unnamed temporary files, which are mapped: the system writes their pages out when it needs memory.
/// Thread-safe. Must outlive what is allocated from it.
class SpillableMemory {
 public:
  static constexpr std::size_t kLeastSpilled = std::size_t{1} << 18;  // smaller pieces always come from the heap

  /// `temp_dir`: empty for the system's default.
  SpillableMemory(const MemoryPart& memory, std::string temp_dir) : lease_(memory), temp_dir_(std::move(temp_dir)) {}
  SpillableMemory(const SpillableMemory&) = delete;
  SpillableMemory& operator=(const SpillableMemory&) = delete;
  ~SpillableMemory() = default;

  /// Uninitialised, aligned for any type. Throws Error when the temporary folder is full, std::bad_alloc otherwise.
  [[nodiscard]] std::byte* allocate(std::size_t bytes);
  /// `bytes`: as passed to allocate().
  void free(std::byte* piece, std::size_t bytes) noexcept;

  /// What the heap holds, and what is in files now.
  [[nodiscard]] std::uint64_t heap_bytes() const;
  [[nodiscard]] std::uint64_t spilled_bytes() const;

 private:
  bool takes_from_heap(std::size_t bytes);
  [[nodiscard]] std::byte* map_file(std::size_t bytes) const;

  MemoryLease lease_;
  std::string temp_dir_;
  mutable std::mutex mutex_;
  std::uint64_t heap_bytes_ = 0;
  std::uint64_t spilled_bytes_ = 0;
  std::unordered_set<const std::byte*> mapped_;
};

/// Gives standard containers such memory, or ordinary memory if there is no owner. New elements of trivial type are
/// left uninitialised, as in PlainVector.
template <typename T>
class SpillableAllocator {
 public:
  using value_type = T;
  // Names required by the standard library.
  using propagate_on_container_move_assignment = std::true_type;  // NOLINT(readability-identifier-naming)
  using propagate_on_container_swap = std::true_type;             // NOLINT(readability-identifier-naming)

  SpillableAllocator() = default;
  SpillableAllocator(SpillableMemory* memory) : memory_(memory) {}  // NOLINT: containers take the memory itself
  template <typename U>
  SpillableAllocator(const SpillableAllocator<U>& other) : memory_(other.memory()) {}  // NOLINT: as allocators must

  [[nodiscard]] T* allocate(std::size_t count) {
    const std::size_t bytes = count * sizeof(T);
    if (memory_ != nullptr) return reinterpret_cast<T*>(memory_->allocate(bytes));
    return static_cast<T*>(::operator new(bytes));
  }
  void deallocate(T* place, std::size_t count) noexcept {
    if (memory_ != nullptr) {
      memory_->free(reinterpret_cast<std::byte*>(place), count * sizeof(T));
    } else {
      ::operator delete(place);
    }
  }

  template <typename U>
  void construct(U* place) {
    if constexpr (!std::is_trivially_copyable_v<U>) std::construct_at(place);
  }
  template <typename U, typename... Arguments>
  void construct(U* place, Arguments&&... arguments) {
    std::construct_at(place, std::forward<Arguments>(arguments)...);
  }

  [[nodiscard]] SpillableMemory* memory() const { return memory_; }

  friend bool operator==(const SpillableAllocator& a, const SpillableAllocator& b) { return a.memory_ == b.memory_; }

 private:
  SpillableMemory* memory_ = nullptr;
};

template <typename T>
using SpillableVector = std::vector<T, SpillableAllocator<T>>;

/// Empties a vector and frees its memory; later memory comes from the same owner.
template <typename T>
void release(SpillableVector<T>& vector) {
  SpillableVector<T>(vector.get_allocator()).swap(vector);
}

}  // namespace cento
