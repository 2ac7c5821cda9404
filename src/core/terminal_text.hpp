#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace cento {

/// Whether a terminal would obey the character instead of showing it: control characters, and those that change the
/// writing direction or break lines.
[[nodiscard]] bool is_unsafe_to_show(std::uint32_t code_point);

/// Whether line feeds and tabs are kept: in a text, but not in a one-line message.
enum class TextLines : bool { escaped, kept };

/// The text with such characters shown as \u001b, and bytes that are not UTF-8 as \xff.
[[nodiscard]] std::string escaped_for_terminal(std::string_view text, TextLines lines);

/// The escape sequence that clears a progress line before something else is shown on standard error; empty if that is
/// not a terminal.
[[nodiscard]] std::string_view cleared_line_on_standard_error();

/// The sentence as standard error shows it: escaped if that is a terminal, otherwise as it is.
[[nodiscard]] std::string shown_on_standard_error(std::string_view sentence);

}  // namespace cento
