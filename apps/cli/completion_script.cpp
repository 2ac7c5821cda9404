#include "completion_script.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

namespace cento::cli {

namespace {

/// An option as completion needs it.
struct CompletedOption {
  std::vector<std::string> names;   // with their dashes
  std::vector<std::string> values;  // all it takes; empty when that is open
  std::string meaning;
  bool takes_value;
};

/// CLI11 keeps what CLI::IsMember allows only in its description: "TEXT:{one,two}".
std::vector<std::string> allowed_values(const CLI::Option& option) {
  const std::string type = option.get_type_name();
  const std::size_t open = type.find('{');
  const std::size_t close = type.rfind('}');
  if (open == std::string::npos || close == std::string::npos) return {};
  return CLI::detail::split(type.substr(open + 1, close - open - 1), ',');
}

CompletedOption completed(const CLI::Option& option) {
  CompletedOption result{{}, allowed_values(option), option.get_description(), option.get_type_size() != 0};
  for (const std::string& name : option.get_snames()) result.names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) result.names.push_back("--" + name);
  return result;
}

std::vector<const CLI::App*> commands_of(const CLI::App& program) {
  return program.get_subcommands([](const CLI::App*) { return true; });
}

/// Those of a command, and of its own commands.
std::vector<CompletedOption> options_of(const CLI::App& command) {
  std::vector<CompletedOption> options;
  for (const CLI::Option* option : command.get_options()) options.push_back(completed(*option));
  for (const CLI::App* inner : commands_of(command)) {
    for (CompletedOption& option : options_of(*inner)) {
      const auto is_same = [&](const CompletedOption& known) { return known.names == option.names; };
      if (std::none_of(options.begin(), options.end(), is_same)) options.push_back(std::move(option));
    }
  }
  return options;
}

std::vector<std::string> command_names(const CLI::App& program) {
  std::vector<std::string> names;
  for (const CLI::App* command : commands_of(program)) names.push_back(command->get_name());
  return names;
}

std::string bash_value_cases(const std::vector<CompletedOption>& options) {
  std::string cases;
  for (const CompletedOption& option : options) {
    if (option.values.empty() || option.names.empty()) continue;
    cases += fmt::format("        {}) values=\"{}\" ;;\n", fmt::join(option.names, "|"), fmt::join(option.values, " "));
  }
  if (cases.empty()) return {};
  return "      case \"$previous\" in\n" + cases + "      esac\n";
}

std::string bash_command_case(const CLI::App& command) {
  std::vector<std::string> names;
  std::vector<std::string> words = command_names(command);  // what may follow the command itself
  const std::vector<CompletedOption> options = options_of(command);
  for (const CompletedOption& option : options) {
    names.insert(names.end(), option.names.begin(), option.names.end());
    if (option.names.empty()) words.insert(words.end(), option.values.begin(), option.values.end());
  }
  return fmt::format("    {})\n      options=\"{}\"\n      words=\"{}\"\n{}      ;;\n", command.get_name(),
                     fmt::join(names, " "), fmt::join(words, " "), bash_value_cases(options));
}

/// What zsh would take for syntax inside a description.
std::string zsh_quoted(std::string_view text) {
  std::string quoted;
  for (const char c : text) {
    if (c == '\'') {
      quoted += "'\\''";
    } else if (c == '[' || c == ']' || c == ':' || c == '\\') {
      quoted += '\\';
      quoted += c;
    } else {
      quoted += c;
    }
  }
  return quoted;
}

std::string zsh_argument(const CompletedOption& option) {
  const std::string action = option.values.empty() ? "_files" : fmt::format("({})", fmt::join(option.values, " "));
  if (option.names.empty()) return fmt::format("        '*: :{}'", action);
  std::string lines;
  for (const std::string& name : option.names) {
    lines += fmt::format("{}        '*{}[{}]{}'", lines.empty() ? "" : " \\\n", name, zsh_quoted(option.meaning),
                         option.takes_value ? ":value:" + action : "");
  }
  return lines;
}

std::string zsh_command_case(const CLI::App& command) {
  const std::vector<std::string> inner = command_names(command);
  std::string arguments = inner.empty() ? "" : fmt::format(" \\\n        '1: :({})'", fmt::join(inner, " "));
  for (const CompletedOption& option : options_of(command)) arguments += " \\\n" + zsh_argument(option);
  return fmt::format("    {})\n      _arguments{}\n      ;;\n", command.get_name(), arguments);
}

std::string first_line(const std::string& text) {
  return text.substr(0, text.find('\n'));
}

}  // namespace

std::string bash_completion(const CLI::App& program) {
  std::string cases;
  for (const CLI::App* command : commands_of(program)) cases += bash_command_case(*command);
  return fmt::format(R"(# Completes the commands and options of cento in bash.
_cento() {{
  local current="${{COMP_WORDS[COMP_CWORD]}}" previous="${{COMP_WORDS[COMP_CWORD-1]}}" options="" words="" values=""
  if [[ $COMP_CWORD -eq 1 ]]; then
    COMPREPLY=($(compgen -W "{} --help --version" -- "$current"))
    return
  fi
  case "${{COMP_WORDS[1]}}" in
{}  esac
  if [[ -n $values ]]; then
    COMPREPLY=($(compgen -W "$values" -- "$current"))
  elif [[ $current == -* ]]; then
    COMPREPLY=($(compgen -W "$options" -- "$current"))
  elif [[ -n $words && $COMP_CWORD -eq 2 ]]; then
    COMPREPLY=($(compgen -W "$words" -- "$current"))
  else
    COMPREPLY=($(compgen -f -- "$current"))
  fi
}}
complete -o filenames -F _cento cento
)",
                     fmt::join(command_names(program), " "), cases);
}

std::string zsh_completion(const CLI::App& program) {
  std::string commands;
  std::string cases;
  for (const CLI::App* command : commands_of(program)) {
    commands += fmt::format("    '{}:{}'\n", command->get_name(), zsh_quoted(first_line(command->get_description())));
    cases += zsh_command_case(*command);
  }
  return fmt::format(R"(#compdef cento
# Completes the commands and options of cento in zsh.
_cento() {{
  local -a commands
  commands=(
{}  )
  if (( CURRENT == 2 )); then
    _describe 'command' commands
    return
  fi
  shift words
  (( CURRENT-- ))
  case "$words[1]" in
{}  esac
}}
if [[ "$funcstack[1]" == "_cento" ]]; then
  _cento "$@"
else
  compdef _cento cento
fi
)",
                     commands, cases);
}

}  // namespace cento::cli
