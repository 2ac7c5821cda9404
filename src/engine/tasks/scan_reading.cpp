#include "engine/tasks/scan_reading.hpp"

#include <memory>
#include <utility>

#include "cento/error.hpp"
#include "cento/option_table.hpp"
#include "engine/api/job_run.hpp"
#include "engine/statistics/token_statistics.hpp"
#include "group/keep_policy.hpp"
#include "join/part_keys.hpp"
#include "methods/ndd/document_signer.hpp"
#include "methods/pdc/pdc_memory.hpp"
#include "methods/pdc/sentences/sequence_run.hpp"
#include "methods/pdc/tasks/sentences_of_part.hpp"

namespace cento {

void check_scan_tasks(const ScanOptions& options) {
  check_options(options);
  const PassageOptions& passages = options.passages;
  if (passages.match == SentenceMatching::loose) {
    throw UsageError("`match` must be exact or near on Spark: loose matching is not available there", "match");
  }
  const bool is_near = passages.match == SentenceMatching::near;
  if (is_near && !PartKeys::suit(passages.threshold)) {
    throw UsageError("`threshold` must be at least 0.8 on Spark", "threshold");
  }
  if (!options.statistics_file.empty() || (is_near && needs_token_frequencies(passages.signature))) {
    throw UsageError("features that need counts of the whole collection are not available on Spark", "signature");
  }
}

PdcOptions pdc_options(const ScanOptions& options) {
  PdcOptions method;
  method.passages = options.passages;
  method.pairs_up_to = options.pairs_up_to;
  return method;
}

ReadForScan read_for_scan(const Source& source, const ScanOptions& options, std::size_t groups, const RunOptions& run) {
  check_scan_tasks(options);
  JobRun own("cento scan", run, source);
  PdcOptions method = pdc_options(options);
  own.job().give_resources(method);
  check_options(method.passages);
  SentenceReader reader(reader_options(sequence_options(method, PdcMemory(method)), 1));
  SentencesOfPartWriter writer(reader, method.passages.match == SentenceMatching::near);
  ReadForScan part;
  const KeepPolicy keep("first");
  const auto work = [&](DocumentBatch& batch) { return reader.read(batch); };
  const auto take = [&](DocumentBatch& batch, const std::shared_ptr<SentenceBatch>& read) {
    for (const Document& document : batch.documents) part.documents.add(document, keep);
    writer.add(batch, *read);
  };
  own.job().read(own.inputs(), WorkAndTake{work, take});
  part.out = TaskOutput(groups);
  writer.finish(groups, part.out);
  own.summarise(part.documents.totals, part.summary);
  return part;
}

}  // namespace cento
