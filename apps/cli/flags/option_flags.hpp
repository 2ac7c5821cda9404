#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

#include "cento/option_table.hpp"

namespace cento::cli {

class CollectionRun;
class CommandParser;

/// "--min-sentences" for min_sentences.
[[nodiscard]] std::string flag_name(std::string_view option);

/// Adds the options of a table under a heading of --help, with their defaults. One that is on by default gets
/// --no-NAME. What the table is bound to must outlive the command.
void add_options(CommandParser& command, const std::string& heading, const OptionTable& table,
                 std::initializer_list<std::string_view> except = {});

/// The opposites of the flags in the table: --NAME for what is on by default, --no-NAME for what is not.
void add_opposite_flags(CommandParser& command, const std::string& heading, const OptionTable& table);

/// Whether the user gave the option, or its opposite.
[[nodiscard]] bool is_given(const CommandParser& command, const Option& option);

/// Records the values in the summary of a run.
void report_options(const OptionTable& table, CollectionRun& run, std::initializer_list<std::string_view> except = {});

/// As a JSON object.
[[nodiscard]] std::string to_json(const OptionTable& table, std::initializer_list<std::string_view> except = {});

}  // namespace cento::cli
