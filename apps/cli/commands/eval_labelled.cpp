#include "commands/eval_labelled.hpp"

#include <memory>

#include <fmt/format.h>

#include "core/files/atomic_file.hpp"
#include "core/json/json_text.hpp"
#include "engine/options/forum_model_file.hpp"
#include "flags/forum_flags.hpp"
#include "flags/option_flags.hpp"
#include "study/forum/labelled_judgement.hpp"

namespace cento::cli {

namespace {

ForumModel model_of(const EvalLabelledOptions& options) {
  ForumFlags flags;
  flags.options_file = options.options_file;
  flags.threshold = options.threshold;
  return model_of(flags);
}

void report_options(const EvalLabelledOptions& options, const ForumModel& model, CollectionRun& run) {
  run.report_option("options", json_string(options.options_file));
  run.report_option("pairs", json_string(options.pairs_file));
  run.report_option("scores", json_string(options.scores_file));
  run.report_option("threshold", fmt::format("{}", model.threshold));
  run.report_option("recall", fmt::format("{}", options.recall));
}

}  // namespace

UnusedInput run_eval_labelled(EvalLabelledOptions options) {
  find_pairs_file(options.inputs, options);
  FileUses uses = uses_of(options).reads("--options", options.options_file);
  uses.writes("--output", options.output);
  check_uses(options, uses);
  const ForumModel model = model_of(options);
  read_parts_of(model, options.reading);
  CollectionRun run("eval", options, uses);
  report_options(options, model, run);
  std::unique_ptr<AtomicFile> scores_file;
  if (options.output != "-") scores_file = std::make_unique<AtomicFile>(options.output);
  const LabelledQuestions labelled = read_labelled(options, 0, run);
  note_single_label(labelled, label_source(options.inputs, options), run.reporter());
  const auto outside = read_outside(options, labelled, options.reading.memory_bytes, run.reporter());
  const ForumRunOptions how{options.threads, options.reading.memory_bytes, options.reading.temp_dir, nullptr};
  const auto [judgement, score_rows] = judge_labelled(labelled, outside, options, model, options.recall, how);
  if (scores_file != nullptr) {
    scores_file->write(score_rows);
    scores_file->publish();
  }
  AtomicFile shown("-");
  shown.write(judgement.text);
  shown.publish();
  run.report_measures(judgement.measures_json);
  return run.finish(totals_of(labelled.threads));
}

}  // namespace cento::cli
