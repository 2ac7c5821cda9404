#include <memory>
#include <set>
#include <string>

#include <fmt/format.h>

#include "collection_run.hpp"
#include "command_parser.hpp"
#include "commands.hpp"
#include "core/atomic_file.hpp"
#include "write/document_json.hpp"

namespace cento::cli {

namespace {

/// Documents of a batch, ready to be written.
struct Lines {
  std::string text;
  std::set<std::string, std::less<>> part_names;
  RunTotals totals;
};

std::shared_ptr<void> to_lines(const DocumentBatch& batch) {
  auto lines = std::make_shared<Lines>();
  for (const Document& document : batch.documents) {
    append_document_line(lines->text, document);
    for (const Part& part : document.parts) {
      if (!lines->part_names.contains(part.name)) lines->part_names.emplace(part.name);
      lines->totals.text_bytes += part.text.size();
    }
    lines->totals.parts += document.parts.size();
  }
  lines->totals.documents = batch.documents.size();
  return lines;
}

/// What must be said so that the parts are found again; empty if nothing.
std::string reading_advice(const std::set<std::string, std::less<>>& part_names) {
  const bool are_usual = part_names.empty() || part_names == std::set<std::string, std::less<>>{"text"} ||
                         part_names == std::set<std::string, std::less<>>{"a", "b"};
  if (are_usual) return {};
  return fmt::format("the documents have parts; read them again with --text-field {}", fmt::join(part_names, ","));
}

UnusedInput convert(const SharedOptions& options) {
  if (options.output == "-") *options.reading.damage_check = DamageCheck::while_streamed;
  CollectionRun run("convert", options, FileUses().writes("--output", options.output));
  AtomicFile output(options.output);
  std::set<std::string, std::less<>> part_names;
  RunTotals totals;
  BatchSteps steps;
  steps.work = [](DocumentBatch& batch) { return to_lines(batch); };
  steps.take = [&](DocumentBatch&, void* result) {
    Lines& lines = *static_cast<Lines*>(result);
    output.write(lines.text);
    totals += lines.totals;
    part_names.merge(lines.part_names);
  };
  run.read(steps);
  output.publish();
  const std::string advice = reading_advice(part_names);
  if (!advice.empty()) run.reporter().note(advice);
  return run.finish(totals);
}

}  // namespace

Command add_convert_command(CommandParser& program) {
  auto options = std::make_shared<SharedOptions>();
  CommandParser* parser = program.add_command("convert",
                                              "Write documents of any format as JSON lines: id, text, metadata.\n"
                                              "What it writes is read again by Cento as the same documents.");
  add_inputs(*parser, *options);
  add_output_option(*parser, *options);
  add_reading_options(*parser, *options);
  add_running_options(*parser, *options);
  parser->footer(
      "Examples:\n"
      "  cento convert crawl.warc.gz -o pages.jsonl.zst   a web archive as JSON lines\n"
      "  cento convert notes/ --rejects bad.jsonl -o notes.jsonl.gz");
  return {parser, [options] { return convert(*options); }};
}

}  // namespace cento::cli
