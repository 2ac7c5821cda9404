#include "eval_labelled.hpp"

#include <algorithm>
#include <iterator>
#include <memory>
#include <vector>

#include <fmt/format.h>

#include "core/atomic_file.hpp"
#include "core/json_text.hpp"
#include "eval_output.hpp"
#include "study/labelled_similarities.hpp"
#include "study/pair_judgement.hpp"
#include "study_output.hpp"
#include "thread_flags.hpp"
#include "write/pair_records.hpp"

namespace cento::cli {

namespace {

ThreadModel model_of(const EvalLabelledOptions& options) {
  ThreadFlags flags;
  flags.options_file = options.options_file;
  flags.threshold = options.threshold;
  return model_of(flags);
}

std::string score_rows(const EvalLabelledOptions& options, const std::vector<FoundPair>& found) {
  std::string rows = options.pairs_file.empty() ? "id\tscore\n" : "a_id\tb_id\tscore\n";
  for (const FoundPair& pair : found) {
    append_text_column(rows, pair.name.a);
    rows.push_back('\t');
    if (!options.pairs_file.empty()) {
      append_text_column(rows, pair.name.b);
      rows.push_back('\t');
    }
    fmt::format_to(std::back_inserter(rows), "{}\n", pair.score);
  }
  return rows;
}

void tell_options(const EvalLabelledOptions& options, const ThreadModel& model, CollectionRun& run) {
  run.tell_option("options", json_string(options.options_file));
  run.tell_option("pairs", json_string(options.pairs_file));
  run.tell_option("scores", json_string(options.scores_file));
  run.tell_option("threshold", fmt::format("{}", model.threshold));
  run.tell_option("recall", fmt::format("{}", options.recall));
}

void note_one_class(const LabelledThreads& labelled, const EvalLabelledOptions& options, Reporter& reporter) {
  const auto positives = std::count_if(labelled.pairs.begin(), labelled.pairs.end(),
                                       [](const ThreadLabel& pair) { return pair.is_positive; });
  if (positives > 0 && positives < std::ssize(labelled.pairs)) return;
  reporter.note(fmt::format("{}: all labels are {}, so that {} says nothing", shown_inputs(options),
                            positives == 0 ? 0 : 1, positives == 0 ? "recall" : "precision"));
}

}  // namespace

UnusedInput run_eval_labelled(EvalLabelledOptions options) {
  find_pairs_file(options);
  FileUses uses = uses_of(options).reads("--options", options.options_file);
  uses.writes("--output", options.output);
  check_uses(options, uses);
  const ThreadModel model = model_of(options);
  read_parts_of(model, options.reading);
  CollectionRun run("eval", options, uses);
  tell_options(options, model, run);
  std::unique_ptr<AtomicFile> scores_file;
  if (options.output != "-") scores_file = std::make_unique<AtomicFile>(options.output);
  LabelledThreads labelled;
  read_labelled(options, run, labelled);
  check_labels(labelled, 0, shown_inputs(options));
  note_one_class(labelled, options, run.reporter());
  const auto outside = read_outside(options, labelled, run);
  const ThreadRunOptions how{options.threads, options.reading.memory_bytes, options.reading.temp_dir, nullptr};
  const std::vector<ScoredLabel> scores = labelled_scores(labelled, outside, model, how);
  std::vector<LabelledPair> gold;
  std::vector<FoundPair> found;
  for (std::size_t i = 0; i < scores.size(); ++i) {
    const ThreadLabel& pair = labelled.pairs[i];
    found.push_back({score_name(options, labelled, pair), scores[i].score});
    gold.push_back({found.back().name, pair.is_positive, pair.kind, pair.query});
  }
  const PairJudgingOptions judging{model.threshold, false, options.recall};
  const EvalOutput told = describe(judge_pairs(gold, found, judging), judging);
  if (scores_file != nullptr) {
    scores_file->write(score_rows(options, found));
    scores_file->publish();
  }
  AtomicFile shown("-");
  shown.write(told.text);
  shown.publish();
  run.tell_measures(told.measures_json);
  return run.finish(totals_of(labelled.threads));
}

}  // namespace cento::cli
