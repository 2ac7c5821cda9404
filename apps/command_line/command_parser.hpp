#pragma once

#include <cstddef>
#include <deque>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "command_line/option_value.hpp"

namespace cento::cli {

/// An option or positional argument of a command. Parsing, --help, completion and messages about wrong values all come
/// from this row.
struct OptionRow {
  std::vector<std::string> names;  // "-o" and "--output"; "INPUT" for a positional argument
  OptionValue value;
  std::string shown;    // placeholder for the value in --help: "FILE", "N"
  std::string meaning;  // with its default
  std::string group;    // its heading in --help
  bool is_required = false;
  std::string needs;      // an option that must be given as well
  std::string excludes;   // an option that must not be given
  std::size_t count = 0;  // how often it was given

  [[nodiscard]] bool is_positional() const { return !names.front().starts_with('-'); }
  [[nodiscard]] bool has_name(std::string_view name) const;
  [[nodiscard]] const std::string& name() const { return names.back(); }
};

/// A command with its options and subcommands. Rows and commands keep their address.
class CommandParser {
 public:
  CommandParser(std::string name, std::string description);
  CommandParser(const CommandParser&) = delete;
  CommandParser& operator=(const CommandParser&) = delete;

  CommandParser* add_command(std::string name, std::string description, std::string group = "Commands");

  /// `names`: one or two, as in "-o,--output". `shown`: what --help shows for the value.
  OptionRow& add(std::string_view names, OptionValue value, std::string shown, std::string meaning,
                 std::string group = "Options");

  /// A positional argument. They are filled in order; one that takes many words comes last.
  OptionRow& add_positional(std::string_view name, OptionValue value, std::string meaning);

  /// Called once all words are read; throws UsageError when options cannot be combined.
  void check(std::function<void()> options) { checks_.push_back(std::move(options)); }

  /// The end of --help.
  void footer(std::string text) { footer_ = std::move(text); }

  /// Reads the command line without the program's name. Throws UsageError with one sentence. A request for help
  /// overrides everything else.
  void parse(std::span<const std::string> words);

  /// Whether the user chose this command; always true for the program itself.
  [[nodiscard]] bool is_chosen() const { return is_chosen_; }
  [[nodiscard]] bool asks_for_help() const { return asks_for_help_; }
  [[nodiscard]] std::size_t count(std::string_view option) const;

  /// The innermost command that was chosen.
  [[nodiscard]] const CommandParser& chosen() const;

  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] std::string full_name() const;  // "cento index add"
  [[nodiscard]] const std::string& description() const { return description_; }
  [[nodiscard]] const std::string& group() const { return group_; }
  [[nodiscard]] const std::string& footer() const { return footer_; }
  [[nodiscard]] const std::deque<OptionRow>& options() const { return options_; }
  [[nodiscard]] const std::deque<CommandParser>& commands() const { return commands_; }
  [[nodiscard]] std::vector<std::string> command_names() const;

 private:
  friend class WordReader;

  [[nodiscard]] OptionRow* find(std::string_view option);
  [[nodiscard]] const CommandParser& program() const;

  std::string name_;
  std::string description_;
  std::string group_;
  std::string footer_;
  const CommandParser* parent_ = nullptr;
  std::deque<OptionRow> options_;
  std::deque<CommandParser> commands_;
  std::vector<std::function<void()>> checks_;
  bool is_chosen_ = false;
  bool asks_for_help_ = false;
};

/// Options under the same heading in --help.
class OptionGroup {
 public:
  OptionGroup(CommandParser& command, std::string name) : command_(command), name_(std::move(name)) {}

  OptionRow& add(std::string_view names, OptionValue value, std::string shown, std::string meaning) const {
    return command_.add(names, std::move(value), std::move(shown), std::move(meaning), name_);
  }

  OptionRow& add_flag(std::string_view name, bool& is_given, std::string meaning) const {
    return add(name, flag(is_given), "", std::move(meaning));
  }

 private:
  CommandParser& command_;
  std::string name_;
};

}  // namespace cento::cli
