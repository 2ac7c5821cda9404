#pragma once

#include <string>

#include "command_line/command_parser.hpp"

namespace cento::cli {

/// Scripts that complete the program's commands, options and values, generated from its parser.
[[nodiscard]] std::string bash_completion(const CommandParser& program);
[[nodiscard]] std::string zsh_completion(const CommandParser& program);

}  // namespace cento::cli
