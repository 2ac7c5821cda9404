#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace cento {

/// Unpacks Snappy's format byte by byte, as its description has it; nothing when the bytes are damaged.
inline std::optional<std::string> plain_unpack_snappy(std::string_view packed) {
  std::size_t at = 0;
  const auto byte = [&](std::size_t place) { return static_cast<std::uint8_t>(packed[place]); };
  const auto number = [&](std::size_t bytes) -> std::optional<std::uint64_t> {
    if (packed.size() - at < bytes) return std::nullopt;
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < bytes; ++i) value |= std::uint64_t{byte(at + i)} << (8 * i);
    at += bytes;
    return value;
  };
  std::uint64_t size = 0;
  for (unsigned shift = 0;; shift += 7) {
    if (at == packed.size() || shift > 28) return std::nullopt;
    const std::uint8_t next = byte(at++);
    size |= std::uint64_t{next & 0x7FU} << shift;
    if (next < 0x80) break;
  }
  std::string out;
  while (at < packed.size()) {
    const unsigned tag = byte(at++);
    std::uint64_t length = (tag >> 2U) + 1;
    if ((tag & 3U) == 0) {
      if (length > 60) {
        const auto given = number(length - 60);
        if (!given) return std::nullopt;
        length = *given + 1;
      }
      if (length > packed.size() - at || length > size - out.size()) return std::nullopt;
      out += packed.substr(at, length);
      at += length;
      continue;
    }
    std::optional<std::uint64_t> distance;
    if ((tag & 3U) == 1) {
      length = 4 + (tag >> 2U & 7U);
      distance = number(1);
      if (distance) *distance |= std::uint64_t{tag >> 5U} << 8U;
    } else {
      distance = number((tag & 3U) == 2 ? 2 : 4);
    }
    if (!distance || *distance == 0 || *distance > out.size() || length > size - out.size()) return std::nullopt;
    for (std::uint64_t i = 0; i < length; ++i) out += out[out.size() - *distance];
  }
  if (out.size() != size) return std::nullopt;
  return out;
}

}  // namespace cento
