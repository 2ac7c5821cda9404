#include <chrono>
#include <cmath>
#include <memory>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "cento/error.hpp"
#include "command_line/command_parser.hpp"
#include "commands/commands.hpp"
#include "commands/eval_labelled.hpp"
#include "core/files/atomic_file.hpp"
#include "core/json/json_text.hpp"
#include "engine/run_summary.hpp"
#include "flags/option_flags.hpp"
#include "flags/shared_options.hpp"
#include "output/collection_run.hpp"
#include "study/judge/file_judge.hpp"
#include "version.hpp"

namespace cento::cli {

namespace {

/// Without `found`, `gold` is a labelled file to be scored first.
struct EvalOptions : SharedOptions, JudgedFileNames {
  PairJudgingOptions judging;
  std::string options_file;  // of `cento tune`, to score GOLD instead of reading FOUND
  std::string scores_file;   // external similarities, for that
};

/// Whether options were given that only make sense for one kind of file.
struct GivenOptions {
  bool threshold = false;
  bool closed = false;
  bool recall = false;
};

/// Scores the gold with learned options and judges that.
UnusedInput judge_labelled(const EvalOptions& options, const GivenOptions& given) {
  if (!options.found.empty()) throw UsageError("--options scores the labelled file itself; leave out FOUND");
  if (given.closed) throw UsageError("--closed is for found pairs; with --options all pairs are listed");
  EvalLabelledOptions labelled;
  static_cast<SharedOptions&>(labelled) = static_cast<const SharedOptions&>(options);
  labelled.inputs = {options.gold};
  labelled.options_file = options.options_file;
  labelled.pairs_file = options.pairs_file;
  labelled.scores_file = options.scores_file;
  if (given.threshold) labelled.threshold = options.judging.threshold;
  labelled.recall = options.judging.recall;
  return run_eval_labelled(std::move(labelled));
}

void check_usage(const EvalOptions& options) {
  if (!options.scores_file.empty()) throw UsageError("--scores needs --options");
  if (options.found.empty()) {
    throw UsageError(
        "a single file needs --options, which scores its pairs; to judge what was found, name a second file: "
        "cento eval GOLD FOUND");
  }
  if (!std::isfinite(options.judging.threshold)) throw UsageError("--threshold needs a number");
  const int from_standard_input =
      (options.gold == "-" ? 1 : 0) + (options.found == "-" ? 1 : 0) + (options.pairs_file == "-" ? 1 : 0);
  if (from_standard_input > 1) throw UsageError("only one file can come from standard input; save the others to files");
  FileUses uses;
  uses.reads("GOLD", options.gold).reads("FOUND", options.found).reads("--pairs", options.pairs_file);
  check_uses(options, uses.writes("--output", options.output));
}

void check_options_fit(JudgedContent gold, const EvalOptions& options, const GivenOptions& given) {
  const bool are_pairs = gold == JudgedContent::pairs || gold == JudgedContent::questions;
  if (!options.pairs_file.empty() && gold != JudgedContent::spans) {
    throw UsageError(fmt::format("--pairs is for spans, but {} holds {}", options.gold, describe(gold)));
  }
  if (are_pairs) return;
  for (const auto& [is_given, name] : {std::pair(given.threshold, "--threshold"), std::pair(given.closed, "--closed"),
                                       std::pair(given.recall, "--recall")}) {
    if (is_given) throw UsageError(fmt::format("{} is for pairs, but {} holds {}", name, options.gold, describe(gold)));
  }
}

std::string options_json(const EvalOptions& options) {
  std::string own;
  append_json_field(own, "gold", options.gold);
  append_json_field(own, "found", options.found);
  append_json_field(own, "pairs", options.pairs_file);
  own += fmt::format(",\"threshold\":{},\"closed\":{},\"recall\":{}", options.judging.threshold, options.judging.closed,
                     options.judging.recall);
  std::string json = to_json(static_cast<const SharedOptions&>(options));
  json.insert(json.size() - 1, "," + own);
  return json;
}

UnusedInput judge_files(const EvalOptions& options, const GivenOptions& given) {
  const auto start = std::chrono::steady_clock::now();
  Reporter reporter(options.reporting);
  std::unique_ptr<AtomicFile> statistics;
  if (!options.stats_file.empty()) statistics = std::make_unique<AtomicFile>(options.stats_file);
  AtomicFile output(options.output);
  FileJudge judge(options, options.judging, options.reading.memory_bytes, reporter);
  const JudgementText judgement = judge.judge([&](JudgedContent gold) { check_options_fit(gold, options, given); });
  output.write(judgement.text);
  output.publish();
  reporter.finish();
  if (statistics == nullptr) return reporter.unused();
  RunSummary summary;
  summary.command = "eval";
  summary.files = options.pairs_file.empty() ? 2 : 3;
  summary.input_bytes = judge.raw_bytes();
  summary.unused = reporter.unused();
  summary.counts = reporter.counts();
  summary.measures_json = judgement.measures_json;
  summary.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  summary.peak_memory_bytes = peak_memory_bytes();
  summary.version = kVersion;
  summary.options_json = options_json(options);
  statistics->write(to_json(summary));
  statistics->publish();
  return reporter.unused();
}

void add_judging_options(CommandParser& parser, EvalOptions& options) {
  const OptionGroup judging(parser, "Judging");
  add_options(
      parser, "Judging",
      {{"threshold", "T", "pairs: minimum score of a found pair", RealSlot{&options.judging.threshold, kAnyNumber}},
       {"closed", "", "pairs: count found pairs that are not in GOLD as wrong", FlagSlot{&options.judging.closed}},
       {"recall", "R", "pairs: report the best precision at this recall",
        RealSlot{&options.judging.recall, kZeroToOne}}});
  judging.add("--pairs", text(options.pairs_file), "FILE",
              "spans: judge only these pairs of documents (a_id b_id label kind)");
  judging.add("--options", text(options.options_file), "FILE",
              "score the labelled pairs of GOLD (id, a, b, label) with what `cento tune` learned, and judge that; "
              "-o writes the scores");
  judging.add("--scores", text(options.scores_file), "FILE",
              "with --options: a similarity of each pair from another program");
}

}  // namespace

Command add_eval_command(CommandParser& program) {
  auto options = std::make_shared<EvalOptions>();
  CommandParser* parser =
      program.add_command("eval",
                          "Judge found pairs, clusters or spans by those that should be found.\n"
                          "Reports precision, recall and F1; for clusters B-cubed, for spans plagdet.");
  parser->add_positional("GOLD", text(options->gold),
                         "what should be found: a table or JSON lines; - for standard input");
  parser->add_positional("FOUND", text(options->found), "what was found: such a table, or Cento's output").is_required =
      false;
  add_judging_options(*parser, *options);
  add_output_option(*parser, *options);
  add_running_options(*parser, *options);
  parser->footer(
      "Examples:\n"
      "  cento eval pairs.tsv found.jsonl --threshold 0.8\n"
      "  cento eval clusters.tsv clusters.jsonl\n"
      "  cento eval labelled.jsonl --options options.json -o scores.tsv\n"
      "  cento eval spans.tsv passages.jsonl --pairs pairs.tsv --stats-json scores.json");
  return {parser, [options, parser] {
            const GivenOptions given{parser->count("--threshold") > 0, parser->count("--closed") > 0,
                                     parser->count("--recall") > 0};
            if (!options->options_file.empty()) return judge_labelled(*options, given);
            check_usage(*options);
            return judge_files(*options, given);
          }};
}

}  // namespace cento::cli
