#pragma once

#include <cstddef>
#include <vector>

#include "methods/part_documents.hpp"
#include "methods/pdc/sentences/sequence_run.hpp"

namespace cento::testing {

/// The sentences of documents with their classes, made by an executor, which must outlive this.
template <typename Executor>
class BuiltSequence {
 public:
  BuiltSequence(const PartBatches& batches, const SequenceOptions& options, Executor& executor)
      : reader_(reader_options(options, executor.workers())),
        sequence_(options),
        run_(options, reader_, sequence_, executor) {
    for (const DocumentBatch& batch : batches.all()) run_.add(*reader_.read(batch));
    reader_.end();
    run_.end_adding();
    run_.find_classes();
  }

  [[nodiscard]] SentenceSequence& operator*() { return sequence_; }
  [[nodiscard]] const SentenceSequence& operator*() const { return sequence_; }
  [[nodiscard]] SentenceSequence* operator->() { return &sequence_; }
  [[nodiscard]] const SentenceSequence* operator->() const { return &sequence_; }
  [[nodiscard]] std::vector<NearPair> find_near() { return run_.find_near(); }
  [[nodiscard]] std::vector<std::uint32_t> classes() const {
    return {sequence_.classes().begin(), sequence_.classes().end()};
  }

 private:
  SentenceReader reader_;
  SentenceSequence sequence_;
  SequenceRun<Executor> run_;
};

}  // namespace cento::testing
