#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "cento/arrow.hpp"

namespace cento {

/// How the values of a column are laid out in its buffers. Strings and bytes have the same layouts: whether they are
/// UTF-8 is checked when they become texts.
enum class ArrowLayout : std::uint8_t {
  strings,        // offsets of 32 bits
  large_strings,  // offsets of 64 bits
  string_views,
  int8,
  uint8,
  int16,
  uint16,
  int32,
  uint32,
  int64,
  uint64,
  structure,
  other,  // not read
};

/// By a format string of the Arrow C data interface.
[[nodiscard]] ArrowLayout arrow_layout(std::string_view format);

/// Of the column's values; those in the dictionary, if it has one.
[[nodiscard]] ArrowLayout arrow_value_layout(const ArrowSchema& column);

/// The type of the column's values as people write it ("int64", "list", "timestamp"), for messages. Types that are not
/// known here are given by their format string.
[[nodiscard]] std::string arrow_type_name(const ArrowSchema& column);

[[nodiscard]] bool is_text_layout(ArrowLayout layout);
[[nodiscard]] bool is_integer_layout(ArrowLayout layout);

}  // namespace cento
