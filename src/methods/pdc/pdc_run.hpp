#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/memory/freed_memory.hpp"
#include "core/memory/idle_memory.hpp"
#include "core/parallel/executor.hpp"
#include "methods/pdc/document_families.hpp"
#include "methods/pdc/family_search.hpp"
#include "methods/pdc/identical_texts.hpp"
#include "methods/pdc/matching/passage_matching.hpp"
#include "methods/pdc/pdc_memory.hpp"
#include "methods/pdc/pdc_options.hpp"
#include "methods/pdc/regrouped_passages.hpp"
#include "methods/pdc/reported_pairs.hpp"
#include "methods/pdc/sentence_batch.hpp"
#include "methods/pdc/sentences/near_classes.hpp"
#include "methods/pdc/sentences/near_pair.hpp"
#include "methods/pdc/sentences/sentence_reader.hpp"
#include "methods/pdc/sentences/sentence_recall.hpp"
#include "methods/pdc/sentences/sentence_sequence.hpp"
#include "methods/pdc/sentences/sequence_run.hpp"

namespace cento {

/// The three jobs of paper pdc under any executor that has the operations of LocalExecutor. PdcFinder calls them in
/// this order.
template <typename Executor>
class PdcRun {
 public:
  /// `reader` made the batches that are added. All arguments must outlive this.
  PdcRun(const PdcOptions& options, const PdcMemory& memory, SentenceReader& reader, Executor& executor)
      : options_(options),
        memory_(memory),
        executor_(executor),
        sequence_(sequence_options(options, memory)),
        sentences_(sequence_options(options, memory), reader, sequence_, executor),
        reported_(options) {}

  /// Job 1, indexing: documents became sentences, and sentences signatures, when `reader` read them; here they are
  /// numbered and written to be regrouped. In the order of the input.
  void index(const SentenceBatch& batch) { sentences_.add(batch); }

  void end_indexing() { sentences_.end_adding(); }

  /// Job 2, sentence duplication detecting: identical sentences become classes, and similar classes become pairs.
  void find_duplicate_sentences() {
    sentences_.find_classes();
    std::vector<NearPair> pairs = sentences_.find_near();
    counts_.near_sentence_pairs = pairs.size();
    counts_.capped_near_groups = sentences_.near_counts().capped_features;
    near_ = NearClasses(pairs, sequence_.classes().size());
    release(pairs);
    executor_.give_memory_back(memory_.later_shuffles.bytes);
    give_idle_memory_back(options_.memory_bytes);
  }

  /// Job 3, sequence matching: texts that share sentences are matched, and diagonals of their matrix become passages.
  void match_sequences() {
    find_families_of_documents();
    recall_.emplace(sequence_, RecallOptions{memory_.edge_words, options_.temp_dir, memory_.long_text_bytes});
    found_.emplace(sequence_.documents(), executor_);
    executor_.begin_phase("aligning");
    match_proposed({options_, sequence_, near_, families_, reported_, memory_.run_hashes}, *recall_, *found_, executor_,
                   counts_);
    near_ = NearClasses();
    sequence_.forget_classes();
    give_idle_memory_back(options_.memory_bytes);
    for_each_identical(sequence_, reported_, options_.passages.min_sentences, counts_,
                       [&](const FoundPassage& passage) { found_->add(passage, 0); });
    counts_.spilled_bytes +=
        sentences_.spilled_bytes() + sequence_.spilled_bytes() + families_.spilled_bytes() + found_->spilled_bytes();
  }

  /// Which pairs of documents are reported; to be set before the third job.
  [[nodiscard]] ReportedPairs& reported() { return reported_; }
  [[nodiscard]] const SentenceSequence& sequence() const { return sequence_; }

  // After the third job.
  [[nodiscard]] const DocumentFamilies& families() const { return families_; }
  [[nodiscard]] SentenceRecall& recall() { return *recall_; }
  [[nodiscard]] RegroupedPassages<Executor>& found() { return *found_; }
  [[nodiscard]] const PdcCounts& counts() const { return counts_; }

 private:
  void find_families_of_documents() {
    const FamilyChoice choice{options_.passages.min_sentences, options_.passages.within, reported_.most_documents(),
                              reported_.references()};
    families_ = find_families(sequence_, choice, {memory_.family_places, options_.temp_dir}, executor_);
    counts_.capped_groups += families_.capped_groups();
    counts_.families = families_.list().size();
    counts_.family_places = families_.document_places();
    for (const DocumentFamily& family : families_.list()) {
      if (family.documents > options_.pairs_up_to) ++counts_.families_only;
    }
  }

  const PdcOptions& options_;
  const PdcMemory& memory_;
  Executor& executor_;
  SentenceSequence sequence_;
  SequenceRun<Executor> sentences_;  // makes the sequence
  ReportedPairs reported_;
  NearClasses near_;  // until the sequences are matched
  DocumentFamilies families_;
  std::optional<SentenceRecall> recall_;              // from match_sequences() on
  std::optional<RegroupedPassages<Executor>> found_;  // likewise
  PdcCounts counts_;
};

extern template class PdcRun<LocalExecutor>;

}  // namespace cento
