#include "engine/tasks/cut_reading.hpp"

#include <memory>

#include "cento/option_table.hpp"
#include "core/parallel/per_thread.hpp"
#include "engine/api/job_run.hpp"
#include "engine/cut_search.hpp"
#include "group/keep_policy.hpp"
#include "methods/cuts/repeat_signer.hpp"
#include "methods/cuts/tasks/cut_part.hpp"

namespace cento {

ReadForCuts read_for_cuts(const Source& source, const DedupOptions& options, std::size_t groups,
                          const RunOptions& run) {
  check_options(options);
  JobRun own("cento dedup", run, source);
  RepeatOptions rule;
  static_cast<CutRule&>(rule) = cut_rule_of(options);
  PerThread<RepeatSigner> signers;
  CutPartWriter writer(groups);
  ReadForCuts part;
  const KeepPolicy keep("first");
  const auto work = [&](DocumentBatch& batch) {
    auto made = std::make_shared<RepeatBatch>();
    signers.local().sign(batch, rule, *made);
    return made;
  };
  const auto take = [&](DocumentBatch& batch, const std::shared_ptr<RepeatBatch>& made) {
    for (const Document& document : batch.documents) part.documents.add(document, keep);
    writer.add(*made);
  };
  own.job().read(own.inputs(), WorkAndTake{work, take});
  part.out = TaskOutput(groups);
  writer.finish(part.out);
  own.summarise(part.documents.totals, part.summary);
  return part;
}

}  // namespace cento
