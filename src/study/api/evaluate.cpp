#include "cento/evaluate.hpp"

#include "core/byte_size.hpp"
#include "core/reporter.hpp"
#include "engine/api/job_run.hpp"
#include "study/judge/file_judge.hpp"

namespace cento {

Evaluation evaluate(const EvaluateOptions& options, const RunOptions& run) {
  Reporter reporter(reporter_options(run));
  const JudgedFileNames names{options.gold, options.found, options.pairs_file};
  const PairJudgingOptions judging{options.threshold, options.closed, options.recall};
  FileJudge judge(names, judging, run.memory_bytes > 0 ? run.memory_bytes : default_memory_bytes(), reporter);
  JudgementText judgement = judge.judge([](JudgedContent) {});
  reporter.finish();
  return {std::move(judgement.text), "{" + judgement.measures_json + "}", reporter.unused().records};
}

}  // namespace cento
