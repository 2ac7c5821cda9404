#include "engine/tasks/thread_signing.hpp"

#include <memory>
#include <utility>

#include "cento/option_table.hpp"
#include "engine/api/job_run.hpp"
#include "engine/forum_search.hpp"
#include "engine/options/job_options.hpp"
#include "methods/forum/forum_comparer.hpp"
#include "methods/forum/forum_comparison.hpp"
#include "methods/forum/tasks/thread_collector.hpp"

namespace cento {

ThreadPlan plan_of(const ThreadsOptions& options) {
  check_options(options);
  static_cast<void>(forum_keep_policy(options.keep));
  return {model_of(options), options.by};
}

SignedThreadPart sign_threads(const Source& source, const ThreadsOptions& options, std::size_t groups,
                              const RunOptions& run) {
  const ThreadPlan plan = plan_of(options);
  const KeepPolicy keep = forum_keep_policy(options.keep);
  JobRun own("cento threads", run, source);
  ForumRunOptions signing;
  signing.memory_bytes = own.job().memory_bytes();
  const ForumComparer signer(plan.model(), signing);
  ThreadCollector collector(plan, groups);
  SignedThreadPart part;
  const auto take = [&](DocumentBatch& batch, const std::shared_ptr<ForumComparer::Batch>& made) {
    for (const Document& document : batch.documents) part.documents.add(document, keep);
    collector.add(*made);
  };
  own.job().read(own.inputs(), WorkAndTake{[&](DocumentBatch& batch) { return signer.sign(batch); }, take});
  part.sets = collector.take_sets();
  part.texts = collector.take_texts();
  part.without_features = collector.without_features();
  own.summarise(part.documents.totals, part.summary);
  return part;
}

}  // namespace cento
