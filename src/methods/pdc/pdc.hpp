#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "align/passage.hpp"
#include "cento/passed_on.hpp"
#include "methods/loose/loose_passages.hpp"
#include "methods/pdc/document_families.hpp"
#include "methods/pdc/found_passage.hpp"
#include "methods/pdc/pdc_options.hpp"
#include "methods/pdc/sentences/sentence_recall.hpp"
#include "methods/pdc/sentences/sentence_sequence.hpp"
#include "read/document.hpp"

namespace cento {

struct PdcState;

/// Memory for PdcFinder::locate(), one per thread.
struct LocateMemory {
  Features spans;
  WindowMemory window_a;
  WindowMemory window_b;
};

/// Finds passages: sentences are cut and hashed while documents are read, and matched at the end.
class PdcFinder {
 public:
  /// Throws UsageError when an option is out of range.
  explicit PdcFinder(const PdcOptions& options);
  ~PdcFinder();

  using Batch = SentenceSequence::Batch;

  /// As the `work` and `take` of a BatchStep; the batch that was read must live until it is added.
  [[nodiscard]] std::shared_ptr<Batch> read(const DocumentBatch& batch);
  void add(const Batch& batch);

  /// Makes the documents added so far a reference: only what occurs both there and in later ones is reported.
  void end_reference();

  /// Restricts matching to these pairs of documents.
  void list_pairs(std::span<const std::pair<DocId, DocId>> pairs);

  /// Finds everything. Called once, after everything was added.
  void find();

  /// After find(), without its classes.
  [[nodiscard]] const SentenceSequence& sequence() const;
  [[nodiscard]] const DocumentFamilies& families() const;
  [[nodiscard]] const PdcCounts& counts() const;

  /// The pairs of documents with passages so far, ascending. Only with SentenceMatching::loose, after find().
  [[nodiscard]] std::vector<DocPair> document_pairs();

  /// Adds passages that were found in other words.
  void add_loose(LoosePassages passages);

  /// What must be read again so that passages end where the shared wording does.
  [[nodiscard]] SentenceRecall& recall();

  /// Passes on the passages in order, in batches with all passages of each pair of documents: `make(passages, worker)`
  /// runs on all threads, `take` gets its results, in order. Called once.
  template <typename Make, typename Take>
  void for_each_batch(const Make& make, const Take& take) {
    using Made = std::decay_t<decltype(make(std::span<const FoundPassage>(), std::size_t{}))>;
    hand_on_batches([&](std::span<const FoundPassage> passages,
                        std::size_t worker) { return std::make_unique<PassedValue<Made>>(make(passages, worker)); },
                    [&](PassedOn& made) { take(PassedValue<Made>::in(made)); });
  }

  /// The position of a passage, including its bytes. After reading again, it ends where the shared wording does.
  [[nodiscard]] Passage locate(const FoundPassage& found, LocateMemory& memory) const;

 private:
  using MakeOfBatch = std::function<std::unique_ptr<PassedOn>(std::span<const FoundPassage>, std::size_t)>;

  void hand_on_batches(const MakeOfBatch& make, const std::function<void(PassedOn&)>& take);

  std::unique_ptr<PdcState> state_;
};

}  // namespace cento
