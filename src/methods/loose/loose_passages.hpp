#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "align/loose/loose_alignment.hpp"
#include "align/passage.hpp"
#include "core/memory/memory_budget.hpp"
#include "core/memory/spillable_memory.hpp"
#include "core/parallel/progress.hpp"
#include "methods/loose/loose_proposals.hpp"
#include "read/document.hpp"

namespace cento {

/// How loosely matching passages of a collection are found.
struct LoosePassageOptions {
  LooseOptions matching;
  ProposalOptions proposing;
  std::size_t threads = 1;
  std::uint64_t memory_bytes = std::uint64_t{1} << 30;
  std::string temp_dir;            // for intermediate data when memory is short; empty: the system default
  Progress* progress = nullptr;    // advanced by the work after reading; may be null
  MemoryLedger* ledger = nullptr;  // records who used how much of the memory; may be null
};

/// A passage that two documents share.
struct LoosePassage {
  DocId a = 0;
  DocId b = 0;
  std::uint32_t part_a = 0;  // number of the part that contains the passage
  std::uint32_t part_b = 0;
  Passage passage;

  friend bool operator==(const LoosePassage&, const LoosePassage&) = default;
};

/// Totals besides the passages.
struct LoosePassageCounts {
  ProposalCounts proposals;
  std::uint64_t compared_pairs = 0;  // of documents
  std::uint64_t capped_pairs = 0;    // pairs in which a limit on the work left something out
  LooseLimits limits;                // what that was, over all pairs
  std::uint64_t spilled_bytes = 0;

  friend bool operator==(const LoosePassageCounts&, const LoosePassageCounts&) = default;
};

struct LoosePassages {
  std::shared_ptr<SpillableMemory> memory;  // holds the passages
  SpillableVector<LoosePassage> passages;   // ascending by documents, parts and place in a; a is the smaller document
  LoosePassageCounts counts;
};

/// Finds passages that documents share in other words, or in the same words in another order. Documents are cut into
/// words while they are read; at the end, pairs of them are proposed and compared. The passages of a pair depend on its
/// two documents alone.
class LoosePassageFinder {
 public:
  /// The result for a batch of documents.
  struct Batch;

  /// Throws UsageError when an option is out of range.
  explicit LoosePassageFinder(const LoosePassageOptions& options);
  ~LoosePassageFinder();

  /// Cuts the documents of a batch into words; called on any thread, as `work` of a BatchStep.
  [[nodiscard]] std::shared_ptr<Batch> sign(const DocumentBatch& batch) const;

  /// Takes the result of sign(); called in input order, as its `take`.
  void add(const Batch& batch);

  /// All passages of the proposed pairs, and of those in `known`, which were found otherwise. With `references`, only
  /// pairs of one of the first `references` documents and one of the others are proposed. Called once, after everything
  /// was added.
  [[nodiscard]] LoosePassages find(DocId references = 0, const std::vector<DocPair>& known = {});

  /// All passages of these pairs, in any order; a pair named twice counts once, a document paired with itself is
  /// skipped. Called once, instead of the other.
  [[nodiscard]] LoosePassages find_in(std::vector<DocPair> pairs);

 private:
  class State;
  std::unique_ptr<State> state_;
};

}  // namespace cento
