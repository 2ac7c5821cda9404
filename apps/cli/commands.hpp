#pragma once

#include <functional>
#include <vector>

#include "core/reporter.hpp"

namespace CLI {
class App;
}

namespace cento::cli {

/// A command of the program: its part of the command line, and what happens when the user chose it. `run` returns the
/// input that it could not use, which main() reports and which makes exit code 3.
struct Command {
  CLI::App* parser;
  std::function<UnusedInput()> run;
};

/// Runs the one of these that the user chose.
UnusedInput run_chosen(const std::vector<Command>& commands);

/// Each adds its command to the program and is defined in the file of its name.
Command add_show_command(CLI::App& program);
Command add_convert_command(CLI::App& program);
Command add_scan_command(CLI::App& program);
Command add_pairs_command(CLI::App& program);
Command add_dedup_command(CLI::App& program);
Command add_compare_command(CLI::App& program);
Command add_index_command(CLI::App& program);
Command add_query_command(CLI::App& program);
Command add_threads_command(CLI::App& program);
Command add_stats_command(CLI::App& program);
Command add_tune_command(CLI::App& program);
Command add_eval_command(CLI::App& program);
Command add_study_command(CLI::App& program);
Command add_formats_command(CLI::App& program);
Command add_completion_command(CLI::App& program);

/// Each adds a study to `cento study`; the file of its name defines it, too.
Command add_qsign_study(CLI::App& studies);
Command add_threads_study(CLI::App& studies);

}  // namespace cento::cli
