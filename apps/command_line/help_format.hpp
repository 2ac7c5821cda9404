#pragma once

#include <string>

#include "command_line/command_parser.hpp"

namespace cento::cli {

/// What --help shows for a command: its description, arguments, options by heading, and the first line of each
/// subcommand's description. Descriptions are wrapped at 80 columns.
[[nodiscard]] std::string help_of(const CommandParser& command);

}  // namespace cento::cli
