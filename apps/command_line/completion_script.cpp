#include "command_line/completion_script.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace cento::cli {

namespace {

/// An option as completion needs it.
struct CompletedOption {
  std::vector<std::string> names;   // with their dashes
  std::vector<std::string> values;  // all valid values; empty: any value
  std::string meaning;
  bool takes_value;
};

CompletedOption completed(const OptionRow& row) {
  CompletedOption result{{}, row.value.choices, row.meaning, row.value.words != OptionValue::Words::none};
  if (!row.is_positional()) result.names = row.names;
  return result;
}

/// Options of a command and its subcommands.
std::vector<CompletedOption> options_of(const CommandParser& command) {
  std::vector<CompletedOption> options;
  for (const OptionRow& row : command.options()) options.push_back(completed(row));
  for (const CommandParser& inner : command.commands()) {
    for (CompletedOption& option : options_of(inner)) {
      const auto is_same = [&](const CompletedOption& known) { return known.names == option.names; };
      if (std::none_of(options.begin(), options.end(), is_same)) options.push_back(std::move(option));
    }
  }
  return options;
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

std::string bash_command_case(const CommandParser& command) {
  std::vector<std::string> names;
  std::vector<std::string> words = command.command_names();  // what may follow the command itself
  const std::vector<CompletedOption> options = options_of(command);
  for (const CompletedOption& option : options) {
    names.insert(names.end(), option.names.begin(), option.names.end());
    if (option.names.empty()) words.insert(words.end(), option.values.begin(), option.values.end());
  }
  return fmt::format("    {})\n      options=\"{}\"\n      words=\"{}\"\n{}      ;;\n", command.name(),
                     fmt::join(names, " "), fmt::join(words, " "), bash_value_cases(options));
}

/// Escapes what zsh would take for syntax in a description.
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

std::string zsh_command_case(const CommandParser& command) {
  const std::vector<std::string> inner = command.command_names();
  std::string arguments = inner.empty() ? "" : fmt::format(" \\\n        '1: :({})'", fmt::join(inner, " "));
  for (const CompletedOption& option : options_of(command)) arguments += " \\\n" + zsh_argument(option);
  return fmt::format("    {})\n      _arguments{}\n      ;;\n", command.name(), arguments);
}

std::string first_line(const std::string& text) {
  return text.substr(0, text.find('\n'));
}

}  // namespace

std::string bash_completion(const CommandParser& program) {
  std::string cases;
  for (const CommandParser& command : program.commands()) cases += bash_command_case(command);
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
                     fmt::join(program.command_names(), " "), cases);
}

std::string zsh_completion(const CommandParser& program) {
  std::string commands;
  std::string cases;
  for (const CommandParser& command : program.commands()) {
    commands += fmt::format("    '{}:{}'\n", command.name(), zsh_quoted(first_line(command.description())));
    cases += zsh_command_case(command);
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
