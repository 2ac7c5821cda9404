#pragma once

#include <cstdint>

namespace cento {

/// Half-open range `[begin, end)` of bytes of a decompressed input. An empty one means "not known".
struct ByteRange {
  static constexpr std::uint64_t kToEnd = ~std::uint64_t{0};  // as an end: the end of the input

  std::uint64_t begin = 0;
  std::uint64_t end = 0;

  [[nodiscard]] bool is_known() const { return begin != end; }
  [[nodiscard]] bool is_whole_input() const { return begin == 0 && end == kToEnd; }

  friend bool operator==(const ByteRange&, const ByteRange&) = default;
};

inline constexpr ByteRange kWholeInput{0, ByteRange::kToEnd};

}  // namespace cento
