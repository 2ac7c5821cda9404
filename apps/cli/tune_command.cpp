#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "collection_run.hpp"
#include "command_parser.hpp"
#include "commands.hpp"
#include "core/atomic_file.hpp"
#include "core/error.hpp"
#include "core/json_text.hpp"
#include "labelled_input.hpp"
#include "signature_flags.hpp"
#include "study/curve_svg.hpp"
#include "study/thread_tuning.hpp"
#include "study_output.hpp"
#include "tune_output.hpp"

namespace cento::cli {

namespace {

struct TuneOptions : LabelledOptions {
  TuneOptions() { output.clear(); }

  TuningOptions tuning;
  std::vector<std::string> compare;  // that are tried; empty: the usual ones
  std::string curve_file;            // empty: no picture
  bool without_words = false;
};

/// What the command line says, and what must hold before hours of labelling are read.
void resolve(TuneOptions& options) {
  if (options.output == "-") throw UsageError("-o must name a file: standard output tells how good the options are");
  find_pairs_file(options);
  for (const std::string& name : options.compare) options.tuning.comparisons.push_back(parse_comparison(name));
  options.tuning.learns_words = !options.without_words;
  options.tuning.run.threads = options.threads;
  options.tuning.run.memory_bytes = options.reading.memory_bytes;
  options.tuning.run.temp_dir = options.reading.temp_dir;
  if (options.reading.text_fields.empty()) options.reading.text_fields = options.tuning.parts;
}

void tell_options(const TuneOptions& options, CollectionRun& run) {
  run.tell_option("pairs", json_string(options.pairs_file));
  run.tell_option("scores", json_string(options.scores_file));
  run.tell_option("folds", fmt::format("{}", options.tuning.folds));
  run.tell_option("starts", fmt::format("{}", options.tuning.starts));
  run.tell_option("seed", fmt::format("{}", options.tuning.seed));
  run.tell_option("words", options.tuning.learns_words ? "true" : "false");
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
  tell_options(options, run);
  LabelledThreads labelled;
  read_labelled(options, run, labelled);
  check_labels(labelled, 1, shown_inputs(options));
  const TuningResult result = tune_threads(labelled, read_outside(options, labelled, run), options.tuning);
  const EvalOutput told = describe(result, labelled);
  write_file(options.output, to_json(result.model));
  write_file(options.curve_file, curve_svg(result.scores, result.model.threshold,
                                           fmt::format("{}: labels that were held out", shown_inputs(options))));
  AtomicFile shown("-");
  shown.write(told.text);
  shown.publish();
  run.tell_measures(told.measures_json);
  return run.finish(totals_of(labelled.threads));
}

void add_tuning_options(CommandParser& command, TuneOptions& options) {
  constexpr WholeLimits kFolds{2, 100};
  constexpr WholeLimits kStarts{0, 10'000};
  const OptionGroup tuning(command, "Tuning");
  tuning.add("--parts", list(options.tuning.parts, ','), "NAME,...",
             "the parts to compare (default: all that there are)");
  tuning.add("--compare", checked(list(options.compare, ','), check_comparison), "HOW,...",
             "ways to compare that are tried in each part, e.g. words*idf,grams:3*idf,order (default: many)");
  tuning.add("--folds", whole(options.tuning.folds, kFolds), "K", "parts that labels are held out in (default: 5)");
  tuning.add("--starts", whole(options.tuning.starts, kStarts), "N", "random starts of hill climbing (default: 20)");
  tuning.add("--seed", whole(options.tuning.seed), "N", "of folds and starts (default: 1)");
  tuning.add_flag("--no-word-factors", options.without_words, "do not learn what single words weigh");
}

}  // namespace

Command add_tune_command(CommandParser& program) {
  auto options = std::make_shared<TuneOptions>();
  CommandParser* parser = program.add_command(
      "tune",
      "Learn from labelled pairs when two questions are the same: weights, threshold, ways to compare.\n"
      "Tells how good that is on labels that were held out.");
  add_labelled_options(*parser, *options);
  const OptionGroup output(*parser, "Output");
  output.add("-o,--output", text(options->output), "FILE", "where the options go, for --options of threads and eval");
  output.add("--curve", text(options->curve_file), "FILE", "draw precision by recall here, as SVG");
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
