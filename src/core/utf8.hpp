#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace cento {

/// A decoded code point and how many bytes it took. Invalid bytes give U+FFFD and a length of at least 1.
struct CodePoint {
  std::uint32_t value = 0;
  std::uint32_t length = 0;
};

inline constexpr std::uint32_t kReplacementCharacter = 0xFFFD;

[[nodiscard]] bool is_valid_utf8(std::string_view bytes);

/// The code point that starts at `text[at]`; `at` must be inside.
[[nodiscard]] CodePoint decode_utf8(std::string_view text, std::size_t at);

/// Appends the UTF-8 of `code_point`; surrogates and values over U+10FFFF become U+FFFD.
void append_utf8(std::string& out, std::uint32_t code_point);

/// Appends `bytes` with every maximal invalid sequence replaced by U+FFFD; returns how many were replaced.
std::size_t append_valid_utf8(std::string& out, std::string_view bytes);

}  // namespace cento
