#include "flags/shared_options.hpp"

#include <algorithm>
#include <cstdint>
#include <thread>

#include <fmt/format.h>

#include "cento/error.hpp"
#include "command_line/command_parser.hpp"
#include "core/byte_size.hpp"
#include "core/json/json_text.hpp"
#include "engine/options/job_options.hpp"
#include "engine/options/least_memory.hpp"
#include "flags/option_flags.hpp"
#include "output/flag_names.hpp"
#include "output/standard_streams.hpp"

namespace cento::cli {

namespace {

constexpr const char* kRunning = "Running";

void check_memory(const CommandParser& command, const SharedOptions& options) {
  if (command.count("--memory") == 0) return;
  check_least_memory("--memory", command.full_name(), least_memory_bytes(command.full_name(), options.threads),
                     options.threads, options.reading.memory_bytes);
}

void append_text_list(std::string& out, std::string_view key, const std::vector<std::string>& texts) {
  append_json_key(out, key);
  out.push_back('[');
  for (const std::string& text : texts) {
    if (out.back() != '[') out.push_back(',');
    append_json_string(out, text);
  }
  out.push_back(']');
}

void append_values(std::string& out, const OptionTable& table) {
  for (const Option& option : table) {
    append_json_key(out, option.name);
    out += json_of(option);
  }
}

OptionTable running(SharedOptions& options) {
  return run_options(options.threads, options.reading.memory_bytes, options.reading.temp_dir, options.reporting.strict);
}

}  // namespace

SharedOptions::SharedOptions() : threads(std::max(1U, std::thread::hardware_concurrency())) {
  reading.memory_bytes = default_memory_bytes();
  reporting.show = remark;
  reporting.worded = with_flags;
}

void add_inputs(CommandParser& command, SharedOptions& options) {
  command.add_positional("INPUT", words(options.inputs),
                         "files, folders, quoted globs, or - for standard input; may be gzip or zstd");
}

void add_output_option(CommandParser& command, SharedOptions& options) {
  command.add("-o,--output", text(options.output), "FILE",
              "file to write; .gz and .zst are compressed (default: -, standard output)", "Output");
}

void add_record_output_option(CommandParser& command, SharedOptions& options) {
  command.add(
      "-o,--output", text(options.output), "FILE",
      "file to write; .gz and .zst are compressed, .parquet and .arrow are tables (default: -, standard output)",
      "Output");
}

void add_reading_options(CommandParser& command, SharedOptions& options) {
  add_options(command, "Reading", options_of(static_cast<FileOptions&>(options.reading)));
}

void add_threads_option(CommandParser& command, SharedOptions& options) {
  add_options(command, kRunning, running(options), {"memory", "temp_dir", "strict"});
}

void add_running_options(CommandParser& command, SharedOptions& options) {
  const OptionGroup group(command, kRunning);
  command.check([&command, &options] { check_memory(command, options); });
  add_options(command, kRunning, running(options), {"strict"});
  group.add("--rejects", text(options.reporting.rejects_file), "FILE",
            "write bad records and files here, as JSON lines");
  add_options(command, kRunning, running(options), {"threads", "memory", "temp_dir"});
  group.add_flag("--quiet", options.reporting.quiet, "no progress, remarks or summary");
  group.add("--stats-json", text(options.stats_file), "FILE", "write the summary here, as JSON");
}

std::string to_json(const SharedOptions& options) {
  SharedOptions bound = options;
  std::string out = "{";
  append_text_list(out, "inputs", options.inputs);
  append_json_field(out, "output", options.output);
  append_values(out, options_of(static_cast<FileOptions&>(bound.reading)));
  OptionTable table = running(bound);
  const Option strict = table.back();
  table.pop_back();
  append_values(out, table);
  append_json_field(out, "rejects", options.reporting.rejects_file);
  append_values(out, {strict});
  return out + "}";
}

}  // namespace cento::cli
