#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <new>
#include <string>
#include <type_traits>
#include <unordered_set>
#include <utility>
#include <vector>

namespace cento {

/// Memory for tables that grow with the number of documents. Up to a budget it comes from the heap; beyond that large
/// pieces lie in temporary files without a name, which are mapped: the system writes their pages out when it needs the
/// room for others. Thread-safe. Must outlive what is allocated from it.
class SpillableMemory {
 public:
  static constexpr std::size_t kLeastSpilled = std::size_t{1} << 18;  // smaller pieces always come from the heap

  /// `temp_dir`: empty for the system's.
  SpillableMemory(std::uint64_t memory_bytes, std::string temp_dir)
      : limit_(memory_bytes), temp_dir_(std::move(temp_dir)) {}
  SpillableMemory(const SpillableMemory&) = delete;
  SpillableMemory& operator=(const SpillableMemory&) = delete;
  ~SpillableMemory() = default;

  /// Uninitialised, aligned for any type. Throws Error when the temporary folder is full, else std::bad_alloc.
  [[nodiscard]] void* allocate(std::size_t bytes);
  /// `bytes` as they were allocated.
  void free(void* piece, std::size_t bytes) noexcept;

  /// What the heap holds, and what lies in files now.
  [[nodiscard]] std::uint64_t heap_bytes() const;
  [[nodiscard]] std::uint64_t spilled_bytes() const;

 private:
  bool takes_from_heap(std::size_t bytes);
  [[nodiscard]] void* map_file(std::size_t bytes) const;

  std::uint64_t limit_;
  std::string temp_dir_;
  mutable std::mutex mutex_;
  std::uint64_t heap_bytes_ = 0;
  std::uint64_t spilled_bytes_ = 0;
  std::unordered_set<const void*> mapped_;
};

/// Gives standard containers such memory, or plain one without an owner. New elements of trivial type are left
/// uninitialised, as in PlainVector.
template <typename T>
class SpillableAllocator {
 public:
  using value_type = T;
  // Names that the standard library asks for.
  using propagate_on_container_move_assignment = std::true_type;  // NOLINT(readability-identifier-naming)
  using propagate_on_container_swap = std::true_type;             // NOLINT(readability-identifier-naming)

  SpillableAllocator() = default;
  SpillableAllocator(SpillableMemory* memory) : memory_(memory) {}  // NOLINT: containers take the memory itself
  template <typename U>
  SpillableAllocator(const SpillableAllocator<U>& other) : memory_(other.memory()) {}  // NOLINT: as allocators must

  [[nodiscard]] T* allocate(std::size_t count) {
    const std::size_t bytes = count * sizeof(T);
    return static_cast<T*>(memory_ != nullptr ? memory_->allocate(bytes) : ::operator new(bytes));
  }
  void deallocate(T* place, std::size_t count) noexcept {
    if (memory_ != nullptr) {
      memory_->free(place, count * sizeof(T));
    } else {
      ::operator delete(place);
    }
  }

  template <typename U>
  void construct(U* place) {
    if constexpr (!std::is_trivially_copyable_v<U>) ::new (static_cast<void*>(place)) U();
  }
  template <typename U, typename... Arguments>
  void construct(U* place, Arguments&&... arguments) {
    ::new (static_cast<void*>(place)) U(std::forward<Arguments>(arguments)...);
  }

  [[nodiscard]] SpillableMemory* memory() const { return memory_; }

  friend bool operator==(const SpillableAllocator& a, const SpillableAllocator& b) { return a.memory_ == b.memory_; }

 private:
  SpillableMemory* memory_ = nullptr;
};

template <typename T>
using SpillableVector = std::vector<T, SpillableAllocator<T>>;

/// Empties a vector and gives its memory back; what it holds later comes from the same owner.
template <typename T>
void release(SpillableVector<T>& vector) {
  SpillableVector<T>(vector.get_allocator()).swap(vector);
}

}  // namespace cento
