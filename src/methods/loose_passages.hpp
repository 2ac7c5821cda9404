#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "align/loose_alignment.hpp"
#include "align/passage.hpp"
#include "core/progress.hpp"
#include "core/spillable_memory.hpp"
#include "methods/loose_proposals.hpp"
#include "read/document.hpp"

namespace cento {

/// How loosely matching passages of a collection are found.
struct LoosePassageOptions {
  LooseOptions matching;
  ProposalOptions proposing;
  std::size_t threads = 1;
  std::uint64_t memory_bytes = std::uint64_t{1} << 30;
  std::string temp_dir;          // where intermediate data goes when memory is short; empty: the system's
  Progress* progress = nullptr;  // advanced by the work after reading; null: nobody looks
};

/// A passage that two documents share.
struct LoosePassage {
  DocId a = 0;
  DocId b = 0;
  std::uint32_t part_a = 0;  // number of the part of the document that the passage is in
  std::uint32_t part_b = 0;
  Passage passage;

  friend bool operator==(const LoosePassage&, const LoosePassage&) = default;
};

/// What finding came to, beyond the passages.
struct LoosePassageCounts {
  ProposalCounts proposals;
  std::uint64_t compared_pairs = 0;  // of documents
  std::uint64_t capped_pairs = 0;    // of them, in which a bound of the work left something out
  LooseLimits limits;                // what that was, over all pairs
  std::uint64_t spilled_bytes = 0;
};

struct LoosePassages {
  std::shared_ptr<SpillableMemory> memory;  // that the passages lie in
  SpillableVector<LoosePassage> passages;   // ascending by documents, parts and place in a; a is the smaller document
  LoosePassageCounts counts;
};

/// Finds passages that documents share in other words, or in the same words in another order. Documents are cut into
/// words while they are read; at the end pairs of them are proposed, and compared. The passages of a pair depend on its
/// two documents alone.
class LoosePassageFinder {
 public:
  /// Throws UsageError when an option is out of its range.
  explicit LoosePassageFinder(const LoosePassageOptions& options);
  ~LoosePassageFinder();

  /// Cuts the documents of a batch into words; called on any thread, as BatchSteps::work.
  [[nodiscard]] std::shared_ptr<void> sign(const DocumentBatch& batch) const;

  /// Takes what sign() gave; called in input order, as BatchSteps::take.
  void add(const void* signed_batch);

  /// All passages of the pairs that are proposed, and of those in `known`, which were found otherwise. With
  /// `references` only pairs of one of the first so many documents and one of the others are proposed. Called once,
  /// after everything was added.
  [[nodiscard]] LoosePassages find(DocId references = 0, const std::vector<DocPair>& known = {});

  /// All passages of these pairs, in any order; a pair named twice counts once, one of a document with itself is passed
  /// over. Called instead of the other, once.
  [[nodiscard]] LoosePassages find_in(std::vector<DocPair> pairs);

 private:
  class State;
  std::unique_ptr<State> state_;
};

}  // namespace cento
