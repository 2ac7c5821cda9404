#pragma once

#include <string>
#include <vector>

#include "core/reporter.hpp"
#include "read/reader.hpp"

namespace cento::cli {

class CommandParser;

/// Options that mean the same in every command that has them, defined once in shared_options.cpp.
struct SharedOptions {
  SharedOptions();

  std::vector<std::string> inputs;
  std::string output = "-";
  std::size_t threads;     // default: all cores
  std::string stats_file;  // empty: not written
  ReporterOptions reporting;
  ReadOptions reading;
};

/// Add options to a command; `options` must outlive it.
void add_inputs(CommandParser& command, SharedOptions& options);
void add_output_option(CommandParser& command, SharedOptions& options);
/// For commands that write records, in one of several forms.
void add_record_output_option(CommandParser& command, SharedOptions& options);
void add_reading_options(CommandParser& command, SharedOptions& options);
void add_running_options(CommandParser& command, SharedOptions& options);  // with --threads
void add_threads_option(CommandParser& command, SharedOptions& options);

/// All of them with their values, as a JSON object.
[[nodiscard]] std::string to_json(const SharedOptions& options);

}  // namespace cento::cli
