#include <memory>
#include <string_view>

#include <fmt/format.h>

#include "command_line/command_parser.hpp"
#include "commands/commands.hpp"
#include "core/files/atomic_file.hpp"
#include "engine/documents/document_conversion.hpp"
#include "output/collection_run.hpp"

namespace cento::cli {

namespace {

UnusedInput convert(const SharedOptions& options) {
  if (options.output == "-") *options.reading.damage_check = DamageCheck::while_streamed;
  CollectionRun run("convert", options, FileUses().writes("--output", options.output));
  AtomicFile output(options.output);
  const ConvertedCollection converted =
      convert_to_json_lines(run.collection(), run.job(), [&output](std::string_view lines) { output.write(lines); });
  output.publish();
  if (!converted.has_usual_parts()) {
    run.reporter().note(fmt::format("the documents have several parts; to read them again use --text-field {}",
                                    fmt::join(converted.part_names, ",")));
  }
  return run.finish(converted.totals);
}

}  // namespace

Command add_convert_command(CommandParser& program) {
  auto options = std::make_shared<SharedOptions>();
  CommandParser* parser = program.add_command("convert",
                                              "Write documents of any format as JSON lines: id, text, metadata.\n"
                                              "Cento reads the result as the same documents.");
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
