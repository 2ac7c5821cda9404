#include "help_format.hpp"

#include <algorithm>
#include <sstream>
#include <utility>

namespace cento::cli {

namespace {

constexpr std::size_t kTerminalColumns = 80;
constexpr std::size_t kNameColumns = 26;
constexpr std::size_t kMeaningColumns = kTerminalColumns - kNameColumns;

/// Breaks lines between words, so that none is longer than `columns` unless a word is.
std::string wrapped(const std::string& text, std::size_t columns) {
  std::string out;
  std::size_t used = 0;  // of the line
  for (std::size_t begin = 0, end = 0; begin < text.size(); begin = end + 1) {
    end = std::min(text.find_first_of(" \n", begin), text.size());
    const std::size_t length = end - begin;
    if (used > 0) {
      const bool breaks = text[begin - 1] == '\n' || used + 1 + length > columns;
      out.push_back(breaks ? '\n' : ' ');
      used = breaks ? 0 : used + 1;
    }
    out.append(text, begin, length);
    used += length;
  }
  return out;
}

}  // namespace

HelpFormat::HelpFormat() {
  column_width(kNameColumns);
  label("Positionals", "What to read");
  label("SUBCOMMAND", "COMMAND");
  label("REQUIRED", "");
}

std::string HelpFormat::make_help(const CLI::App* app, std::string name, CLI::AppFormatMode mode) const {
  return CLI::detail::find_and_replace(CLI::Formatter::make_help(app, std::move(name), mode), "\n\n\n", "\n\n");
}

std::string HelpFormat::make_description(const CLI::App* app) const {
  return wrapped(CLI::Formatter::make_description(app), kTerminalColumns) + "\n\n";
}

std::string HelpFormat::make_option_desc(const CLI::Option* option) const {
  return wrapped(CLI::Formatter::make_option_desc(option), kMeaningColumns);
}

std::string HelpFormat::make_subcommand(const CLI::App* command) const {
  const std::string description = command->get_description();
  std::ostringstream line;
  const std::string first_line = description.substr(0, description.find('\n'));
  CLI::detail::format_help(line, command->get_name(), wrapped(first_line, kMeaningColumns), kNameColumns);
  return line.str();
}

}  // namespace cento::cli
