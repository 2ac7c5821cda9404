#include <memory>
#include <string>

#include <fmt/format.h>

#include "command_line/command_parser.hpp"
#include "commands/commands.hpp"
#include "engine/statistics/statistics_file.hpp"
#include "flags/option_flags.hpp"
#include "methods/ndd/document_similarity.hpp"
#include "output/collection_run.hpp"

namespace cento::cli {

namespace {

struct StatsOptions : SharedOptions, CountedFeatures {};

void report_table(const CountedTable& table, const StatsOptions& options, CollectionRun& run) {
  run.report("distinct_" + table.counted, table.distinct);
  std::string line = fmt::format("{}: {} distinct", table.counted, with_thousands(table.distinct));
  if (table.kept < table.distinct) {
    line += fmt::format(", {} of them in {} documents or more (the rest are not in the table)",
                        with_thousands(table.kept), options.least);
  }
  run.report(line);
}

UnusedInput count_statistics(const StatsOptions& options) {
  CollectionRun run("stats", options, FileUses().writes("--output", options.output));
  StatisticsFile statistics(options, run.job());
  const CollectionTotals totals = statistics.read(run.collection());
  statistics.save(options.output, [&](const CountedTable& table) { report_table(table, options, run); });
  return run.finish(totals);
}

}  // namespace

Command add_stats_command(CommandParser& program) {
  auto options = std::make_shared<StatsOptions>();
  CommandParser* parser = program.add_command(
      "stats", "Count the documents that contain each word, and save the table for `cento pairs` and `cento dedup`.");
  add_inputs(*parser, *options);
  parser->add("-o,--output", text(options->output), "FILE", "the table; .gz and .zst are compressed", "Output")
      .is_required = true;
  const OptionGroup counting(*parser, "Counting");
  counting.add("--features", checked(list(options->features, ','), check_document_features), "NAME,...",
               "also count these features, e.g. shingle:5");
  add_options(
      *parser, "Counting",
      {{"least", "N", "leave out features in fewer documents; words are always kept", WholeSlot{&options->least, {}}}});
  add_reading_options(*parser, *options);
  add_running_options(*parser, *options);
  parser->footer(
      "Example:\n"
      "  cento stats news.jsonl.gz -o news.stats\n"
      "  cento pairs news.jsonl.gz --method imatch --stats news.stats -o pairs.tsv");
  return {parser, [options] { return count_statistics(*options); }};
}

}  // namespace cento::cli
