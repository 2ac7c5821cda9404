#pragma once

#include <string>

namespace CLI {
class App;
}

namespace cento::cli {

/// Scripts that complete the program's commands, options and their values, made from its table of them.
[[nodiscard]] std::string bash_completion(const CLI::App& program);
[[nodiscard]] std::string zsh_completion(const CLI::App& program);

}  // namespace cento::cli
