#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/memory/growable_bytes.hpp"
#include "core/memory/spillable_memory.hpp"

namespace cento {

/// A document's preference value: nothing (missing), an integer (a length, seconds, a field), another number, or a
/// text. Numbers compare by their exact value, texts by their bytes, and every number is less than every text.
using KeepValue = std::variant<std::monostate, std::int64_t, double, std::string>;

/// The values of all documents: 9 bytes each, plus texts. Texts are kept and compared up to kTextBytesMost bytes.
class KeepValues {
 public:
  static constexpr std::size_t kTextBytesMost = 256;

  /// `memory`: for the numbers; null for the heap.
  explicit KeepValues(SpillableMemory* memory = nullptr) : kinds_(memory), bits_(memory) {}

  /// Adds the value of the next document. A number that is not finite counts as missing.
  void add(const KeepValue& value);

  [[nodiscard]] std::size_t size() const { return kinds_.size(); }
  [[nodiscard]] std::uint64_t missing() const { return missing_; }
  [[nodiscard]] std::size_t memory_bytes() const;

  /// The documents in order of preference: the largest or the smallest value first, ties by document, missing values
  /// last.
  [[nodiscard]] std::vector<std::uint32_t> ordered(bool largest_first) const;

 private:
  enum class Kind : std::uint8_t { missing, integer, real, text };

  void add(Kind kind, std::uint64_t bits);
  std::uint64_t store(std::string_view text);
  [[nodiscard]] std::int64_t integer(std::size_t i) const { return static_cast<std::int64_t>(bits_[i]); }
  [[nodiscard]] double real(std::size_t i) const;
  [[nodiscard]] std::string_view text(std::size_t i) const;
  [[nodiscard]] int compare(std::size_t a, std::size_t b) const;
  [[nodiscard]] std::uint64_t coarse_key(std::size_t i, bool largest_first) const;

  SpillableVector<Kind> kinds_;
  SpillableVector<std::uint64_t> bits_;  // the number, or where the text begins (two bytes of length, then the text)
  GrowableBytes texts_;
  std::size_t texts_used_ = 0;
  std::uint64_t missing_ = 0;
};

}  // namespace cento
