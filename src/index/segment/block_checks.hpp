#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/hash/checksum.hpp"

namespace cento {

/// A segment is cut into blocks of this size after its head, the last one shorter; each has a checksum.
inline constexpr unsigned kBlockShift = 16;
inline constexpr std::size_t kBlockBytes = std::size_t{1} << kBlockShift;

[[nodiscard]] constexpr std::size_t blocks_of(std::uint64_t bytes) {
  return static_cast<std::size_t>((bytes + kBlockBytes - 1) / kBlockBytes);
}

/// The checksums of the blocks of bytes that are added piece by piece.
class BlockSums {
 public:
  void add(std::span<const std::byte> bytes);
  /// Of all blocks; nothing may be added afterwards.
  [[nodiscard]] std::vector<std::uint64_t> finish();

 private:
  std::vector<std::uint64_t> sums_;
  Checksum sum_;              // of the incomplete block
  std::size_t in_block_ = 0;  // bytes
};

/// Checks blocks against their checksums, each when it is first accessed. Thread-safe.
class BlockChecks {
 public:
  /// Both must outlive it; `checksums` has one element per block.
  BlockChecks(std::span<const std::byte> bytes, std::span<const std::uint64_t> checksums);

  /// Whether these bytes, at least one and within those passed to the constructor, are undamaged. If not, this thread
  /// has found damage (DamageWatch).
  [[nodiscard]] bool are_sound(std::span<const std::byte> bytes) const {
    const std::size_t at = static_cast<std::size_t>(bytes.data() - bytes_.data());
    const std::size_t first = at >> kBlockShift;
    if (is_known_sound(first) && at + bytes.size() <= (first + 1) << kBlockShift) return true;
    return check(first, (at + bytes.size() - 1) >> kBlockShift);
  }

  /// The same for one value, which is in one block.
  template <typename T>
  [[nodiscard]] bool is_sound(const T& value) const {
    static_assert(kBlockBytes % sizeof(T) == 0);
    const auto at = static_cast<std::size_t>(reinterpret_cast<const std::byte*>(&value) - bytes_.data());
    const std::size_t block = at >> kBlockShift;
    return is_known_sound(block) || check(block, block);
  }

  /// Offsets of the damaged blocks that were accessed, ascending.
  [[nodiscard]] std::vector<std::uint64_t> damaged() const;

 private:
  enum class State : std::uint8_t { unknown, sound, damaged };

  [[nodiscard]] bool is_known_sound(std::size_t block) const {
    return states_[block].load(std::memory_order_relaxed) == State::sound;
  }
  [[nodiscard]] bool check(std::size_t first, std::size_t last) const;
  [[nodiscard]] bool check_block(std::size_t block) const;

  std::span<const std::byte> bytes_;
  std::span<const std::uint64_t> checksums_;
  std::unique_ptr<std::atomic<State>[]> states_;  // of the blocks
};

/// An array in a segment that is checked when it is used. A view: the values and checks must outlive it.
template <typename T>
class CheckedArray {
 public:
  CheckedArray() = default;
  /// `checks` null: nothing is checked.
  CheckedArray(std::span<const T> values, const BlockChecks* checks) : values_(values), checks_(checks) {}
  CheckedArray(std::span<const T> values) : values_(values) {}  // NOLINT: in memory, where no check is needed

  [[nodiscard]] std::size_t size() const { return values_.size(); }
  [[nodiscard]] bool empty() const { return values_.empty(); }

  /// All zeros instead of a damaged one.
  [[nodiscard]] const T& operator[](std::size_t i) const {
    if (checks_ != nullptr && !checks_->is_sound(values_[i])) return kNothing;
    return values_[i];
  }

  /// Empty when one of them is damaged.
  [[nodiscard]] std::span<const T> subspan(std::size_t begin, std::size_t count) const {
    const std::span<const T> part = values_.subspan(begin, count);
    if (checks_ == nullptr || part.empty() || checks_->are_sound(std::as_bytes(part))) return part;
    return {};
  }

  /// An unchecked value: results from it are valid only if are_sound() confirms it afterwards.
  [[nodiscard]] const T& unchecked(std::size_t i) const { return values_[i]; }
  [[nodiscard]] bool are_sound(std::size_t begin, std::size_t end) const {
    return checks_ == nullptr || begin == end || checks_->are_sound(std::as_bytes(values_.subspan(begin, end - begin)));
  }

  /// Prefetches a value without reading it.
  void prefetch(std::size_t i) const { __builtin_prefetch(values_.data() + i); }

 private:
  static constexpr T kNothing{};

  std::span<const T> values_;
  const BlockChecks* checks_ = nullptr;
};

}  // namespace cento
