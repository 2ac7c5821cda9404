#include <memory>
#include <string>

#include "command_line/command_parser.hpp"
#include "command_line/completion_script.hpp"
#include "commands/commands.hpp"
#include "core/files/atomic_file.hpp"

namespace cento::cli {

Command add_completion_command(CommandParser& program) {
  auto shell = std::make_shared<std::string>();
  CommandParser* parser = program.add_command("completion",
                                              "Print a shell script that completes commands and options.\n"
                                              "Installing Cento also installs it.");
  parser->add_positional("SHELL", choice(*shell, {"bash", "zsh"}), "bash or zsh");
  parser->footer("Example:\n  source <(cento completion bash)");
  return {parser, [shell, &program] {
            AtomicFile output("-");
            output.write(*shell == "bash" ? bash_completion(program) : zsh_completion(program));
            output.publish();
            return UnusedInput();
          }};
}

}  // namespace cento::cli
