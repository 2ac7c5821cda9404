#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "command_line/command_parser.hpp"
#include "commands/commands.hpp"
#include "core/files/atomic_folder.hpp"
#include "core/json/json_text.hpp"
#include "engine/statistics/token_statistics.hpp"
#include "flags/option_flags.hpp"
#include "methods/ndd/document_similarity.hpp"
#include "output/collection_run.hpp"
#include "study/ndd/ndd_findings.hpp"
#include "study/ndd/ndd_study.hpp"
#include "study/ndd/ndd_tables.hpp"
#include "study/study_output.hpp"
#include "study/study_reading.hpp"

namespace cento::cli {

namespace {

struct NddStudyCommandOptions : SharedOptions {
  NddStudyCommandOptions() { output.clear(); }

  NddStudyOptions study;
  std::string sct_sizes = "all";
  std::string statistics_file;  // a table of token frequencies, for features that need one
};

NddStudyOptions study_options(const NddStudyCommandOptions& options, const DocumentFrequencies& tokens) {
  NddStudyOptions study = options.study;
  study.sct_sizes = options.sct_sizes == "all" ? RrSizes::all : RrSizes::kept;
  study.tokens = tokens.documents() > 0 ? &tokens : nullptr;
  study.threads = options.threads;
  study.memory_bytes = options.reading.memory_bytes;
  study.temp_dir = options.reading.temp_dir;
  return study;
}

void report_options(const NddStudyCommandOptions& options, CollectionRun& run) {
  run.report_option("features", json_string(options.study.features));
  run.report_option("least", fmt::format("{}", options.study.least));
  run.report_option("sct_sizes", json_string(options.sct_sizes));
  run.report_option("stats", json_string(options.statistics_file));
}

void report_results(const NddResults& results, double least, CollectionRun& run) {
  const NddLimits limits = limits_of(results);
  run.report("without_features", results.without_features);
  run.report("identical_documents", results.identical);
  run.report("capped_features", limits.capped_features);
  run.report("guessed_pairs", limits.guessed_pairs);
  run.report("left_out_pairs", limits.left_out_pairs);
  for (std::string& finding : ndd_findings(results, least)) run.report(std::move(finding));
}

UnusedInput study_ndd(const NddStudyCommandOptions& options) {
  CollectionRun run("study ndd", options,
                    FileUses().reads("--stats", options.statistics_file).writes("--output", options.output));
  report_options(options, run);
  std::optional<AtomicFolder> folder;
  if (!options.output.empty()) folder.emplace(options.output);
  const DocumentFrequencies tokens = load_token_statistics(options.statistics_file, options.reading.memory_bytes / 2);
  NddStudy study(study_options(options, tokens));
  const CollectionTotals totals = read_into(study, run.job(), run.collection());
  const NddResults results = study.finish();
  publish_tables(ndd_tables(results), folder);
  report_results(results, options.study.least, run);
  return run.finish(totals);
}

void add_study_options(CommandParser& command, NddStudyCommandOptions& options) {
  command.add("-o,--output", text(options.output), "FOLDER", "new or empty folder for the tables, as CSV", "Output");
  const OptionGroup study(command, kStudy);
  add_options(command, kStudy,
              {{"features", "NAME", "features to compare documents by, see docs/signatures.md",
                TextSlot{&options.study.features, check_document_features}},
               {"least", "RR", "lowest resemblance rate (RR) to consider, up to 0.5",
                RealSlot{&options.study.least, {0, options.study.agreement.near_duplicate, true}}}});
  study.add("--sct-sizes", choice(options.sct_sizes, {"all", "kept"}), "WHICH",
            fmt::format("RR without common shingles: by the sizes of the whole sets, as in the paper, or of what is "
                        "kept: all or kept (default: {})",
                        options.sct_sizes));
  study.add("--stats", text(options.statistics_file), "FILE", "table of `cento stats` for features that need one");
}

Command add_ndd_study(CommandParser& studies) {
  auto options = std::make_shared<NddStudyCommandOptions>();
  CommandParser* parser = studies.add_command(
      "ndd", "Near-duplicate documents: what sampling shingles costs (Tables 3.1 to 3.4).", "Studies");
  add_inputs(*parser, *options);
  add_study_options(*parser, *options);
  add_reading_options(*parser, *options);
  add_running_options(*parser, *options);
  parser->footer("Example:\n  cento study ndd crawl.warc.gz -o tables");
  return {parser, [options] { return study_ndd(*options); }};
}

}  // namespace

Command add_study_command(CommandParser& program) {
  CommandParser* parser = program.add_command("study", "Repeat the experiments of a paper on your own collection.");
  const std::vector<Command> studies = {add_ndd_study(*parser), add_qsign_study(*parser), add_forum_study(*parser)};
  parser->footer("Example:\n  cento study ndd news.jsonl.gz -o tables\n\n`cento study ndd --help` lists its options.");
  return {parser, [studies] { return run_chosen(studies); }};
}

}  // namespace cento::cli
