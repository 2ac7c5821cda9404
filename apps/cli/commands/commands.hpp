#pragma once

#include <functional>
#include <vector>

#include "core/reporter.hpp"

namespace cento::cli {

class CommandParser;

/// A command of the program: its part of the command line, and what runs when the user chooses it. `run` returns the
/// input that could not be used, which main() reports with exit code 3.
struct Command {
  CommandParser* parser;
  std::function<UnusedInput()> run;
};

/// Runs the command that the user chose.
UnusedInput run_chosen(const std::vector<Command>& commands);

/// Each adds its command to the program and is defined in the file named after it.
Command add_show_command(CommandParser& program);
Command add_convert_command(CommandParser& program);
Command add_scan_command(CommandParser& program);
Command add_pairs_command(CommandParser& program);
Command add_dedup_command(CommandParser& program);
Command add_compare_command(CommandParser& program);
Command add_index_command(CommandParser& program);
Command add_query_command(CommandParser& program);
Command add_threads_command(CommandParser& program);
Command add_stats_command(CommandParser& program);
Command add_tune_command(CommandParser& program);
Command add_eval_command(CommandParser& program);
Command add_study_command(CommandParser& program);
Command add_formats_command(CommandParser& program);
Command add_completion_command(CommandParser& program);

inline constexpr const char* kStudy = "Study";  // the group of a study's own options

/// Each adds a study to `cento study`, likewise.
Command add_qsign_study(CommandParser& studies);
Command add_forum_study(CommandParser& studies);

}  // namespace cento::cli
