#include "engine/source/batch_pipeline.hpp"

#include <algorithm>

namespace cento {

PipelineLimits limits_of_batches(std::size_t threads, const ReadProgress& progress) {
  constexpr std::uint64_t kMemoryOfOne = std::uint64_t{64} << 20;  // of which it takes a small part
  constexpr std::size_t kAhead = 4;  // making a piece may take long (of objects of Python, say)
  const std::uint64_t memory_bytes = progress.ledger == nullptr ? 0 : progress.ledger->limit();
  PipelineLimits limits;
  limits.waiting =
      std::min<std::uint64_t>(memory_bytes / kMemoryOfOne, blocks_in_flight(threads, memory_bytes) - threads);
  limits.ahead = kAhead;
  return limits;
}

void take_batch(DocumentBatch& batch, PassedOn& made, Reporter& reporter, ReadProgress& progress, AnyBatchStep& step) {
  for (const BadRecord& record : batch.rejected) reporter.reject(record);
  for (const auto& [what, amount] : batch.counts) reporter.count(what, amount);
  for (const Document& document : batch.documents) {
    for (const Part& part : document.parts) progress.text_bytes += part.text.size();
  }
  step.take(batch, made);
  progress.documents += batch.documents.size();
}

}  // namespace cento
