#pragma once

#include <memory>
#include <string>

#include <CLI/CLI.hpp>

namespace cento::cli {

/// How --help looks: the list of commands shows the first line of what each is for, a blank line parts the groups, and
/// no description is wider than a terminal of 80 columns.
class HelpFormat : public CLI::Formatter {
 public:
  HelpFormat();
  std::string make_help(const CLI::App* app, std::string name, CLI::AppFormatMode mode) const override;
  std::string make_description(const CLI::App* app) const override;
  std::string make_option_desc(const CLI::Option* option) const override;
  std::string make_subcommand(const CLI::App* command) const override;
};

}  // namespace cento::cli
