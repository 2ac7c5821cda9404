#pragma once

#include <cstdint>
#include <string_view>

namespace cento::cli {

/// Whether standard output is a terminal.
[[nodiscard]] bool prints_to_terminal();

/// Whether output to the file of this name appears on a terminal.
[[nodiscard]] bool shows_on_terminal(std::string_view output);

/// Columns of standard output: COLUMNS, or else the width of the terminal, or else 80.
[[nodiscard]] std::uint32_t terminal_width();

/// Whether to colour what is written to `output`. `choice` is always, never or auto: on a terminal, unless the
/// environment sets NO_COLOR or names a terminal without colour.
[[nodiscard]] bool wants_color(std::string_view choice, std::string_view output);

}  // namespace cento::cli
