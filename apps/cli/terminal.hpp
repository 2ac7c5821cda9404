#pragma once

#include <cstdint>
#include <string_view>

namespace cento::cli {

/// Whether standard output is a terminal.
[[nodiscard]] bool prints_to_terminal();

/// Whether what is written to the file of this name is seen on a terminal at once.
[[nodiscard]] bool shows_on_terminal(std::string_view output);

/// Columns of standard output: what COLUMNS says, else what the terminal says, else 80.
[[nodiscard]] std::uint32_t terminal_width();

/// Whether to colour what is written to `output`: `choice` is always, never or auto, which means on a terminal, unless
/// the environment has NO_COLOR or a terminal without colour.
[[nodiscard]] bool wants_color(std::string_view choice, std::string_view output);

}  // namespace cento::cli
