#pragma once

#include <string>

#include "command_parser.hpp"

namespace cento::cli {

/// What --help shows of a command: what it is for, its words, its options by their headings, and the first line of what
/// each of its own commands is for. No description is wider than a terminal of 80 columns.
[[nodiscard]] std::string help_of(const CommandParser& command);

}  // namespace cento::cli
