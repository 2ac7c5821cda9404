#include <memory>
#include <string>

#include <CLI/CLI.hpp>

#include "commands.hpp"
#include "completion_script.hpp"
#include "core/atomic_file.hpp"

namespace cento::cli {

Command add_completion_command(CLI::App& program) {
  auto shell = std::make_shared<std::string>();
  CLI::App* parser = program.add_subcommand("completion",
                                            "Print a script that completes commands and options in your shell.\n"
                                            "An installed Cento brings it along.");
  parser->add_option("SHELL", *shell, "bash or zsh")
      ->required()
      ->check(CLI::IsMember({"bash", "zsh"}))
      ->option_text(" ");
  parser->footer("Example:\n  source <(cento completion bash)");
  return {parser, [shell, &program] {
            AtomicFile output("-");
            output.write(*shell == "bash" ? bash_completion(program) : zsh_completion(program));
            output.publish();
            return UnusedInput();
          }};
}

}  // namespace cento::cli
