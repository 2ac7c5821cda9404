#include <utility>

#include "methods/pdc/passage_edges.hpp"
#include "methods/pdc/pdc.hpp"
#include "methods/pdc/pdc_state.hpp"

namespace cento {

Passage PdcFinder::locate(const FoundPassage& found, LocateMemory& memory) const {
  if (found.loose > 0) return state_->run.found().loose(found.loose);
  const SentenceSequence& sequence = state_->run.sequence();
  const ContentId a = sequence.content_of(found.a);
  const ContentId b = sequence.content_of(found.b);
  Passage passage{{found.a_sentences, {}}, {found.b_sentences, {}}, found.matched, found.similarity};
  passage.a.bytes = sequence.bytes_of(a, found.a_sentences, memory.spans);
  passage.b.bytes = sequence.bytes_of(b, found.b_sentences, memory.spans);
  MovableEdges(sequence, state_->run.recall()).move(found, a, b, memory.window_a, memory.window_b, passage);
  return passage;
}

void PdcFinder::hand_on_batches(const MakeOfBatch& make, const std::function<void(PassedOn&)>& take) {
  state_->run.found().hand_on_batches(state_->memory.made.bytes, make, take);
}

std::vector<DocPair> PdcFinder::document_pairs() {
  return state_->run.found().document_pairs();
}

void PdcFinder::add_loose(LoosePassages passages) {
  state_->run.found().add_loose(std::move(passages));
}

const SentenceSequence& PdcFinder::sequence() const {
  return state_->run.sequence();
}

const DocumentFamilies& PdcFinder::families() const {
  return state_->run.families();
}

const PdcCounts& PdcFinder::counts() const {
  return state_->run.counts();
}

SentenceRecall& PdcFinder::recall() {
  return state_->run.recall();
}

}  // namespace cento
