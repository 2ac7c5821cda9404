#include "engine/tasks/reuse_reading.hpp"

#include <cstddef>
#include <utility>

#include "cento/error.hpp"
#include "engine/api/job_run.hpp"
#include "group/keep_policy.hpp"
#include "methods/qsign/reuse_digest.hpp"
#include "methods/qsign/tasks/reuse_part_writer.hpp"

namespace cento {

namespace {

bool has_word_counts(const ReuseTaskOptions& options) {
  return options.weights == ReuseWeights::rarity;
}

}  // namespace

OptionTable options_of(ReuseTaskOptions& options) {
  OptionTable table = options_of(options.reuse);
  append(table, {{"limit", "N", "maximum number of sentences reported for each, best first",
                  WholeSlot{&options.reuse.limit, at_least(1)}},
                 {"weights", "HOW",
                  "weights of words: even, or rarity, log N/df by their counts in the documents that are reused",
                  choice_slot(options.weights, {"even", "rarity"})}});
  const OptionTable index = options_of(options.index);
  append(table, {option_named(index, "signature_bits"), option_named(index, "word_bits")});
  return table;
}

void check_reuse_tasks(const ReuseTaskOptions& options) {
  check_options(options);
  check_reuse(options.reuse);
  check_signature_bits(options.index);
  if (options.reuse.way == ReuseWay::qsign && options.index.signature_bits == 0) {
    throw UsageError("qsign needs signatures: `signature_bits` must be greater than 0", "signature_bits");
  }
}

ReuseTask reuse_task(const ReuseTaskOptions& options) {
  ReuseTask task;
  task.options = options.reuse;
  task.shape = {options.index.signature_bits, options.index.word_bits};
  task.has_word_counts = has_word_counts(options);
  return task;
}

ReadForReuse read_for_reuse(const Source& source, const ReuseTaskOptions& options, std::size_t groups,
                            const RunOptions& run) {
  check_reuse_tasks(options);
  JobRun own("cento reuse", run, source);
  ReusePartWriter writer(has_word_counts(options));
  ReadForReuse part;
  const KeepPolicy keep("first");
  const auto work = [](DocumentBatch& /*batch*/) { return nullptr; };  // a task has one thread
  const auto take = [&](DocumentBatch& batch, std::nullptr_t) {
    for (const Document& document : batch.documents) part.documents.add(document, keep);
    writer.add(batch);
  };
  own.job().read(own.inputs(), WorkAndTake{work, take});
  part.out = TaskOutput(groups);
  writer.finish(groups, part.out);
  own.summarise(part.documents.totals, part.summary);
  return part;
}

}  // namespace cento
