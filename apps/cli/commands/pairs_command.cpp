#include <memory>
#include <string>

#include <fmt/format.h>

#include "cento/error.hpp"
#include "command_line/command_parser.hpp"
#include "commands/commands.hpp"
#include "engine/options/job_options.hpp"
#include "flags/duplicate_flags.hpp"
#include "flags/option_flags.hpp"
#include "output/pair_output.hpp"

namespace cento::cli {

namespace {

struct PairsFlags : DuplicateFlags {
  PairOutputOptions writing;
};

void report_clusters(const std::vector<Verdict>& verdicts, CollectionRun& run) {
  const SurvivorCounts counts = count_survivors(verdicts, {});
  run.report("clusters", counts.clusters);
  run.report("removable", counts.removed());
  run.report(fmt::format("{}; {} of one that would be kept", counted(counts.clusters, "cluster", "clusters"),
                         counted(counts.removed(), "document is a near-duplicate", "documents are near-duplicates")));
}

UnusedInput find_pairs(PairsFlags& options) {
  FileUses uses = uses_of(options);
  uses.writes("--output", options.output).writes("--clusters", options.writing.clusters_file);
  const RecordForm form = pair_form(options.writing, options.output);
  const RecordForm clusters_form = checked_form(options.writing.clusters_file);
  CollectionRun run("pairs", options, uses);
  report_options(options_of(options.search), run);
  DuplicateSearch search(options.search, run.job(), run.collections({}));
  RecordFile output(options.output, form, pair_fields(), run.job().memory().part(kRecordTable));
  const auto clusters = optional_file(options.writing.clusters_file, clusters_form, cluster_fields(), run.job());
  search_duplicates(options, search, run);
  report_pairs(write_pairs(search, options.writing.pairs_up_to, output), options.writing, "document", run);
  if (clusters != nullptr) {
    const std::vector<Verdict> verdicts = choose(options, search, run);
    write_clusters(search.documents(), verdicts, *clusters);
    report_clusters(verdicts, run);
  }
  output.publish();
  if (clusters != nullptr) clusters->publish();
  return run.finish(search.documents().totals());
}

}  // namespace

Command add_pairs_command(CommandParser& program) {
  auto options = std::make_shared<PairsFlags>();
  CommandParser* parser = program.add_command(
      "pairs", "Find near-duplicate documents and write all pairs, each with its verified similarity.");
  add_inputs(*parser, *options);
  add_record_output_option(*parser, *options);
  add_pair_output_options(*parser, options->writing, "documents");
  add_finding_options(*parser, *options);
  add_reading_options(*parser, *options);
  add_running_options(*parser, *options);
  parser->footer(
      "Examples:\n"
      "  cento pairs news.jsonl.gz -o pairs.tsv\n"
      "  cento pairs crawl.warc.gz --method ndd --threshold 0.5 -o pairs.parquet\n"
      "  cento pairs news.jsonl.gz --keep newest --clusters clusters.jsonl -o pairs.tsv");
  return {parser, [options] { return find_pairs(*options); }};
}

}  // namespace cento::cli
