#include "shared_options.hpp"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <thread>

#include <fmt/format.h>

#include "command_parser.hpp"
#include "core/byte_size.hpp"
#include "core/error.hpp"
#include "core/json_text.hpp"
#include "least_memory.hpp"
#include "read/charset.hpp"
#include "read/formats.hpp"

namespace cento::cli {

namespace {

constexpr std::size_t kThreadsMost = 1024;

std::vector<std::string> format_names() {
  std::vector<std::string> names;
  for (const Format& format : formats()) {
    if (format.content != Content::companion) names.emplace_back(format.name);
  }
  return names;
}

std::string take_charset(std::string_view label, ReadOptions& reading) {
  if (!is_known_charset(label)) return "must be a charset that can be converted";
  reading.charset = label;
  return {};
}

void check_memory(const CommandParser& command, const SharedOptions& options) {
  if (command.count("--memory") == 0) return;
  const std::uint64_t least = least_memory_bytes(command.full_name(), options.threads);
  if (options.reading.memory_bytes >= least) return;
  throw UsageError(fmt::format("--memory must be at least {} for {} on {} thread{}, not {}", exact_byte_size(least),
                               command.full_name(), options.threads, options.threads == 1 ? "" : "s",
                               exact_byte_size(options.reading.memory_bytes)));
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

void append_number(std::string& out, std::string_view key, std::uint64_t number) {
  append_json_key(out, key);
  fmt::format_to(std::back_inserter(out), "{}", number);
}

}  // namespace

SharedOptions::SharedOptions() : threads(std::max(1U, std::thread::hardware_concurrency())) {
  reading.memory_bytes = default_memory_bytes();
}

void add_inputs(CommandParser& command, SharedOptions& options) {
  command.add_positional("INPUT", words(options.inputs),
                         "files, folders, globs in quotes, or - for standard input; may be gzip or zstd");
}

void add_output_option(CommandParser& command, SharedOptions& options) {
  command.add("-o,--output", text(options.output), "FILE",
              "where the result goes; .gz and .zst are compressed (default: -)", "Output");
}

void add_reading_options(CommandParser& command, SharedOptions& options) {
  ReadOptions& reading = options.reading;
  const OptionGroup group(command, "Reading");
  group.add("--format", choice(reading.format, format_names()), "NAME",
            "format of all inputs, see `cento formats` (default: by content and name)");
  group.add("--text-field", list(reading.text_fields, ','), "NAME,...",
            "JSONL, CSV: fields that hold the text, each a part (default: text, content, body, ...)");
  group.add("--id-field", text(reading.id_field), "NAME",
            "JSONL, CSV: field that holds the id (default: id, _id, docno, ...)");
  group.add("--split", text(reading.split), "HOW",
            "plain text: a document per line (lines), paragraph (paragraphs), or between matches of a regex");
  group.add("--charset", text([&reading](std::string_view label) { return take_charset(label, reading); }), "NAME",
            "text and HTML: convert from this charset (default: as declared or detected)");
  group.add("--max-document", size(reading.max_document_bytes, 1), "SIZE",
            "a larger document is rejected (default: 64M)");
}

void add_threads_option(CommandParser& command, SharedOptions& options) {
  command.add("--threads", whole(options.threads, {1, kThreadsMost}), "N", "threads to work on (default: all cores)",
              "Running");
}

void add_running_options(CommandParser& command, SharedOptions& options) {
  const OptionGroup running(command, "Running");
  command.check([&command, &options] { check_memory(command, options); });
  add_threads_option(command, options);
  running.add("--memory", size(options.reading.memory_bytes), "SIZE",
              "memory to use at most, e.g. 2G (default: half of the machine's)");
  running.add("--temp-dir", text(options.reading.temp_dir), "FOLDER",
              "folder for temporary files (default: the system's)");
  running.add("--rejects", text(options.reporting.rejects_file), "FILE",
              "write bad records and files here, as JSON lines");
  running.add_flag("--strict", options.reporting.strict, "stop at the first bad record or file");
  running.add_flag("--quiet", options.reporting.quiet, "no progress, remarks or summary");
  running.add("--stats-json", text(options.stats_file), "FILE", "write the summary here, as JSON");
}

std::string to_json(const SharedOptions& options) {
  std::string out = "{";
  append_text_list(out, "inputs", options.inputs);
  append_json_field(out, "output", options.output);
  append_json_field(out, "format", options.reading.format);
  append_text_list(out, "text_field", options.reading.text_fields);
  append_json_field(out, "id_field", options.reading.id_field);
  append_json_field(out, "split", options.reading.split);
  append_json_field(out, "charset", options.reading.charset);
  append_number(out, "max_document", options.reading.max_document_bytes);
  append_number(out, "threads", options.threads);
  append_number(out, "memory", options.reading.memory_bytes);
  append_json_field(out, "temp_dir", options.reading.temp_dir);
  append_json_field(out, "rejects", options.reporting.rejects_file);
  append_json_key(out, "strict");
  out += options.reporting.strict ? "true}" : "false}";
  return out;
}

}  // namespace cento::cli
