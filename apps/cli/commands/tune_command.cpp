#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "cento/error.hpp"
#include "command_line/command_parser.hpp"
#include "commands/commands.hpp"
#include "commands/labelled_input.hpp"
#include "core/files/atomic_file.hpp"
#include "core/json/json_text.hpp"
#include "flags/option_flags.hpp"
#include "methods/forum/forum_comparison.hpp"
#include "output/collection_run.hpp"
#include "study/forum/forum_tuning.hpp"
#include "study/forum/tuning_text.hpp"
#include "study/judge/curve_svg.hpp"

namespace cento::cli {

namespace {

struct TuneOptions : LabelledOptions {
  TuneOptions() { output.clear(); }

  TuningOptions tuning;
  std::vector<std::string> compare;  // comparisons to try; empty: the usual ones
  std::string curve_file;            // empty: no picture
  bool without_words = false;
};

/// Checks and completes the options before the labels are read.
void resolve(TuneOptions& options) {
  if (options.output == "-") throw UsageError("-o must name a file; standard output shows how good the options are");
  find_pairs_file(options.inputs, options);
  for (const std::string& name : options.compare) options.tuning.comparisons.push_back(parse_comparison(name));
  options.tuning.learns_words = !options.without_words;
  options.tuning.run.threads = options.threads;
  options.tuning.run.memory_bytes = options.reading.memory_bytes;
  options.tuning.run.temp_dir = options.reading.temp_dir;
  if (options.reading.text_fields.empty()) options.reading.text_fields = options.tuning.parts;
}

void report_options(const TuneOptions& options, CollectionRun& run) {
  run.report_option("pairs", json_string(options.pairs_file));
  run.report_option("scores", json_string(options.scores_file));
  run.report_option("folds", fmt::format("{}", options.tuning.folds));
  run.report_option("starts", fmt::format("{}", options.tuning.starts));
  run.report_option("seed", fmt::format("{}", options.tuning.seed));
  run.report_option("words", options.tuning.learns_words ? "true" : "false");
}

void write_file(const std::string& name, std::string_view bytes) {
  if (name.empty()) return;
  AtomicFile file(name);
  file.write(bytes);
  file.publish();
}

UnusedInput tune(TuneOptions& options) {
  resolve(options);
  FileUses uses = uses_of(options);
  uses.writes("--output", options.output).writes("--curve", options.curve_file);
  CollectionRun run("tune", options, uses);
  report_options(options, run);
  const LabelledQuestions labelled = read_labelled(options, 1, run);
  const auto outside = read_outside(options, labelled, options.reading.memory_bytes, run.reporter());
  const TuningResult result = tune_forum(labelled, outside, options.tuning);
  const JudgementText judgement = describe(result, labelled);
  write_file(options.output, to_json(result.model));
  write_file(options.curve_file, curve_svg(result.scores, result.model.threshold,
                                           fmt::format("{}: held-out labels", label_source(options.inputs, options))));
  AtomicFile shown("-");
  shown.write(judgement.text);
  shown.publish();
  run.report_measures(judgement.measures_json);
  return run.finish(totals_of(labelled.threads));
}

void add_tuning_options(CommandParser& command, TuneOptions& options) {
  constexpr WholeLimits kFolds{2, 100};
  constexpr WholeLimits kStarts{0, 10'000};
  const OptionGroup tuning(command, "Tuning");
  tuning.add("--parts", list(options.tuning.parts, ','), "NAME,...", "parts to compare (default: all)");
  tuning.add("--compare", checked(list(options.compare, ','), check_comparison), "HOW,...",
             "comparisons to try in each part, e.g. words*idf,grams:3*idf,order (default: many)");
  add_options(command, "Tuning",
              {{"folds", "K", "number of folds for cross-validation", WholeSlot{&options.tuning.folds, kFolds}},
               {"starts", "N", "random starts of hill climbing", WholeSlot{&options.tuning.starts, kStarts}},
               {"seed", "N", "random seed of folds and starts", WholeSlot{&options.tuning.seed, {}}}});
  tuning.add_flag("--no-word-factors", options.without_words, "do not learn weights of single words");
}

}  // namespace

Command add_tune_command(CommandParser& program) {
  auto options = std::make_shared<TuneOptions>();
  CommandParser* parser = program.add_command(
      "tune",
      "Learn from labelled pairs when two questions are the same: weights, threshold, comparisons.\n"
      "Reports how good that is on held-out labels.");
  add_labelled_options(*parser, *options);
  const OptionGroup output(*parser, "Output");
  output.add("-o,--output", text(options->output), "FILE",
             "file for the learned options, for --options of threads and eval");
  output.add("--curve", text(options->curve_file), "FILE", "draw the precision-recall curve here, as SVG");
  add_tuning_options(*parser, *options);
  add_reading_options(*parser, *options);
  add_running_options(*parser, *options);
  parser->footer(
      "Examples:\n"
      "  cento tune labelled.jsonl -o options.json --curve curve.svg\n"
      "  cento tune threads.jsonl --pairs pairs.tsv --parts title,body -o options.json");
  return {parser, [options] { return tune(*options); }};
}

}  // namespace cento::cli
