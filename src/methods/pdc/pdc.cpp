#include "methods/pdc/pdc.hpp"

#include "core/memory/idle_memory.hpp"
#include "methods/pdc/pdc_state.hpp"

namespace cento {

template class PdcRun<LocalExecutor>;

PdcState::PdcState(const PdcOptions& given)
    : options(given),
      memory(given),
      executor(given.threads, memory.shuffles, given.temp_dir, given.progress),
      reader(reader_options(sequence_options(given, memory), executor.workers())),
      run(options, memory, reader, executor) {
  check_options(given.passages);
}

PdcFinder::PdcFinder(const PdcOptions& options) : state_(std::make_unique<PdcState>(options)) {}
PdcFinder::~PdcFinder() = default;

// The paper's three jobs; each is a function of PdcRun.

// Job 1, indexing: documents become sentences, and sentences become signatures, by which they are regrouped.

std::shared_ptr<PdcFinder::Batch> PdcFinder::read(const DocumentBatch& batch) {
  return state_->reader.read(batch);
}

void PdcFinder::add(const Batch& batch) {
  state_->run.index(batch);
}

void PdcFinder::find() {
  state_->reader.end();
  state_->run.end_indexing();
  give_idle_memory_back(state_->options.memory_bytes);

  // Job 2, sentence duplication detecting: identical sentences become classes, and similar classes become pairs.
  state_->run.find_duplicate_sentences();

  // Job 3, sequence matching: texts that share sentences are matched, and diagonals of their matrix become passages.
  state_->run.match_sequences();
}

// What is reported of all that.

void PdcFinder::end_reference() {
  state_->run.reported().set_references(static_cast<DocId>(state_->run.sequence().documents()));
}

void PdcFinder::list_pairs(std::span<const std::pair<DocId, DocId>> pairs) {
  state_->run.reported().list(pairs);
}

}  // namespace cento
