#pragma once

#include <array>
#include <charconv>
#include <concepts>
#include <limits>
#include <string>
#include <string_view>

namespace cento {

inline void append_piece(std::string& out, std::string_view text) {
  out += text;
}

template <std::integral Number>
void append_piece(std::string& out, Number number) {
  static_assert(!std::same_as<Number, bool> && !std::same_as<Number, char>);
  std::array<char, std::numeric_limits<Number>::digits10 + 2> digits;  // NOLINT: to_chars() fills it
  const auto [end, error] = std::to_chars(digits.data(), digits.data() + digits.size(), number);
  out.append(digits.data(), end);
}

/// Appends texts and whole numbers: several times as fast as formatting them, which counts where there are millions.
template <typename... Pieces>
void append_all(std::string& out, const Pieces&... pieces) {
  (append_piece(out, pieces), ...);
}

}  // namespace cento
