#include "cento/evaluate.hpp"

#include "core/byte_size.hpp"
#include "core/reporter.hpp"
#include "study/judge/file_judge.hpp"

namespace cento {

Evaluation evaluate(const EvaluateOptions& options, const RunOptions& run) {
  ReporterOptions reporting;
  reporting.strict = run.strict;
  reporting.shown_most = 0;
  reporting.show = run.on_remark;
  if (run.on_reject) {
    reporting.on_reject = [&run](const BadRecord& record) {
      run.on_reject({record.place.to_string(), record.reason, record.bytes, record.kind == BadKind::file});
    };
  }
  Reporter reporter(reporting);
  const JudgedFileNames names{options.gold, options.found, options.pairs_file};
  const PairJudgingOptions judging{options.threshold, options.closed, options.recall};
  FileJudge judge(names, judging, run.memory_bytes > 0 ? run.memory_bytes : default_memory_bytes(), reporter);
  JudgementText judgement = judge.judge([](JudgedContent) {});
  reporter.finish();
  return {std::move(judgement.text), "{" + judgement.measures_json + "}", reporter.unused().records};
}

}  // namespace cento
