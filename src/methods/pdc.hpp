#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "align/passage.hpp"
#include "align/passage_options.hpp"
#include "core/progress.hpp"
#include "methods/document_families.hpp"
#include "methods/loose_passages.hpp"
#include "methods/sentence_recall.hpp"
#include "methods/sentence_sequence.hpp"
#include "read/document.hpp"
#include "sign/document_frequencies.hpp"

namespace cento {

/// Method pdc: partial duplicates with their place on both sides, after Zhang, Zhang, Yu and Huang (SIGIR 2010).
struct PdcOptions {
  PassageOptions passages;
  /// K: pairs are listed for what stands in at most so many documents; what stands in more is told as a family only.
  /// kAll gives the paper's result.
  std::uint32_t pairs_up_to = 20;
  static constexpr std::uint32_t kAll = ~std::uint32_t{0};
  const DocumentFrequencies* tokens = nullptr;  // for signatures that need statistics; must outlive the finder
  std::size_t threads = 1;
  std::uint64_t memory_bytes = std::uint64_t{1} << 30;
  std::string temp_dir;          // where intermediate data goes when memory is short; empty: the system's
  Progress* progress = nullptr;  // advanced by the work after reading; null: nobody looks
};

/// A passage that parts of two documents share, by its sentences. `a` comes before `b` in the input, or in the
/// document.
struct FoundPassage {
  PartOfDocument a;
  PartOfDocument b;
  SentenceRange a_sentences;
  SentenceRange b_sentences;
  std::uint32_t matched = 0;  // 0: texts that are identical but too short for a passage
  float similarity = 1;
  std::uint32_t loose : 30 = 0;          // number, from 1, of the loose passage that this is; 0: none
  std::uint32_t begin_may_move : 1 = 0;  // whether the shared wording may begin or end elsewhere than its sentences do
  std::uint32_t end_may_move : 1 = 0;

  friend auto operator<=>(const FoundPassage& x, const FoundPassage& y) {
    const auto key = [](const FoundPassage& found) {
      return std::make_tuple(found.a.document, found.b.document, found.a.part, found.b.part, found.a_sentences.begin,
                             found.b_sentences.begin, found.a_sentences.end, found.b_sentences.end,
                             std::uint32_t{found.loose});
    };
    return key(x) <=> key(y);
  }
  friend bool operator==(const FoundPassage&, const FoundPassage&) = default;
};

struct PdcCounts {
  std::uint64_t identical_documents = 0;  // parts of documents whose bytes came before
  std::uint64_t near_sentence_pairs = 0;  // of distinct sentences
  std::uint64_t families = 0;
  std::uint64_t family_places = 0;       // of documents, identical ones included
  std::uint64_t families_only = 0;       // in more than K documents: their pairs are not listed
  std::uint64_t identical_only = 0;      // texts in more than K documents, likewise
  std::uint64_t proposed_pairs = 0;      // of texts, which were then matched whole
  std::uint64_t passages = 0;            // of texts; of documents there may be more
  std::uint64_t capped_groups = 0;       // see Families
  std::uint64_t capped_columns = 0;      // see ContentMatcher
  std::uint64_t capped_near_groups = 0;  // see NearSentences: pairs of sentences may be missing
  std::uint64_t spilled_bytes = 0;
};

/// Finds passages: sentences are cut and hashed while documents are read, and matched at the end.
class PdcFinder {
 public:
  /// Throws UsageError when an option is out of its range.
  explicit PdcFinder(const PdcOptions& options);
  ~PdcFinder();

  /// As BatchSteps::work and BatchSteps::take; the batch that was read must live until it is added.
  [[nodiscard]] std::shared_ptr<void> read(const DocumentBatch& batch);
  void add(const void* read_batch);

  /// Says that the documents added so far are a reference: only what stands there and in what follows is told.
  void end_reference();

  /// Has these pairs of documents matched and no others.
  void list_pairs(std::span<const std::pair<DocId, DocId>> pairs);

  /// Finds everything. Called once, after everything was added.
  void find();

  /// After find() without its classes.
  [[nodiscard]] const SentenceSequence& sequence() const;
  [[nodiscard]] const DocumentFamilies& families() const;
  [[nodiscard]] const PdcCounts& counts() const;

  /// The pairs of documents with passages so far, ascending. Only with SentenceMatching::loose, after find().
  [[nodiscard]] std::vector<DocPair> document_pairs();

  /// Adds passages that were found in other words.
  void add_loose(LoosePassages passages);

  /// What must be read again to end passages where the shared wording does.
  [[nodiscard]] SentenceRecall& recall();

  /// Hands on the passages in their order, in batches that hold all of each pair of documents: `make(passages, worker)`
  /// runs on all threads, `take` gets what it returned, in order. Called once.
  void for_each_batch(const std::function<std::shared_ptr<void>(std::span<const FoundPassage>, std::size_t)>& make,
                      const std::function<void(void*)>& take);

  /// Where a passage stands, in bytes too. After reading again, it ends where the shared wording does.
  [[nodiscard]] Passage locate(const FoundPassage& found) const;

 private:
  class State;
  std::unique_ptr<State> state_;
};

}  // namespace cento
