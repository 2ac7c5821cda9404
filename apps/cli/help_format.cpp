#include "help_format.hpp"

#include <sstream>
#include <utility>

namespace cento::cli {

namespace {
constexpr std::size_t kNameColumns = 34;
}

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
  return CLI::Formatter::make_description(app) + "\n";
}

std::string HelpFormat::make_subcommand(const CLI::App* command) const {
  const std::string description = command->get_description();
  std::ostringstream line;
  CLI::detail::format_help(line, command->get_name(), description.substr(0, description.find('\n')), kNameColumns);
  return line.str();
}

}  // namespace cento::cli
