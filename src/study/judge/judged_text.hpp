#pragma once

#include <algorithm>
#include <cstdint>
#include <string_view>

namespace cento {

// How judged files are cut into lines, for judged_layout.cpp, which looks at the first ones, and judged_lines.cpp,
// which reads all of them.

/// In bytes; a longer line is rejected.
inline constexpr std::uint64_t kLongestJudgedLine = std::uint64_t{64} << 20;

inline constexpr std::string_view kLineWhiteSpace = " \t\r\v\f\n";

[[nodiscard]] inline bool is_blank_line(std::string_view line) {
  return line.find_first_not_of(kLineWhiteSpace) == std::string_view::npos;
}

/// A line without the carriage returns at its end.
[[nodiscard]] inline std::string_view without_returns(std::string_view line) {
  while (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

/// Removes the first line from `text`; returns it without its line feed.
inline std::string_view take_judged_line(std::string_view& text) {
  const std::string_view line = text.substr(0, text.find('\n'));
  text.remove_prefix(std::min(text.size(), line.size() + 1));
  return line;
}

}  // namespace cento
