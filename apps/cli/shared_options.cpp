#include "shared_options.hpp"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <thread>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "core/byte_size.hpp"
#include "core/json_text.hpp"
#include "read/charset.hpp"
#include "read/formats.hpp"

namespace cento::cli {

namespace {

constexpr const char* kReading = "Reading";
constexpr const char* kRunning = "Running";
constexpr std::size_t kThreadsMost = 1024;

std::vector<std::string> format_names() {
  std::vector<std::string> names;
  for (const Format& format : formats()) {
    if (format.content != Content::companion) names.emplace_back(format.name);
  }
  return names;
}

CLI::Option* add_size(CLI::App& command, const std::string& name, std::uint64_t& bytes, const std::string& meaning) {
  return command.add_option_function<std::string>(
      name, [name, &bytes](const std::string& text) { bytes = parse_byte_size(text, name); }, meaning);
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

void add_inputs(CLI::App& command, SharedOptions& options) {
  command
      .add_option("INPUT", options.inputs,
                  "files, folders, globs in quotes, or - for standard input; may be gzip or zstd")
      ->required()
      ->option_text("...");
}

void add_output_option(CLI::App& command, SharedOptions& options) {
  command.add_option("-o,--output", options.output, "where the result goes; .gz and .zst are compressed (default: -)")
      ->option_text("FILE")
      ->group("Output");
}

/// What CLI11 shows when it is not empty.
std::string known_charset(const std::string& label) {
  return is_known_charset(label) ? "" : fmt::format("\"{}\" is no charset that can be converted", label);
}

void add_reading_options(CLI::App& command, SharedOptions& options) {
  ReadOptions& reading = options.reading;
  command
      .add_option("--format", reading.format,
                  "format of all inputs, see `cento formats` (default: by content and name)")
      ->check(CLI::IsMember(format_names()))
      ->option_text("NAME")
      ->group(kReading);
  command
      .add_option("--text-field", reading.text_fields,
                  "JSONL, CSV: fields that hold the text, each a part (default: text, content, body, ...)")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->option_text("NAME,...")
      ->group(kReading);
  command
      .add_option("--id-field", reading.id_field, "JSONL, CSV: field that holds the id (default: id, _id, docno, ...)")
      ->option_text("NAME")
      ->group(kReading);
  command
      .add_option("--split", reading.split,
                  "plain text: a document per line (lines), paragraph (paragraphs), or between matches of a regex")
      ->option_text("HOW")
      ->group(kReading);
  command
      .add_option("--charset", reading.charset,
                  "text and HTML: convert from this charset (default: as declared or detected)")
      ->check(known_charset)
      ->option_text("NAME")
      ->group(kReading);
  add_size(command, "--max-document", reading.max_document_bytes, "a larger document is rejected (default: 64M)")
      ->option_text("SIZE")
      ->group(kReading);
}

void add_running_options(CLI::App& command, SharedOptions& options) {
  command.add_option("--threads", options.threads, "threads to work on (default: all cores)")
      ->check(CLI::Range(std::size_t{1}, kThreadsMost))
      ->option_text("N")
      ->group(kRunning);
  add_size(command, "--memory", options.reading.memory_bytes,
           "memory to use at most, e.g. 2G (default: half of the machine's)")
      ->option_text("SIZE")
      ->group(kRunning);
  command.add_option("--temp-dir", options.reading.temp_dir, "folder for temporary files (default: the system's)")
      ->option_text("FOLDER")
      ->group(kRunning);
  command.add_option("--rejects", options.reporting.rejects_file, "write bad records and files here, as JSON lines")
      ->option_text("FILE")
      ->group(kRunning);
  command.add_flag("--strict", options.reporting.strict, "stop at the first bad record or file")->group(kRunning);
  command.add_flag("--quiet", options.reporting.quiet, "no progress, remarks or summary")->group(kRunning);
  command.add_option("--stats-json", options.stats_file, "write the summary here, as JSON")
      ->option_text("FILE")
      ->group(kRunning);
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
