#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "command_line/command_parser.hpp"

namespace cento::cli {

/// Reads the words after a command's name into its options, and those after a subcommand's name into the subcommand's.
/// Throws UsageError, with one sentence, when something is wrong.
///
/// A value follows its option as the next word, after "=", or right after a short name. A word that begins like an
/// option is a value only after "=". "--" ends the options.
class WordReader {
 public:
  WordReader(CommandParser& command, std::span<const std::string> words) : command_(command), words_(words) {}

  void read();

 private:
  [[nodiscard]] bool asks_for_help() const;
  [[nodiscard]] bool has_word() const { return next_ < words_.size(); }
  [[nodiscard]] bool has_value() const;
  void read_word();
  void read_command(const std::string& name);
  void read_option(const std::string& word);
  void read_values(OptionRow& row);
  void read_positional(const std::string& word);
  [[nodiscard]] std::size_t positionals_missing() const;
  void check_options();

  CommandParser& command_;
  std::span<const std::string> words_;
  std::size_t next_ = 0;
  bool options_ended_ = false;
};

}  // namespace cento::cli
