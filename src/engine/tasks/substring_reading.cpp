#include "engine/tasks/substring_reading.hpp"

#include <utility>

#include "cento/option_table.hpp"
#include "core/memory/spillable_memory.hpp"
#include "core/parallel/per_thread.hpp"
#include "engine/api/job_run.hpp"
#include "group/keep_policy.hpp"
#include "methods/substring/substring_signer.hpp"
#include "methods/substring/tasks/runs_of_part.hpp"

namespace cento {

/// Whether an equal document is a copy depends on where the first one is, so all keep their tokens.
ReadForSubstring read_for_substring(const Source& source, const RunRule& rule, std::size_t groups,
                                    const RunOptions& run) {
  check_options(rule);
  JobRun own("cento scan", run, source);
  SpillableMemory no_memory(0, "");
  const KnownDocuments none_known(no_memory);
  PerThread<RunSigner> signers([shape = RunShape::of(rule.min_tokens)] { return RunSigner(shape); });
  RunsOfPartWriter writer;
  ReadForSubstring part;
  const KeepPolicy keep("first");
  const auto work = [&](DocumentBatch& batch) {
    SignedRuns runs;
    signers.local().sign(batch, none_known, runs);
    return runs;
  };
  const auto take = [&](DocumentBatch& batch, SignedRuns& runs) {
    for (const Document& document : batch.documents) part.documents.add(document, keep);
    writer.add(runs);
  };
  own.job().read(own.inputs(), WorkAndTake{work, take});
  part.out = TaskOutput(groups);
  writer.finish(groups, part.out);
  own.summarise(part.documents.totals, part.summary);
  return part;
}

}  // namespace cento
