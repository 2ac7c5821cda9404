#include "cento/tune.hpp"

#include <fmt/format.h>

#include "cento/error.hpp"
#include "engine/api/job_run.hpp"
#include "methods/forum/forum_comparison.hpp"
#include "study/forum/forum_tuning.hpp"
#include "study/forum/labelled_files.hpp"
#include "study/forum/labelled_judgement.hpp"
#include "study/forum/tuning_text.hpp"

namespace cento {

namespace {

TuningOptions tuning_of(const TuneOptions& options, const Job& job) {
  TuningOptions tuning;
  tuning.parts = options.parts;
  for (const std::string& name : options.compare) tuning.comparisons.push_back(parse_comparison(name));
  tuning.folds = options.folds;
  tuning.starts = options.starts;
  tuning.seed = options.seed;
  tuning.learns_words = options.learns_words;
  tuning.run.threads = job.threads();
  tuning.run.memory_bytes = job.memory_bytes();
  tuning.run.temp_dir = job.temp_dir();
  return tuning;
}

}  // namespace

TunedModel tune(const TuneOptions& options, const RunOptions& run) {
  if (options.folds < 2 || options.folds > 100) throw UsageError("folds must be a whole number from 2 to 100");
  if (options.starts > 10'000) throw UsageError("starts must be a whole number from 0 to 10000");
  LabelFiles files{options.pairs_file, options.scores_file};
  std::vector<std::string> paths = options.labelled;
  find_pairs_file(paths, files);
  FileOptions reading;
  reading.text_fields = options.parts;
  const FileSource source(paths, reading);
  JobRun own("cento tune", run, source);
  InputList list(paths, own.job().reporter());
  LabelledQuestions labelled;
  read_labelled({list, own.inputs(), own.job().memory_bytes()}, files, own.job(), labelled);
  check_labels(labelled, 1, label_source(paths, files));
  const auto outside = read_outside(files, labelled, own.job().memory_bytes(), own.job().reporter());
  const TuningResult result = tune_forum(labelled, outside, tuning_of(options, own.job()));
  JudgementText judgement = describe(result, labelled);
  return {to_json(result.model), std::move(judgement.text), "{" + judgement.measures_json + "}"};
}

}  // namespace cento
