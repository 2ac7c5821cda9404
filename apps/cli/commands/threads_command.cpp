#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cento/error.hpp"
#include "cento/option_table.hpp"
#include "command_line/command_parser.hpp"
#include "commands/commands.hpp"
#include "core/json/json_text.hpp"
#include "engine/document_pairs_file.hpp"
#include "engine/forum_search.hpp"
#include "engine/options/forum_model_file.hpp"
#include "flags/forum_flags.hpp"
#include "flags/option_flags.hpp"
#include "output/collection_run.hpp"
#include "output/pair_output.hpp"

namespace cento::cli {

namespace {

struct ThreadsFlags : SharedOptions {
  ForumFlags comparing;
  ThreadsOptions search;
  std::string scores_file;    // external similarities; empty: none
  double scores_weight = -1;  // of those; negative: that of the model
  PairOutputOptions writing;
};

constexpr double kUsualScoresWeight = 0.3;

ForumModel model_with_scores(const ThreadsFlags& options) {
  ForumModel model = model_of(options.comparing);
  if (options.scores_weight >= 0) model.outside_weight = options.scores_weight;
  if (!options.scores_file.empty() && model.outside_weight == 0) model.outside_weight = kUsualScoresWeight;
  return model;
}

/// Similarities from the file of --scores.
std::vector<OutsideScore> outside_scores(const ThreadsFlags& options, const JobDocuments& documents,
                                         CollectionRun& run) {
  std::vector<OutsideScore> outside;
  if (options.scores_file.empty()) return outside;
  const std::uint64_t rejected_before = run.reporter().rejected();
  for (const ScoredDocuments& row : read_document_scores(options.scores_file, documents.table(), run.reporter())) {
    outside.push_back({row.a, row.b, row.score});
  }
  run.report("pairs_listed", outside.size());
  run.report("pairs_unusable", run.reporter().rejected() - rejected_before);
  return outside;
}

void report_search(const ForumPairSearch& search, const ForumModel& model, CollectionRun& run) {
  const ForumSearchCounts& counts = search.counts();
  WeightedJoinCounts joins;
  for (const PartSearch& part : counts.searches) joins += part.counts;
  run.report("identical_threads", counts.identical);
  run.report("without_features", counts.without_features);
  run.report("proposed_pairs", joins.proposed_pairs);
  run.report("given_up", joins.given_up);
  run.report("scored_pairs", counts.scored_pairs);
  run.report("verified_pairs", search.pairs());
  run.report("capped_pairs", counts.capped_pairs);
  const double share =
      static_cast<double>(joins.given_up) / static_cast<double>(std::max<std::uint64_t>(1, joins.proposed_pairs));
  run.report(
      fmt::format("{} by single parts, {:.0f} % of them dropped early; {} scored by all parts, {} at {} or "
                  "more",
                  counted(joins.proposed_pairs, "candidate pair", "candidate pairs"), 100 * share,
                  with_thousands(counts.scored_pairs), with_thousands(search.pairs()), model.threshold));
  if (counts.identical > 0) {
    run.report(
        counted(counts.identical, "thread is identical to an earlier one", "threads are identical to earlier ones"));
  }
  if (counts.without_features > 0) {
    run.report(fmt::format("{} nothing to compare: no words in {}",
                           counted(counts.without_features, "thread has", "threads have"),
                           fmt::join(search.part_labels(), ", ")));
  }
  if (counts.capped_groups > 0) {
    run.report(fmt::format("{} too large to compare all {} pairs, which were only found by their other parts",
                           counted(counts.capped_groups, "group of threads with the same or a similar text was",
                                   "groups of threads with the same or a similar text were"),
                           with_thousands(counts.capped_pairs)));
  }
}

void write_cluster_file(const ForumPairSearch& search, RecordFile& output, CollectionRun& run) {
  const std::vector<Verdict> verdicts = search.choose();
  write_clusters(search.documents(), verdicts, output);
  const SurvivorCounts counts = count_survivors(verdicts, {});
  run.report("clusters", counts.clusters);
  run.report("removable", counts.removed());
  run.report(fmt::format("{}; {} cluster's representative", counted(counts.clusters, "cluster", "clusters"),
                         counted(counts.removed(), "thread is a duplicate of its", "threads are duplicates of their")));
}

/// How the work is divided and which thread represents a cluster.
OptionTable choosing(ThreadsOptions& options) {
  const OptionTable table = options_of(options);
  return {option_named(table, "by"), option_named(table, "keep")};
}

UnusedInput find_threads(ThreadsFlags options) {
  FileUses uses;
  uses.reads("--options", options.comparing.options_file).reads("--scores", options.scores_file);
  uses.writes("--output", options.output).writes("--clusters", options.writing.clusters_file);
  check_uses(options, uses);
  const RecordForm form = pair_form(options.writing, options.output);
  const RecordForm clusters_form = checked_form(options.writing.clusters_file);
  read_parts_of(model_with_scores(options), options.reading);
  CollectionRun run("threads", options, uses);
  const ForumModel model = model_with_scores(options);
  ForumPairSearch search(options.search, model, run.job(), run.collection());
  run.report_option("model", to_json(model));
  report_options(choosing(options.search), run);
  run.report_option("scores", json_string(options.scores_file));
  RecordFile output(options.output, form, forum_pair_fields(), run.job().memory().part(kRecordTable));
  const auto clusters = optional_file(options.writing.clusters_file, clusters_form, cluster_fields(), run.job());
  search.read();
  search.find(outside_scores(options, search.documents(), run));
  report_search(search, model, run);
  report_pairs(write_pairs(search, options.writing.pairs_up_to, output), options.writing, "thread", run);
  if (clusters != nullptr) write_cluster_file(search, *clusters, run);
  output.publish();
  if (clusters != nullptr) clusters->publish();
  return run.finish(search.documents().totals());
}

}  // namespace

Command add_threads_command(CommandParser& program) {
  auto options = std::make_shared<ThreadsFlags>();
  CommandParser* parser = program.add_command(
      "threads",
      "Find threads of a Q&A forum that ask the same question: pairs with the similarity of each part, and clusters.");
  add_inputs(*parser, *options);
  add_record_output_option(*parser, *options);
  add_pair_output_options(*parser, options->writing, "threads");
  add_options(*parser, "Output", choosing(options->search));
  add_forum_flags(*parser, options->comparing);
  const OptionGroup comparing(*parser, "Comparing");
  comparing.add("--scores", text(options->scores_file), "FILE",
                "similarities of pairs from another program: a, b, score from 0 to 1");
  comparing.add(
      "--scores-weight", real(options->scores_weight, kZeroOrMore), "W",
      fmt::format("their weight, beside those of the parts (default: {}, or that of --options)", kUsualScoresWeight));
  add_reading_options(*parser, *options);
  add_running_options(*parser, *options);
  parser->footer(
      "Examples:\n"
      "  cento threads Posts.xml -o pairs.tsv --clusters clusters.jsonl\n"
      "  cento threads threads.jsonl --parts title=0.4,body=0.2,answer=0.4 --threshold 0.6\n"
      "  cento threads threads.jsonl --options tuned.json --scores embeddings.tsv -o pairs.jsonl");
  return {parser, [options] { return find_threads(*options); }};
}

}  // namespace cento::cli
