#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cento/method_options.hpp"
#include "core/memory/memory_budget.hpp"
#include "core/parallel/progress.hpp"
#include "core/span.hpp"
#include "join/banding.hpp"
#include "join/exact_join.hpp"
#include "join/similar_pair.hpp"
#include "read/document.hpp"
#include "sign/words/document_frequencies.hpp"

namespace cento {

/// How near-duplicate documents are found, and with what.
struct NearDuplicateOptions : DocumentSimilarity {
  const DocumentFrequencies* tokens = nullptr;          // for features that need statistics; must outlive the finder
  const DocumentFrequencies* known_features = nullptr;  // if given, SCT uses these instead of counting this collection
  std::size_t threads = 1;
  std::uint64_t memory_bytes = std::uint64_t{1} << 30;
  std::string temp_dir;            // for intermediate data when memory is short; empty: the system default
  Progress* progress = nullptr;    // advanced by the work after reading; may be null
  MemoryLedger* ledger = nullptr;  // records who used how much of the memory; may be null
};

/// The name of the features by which documents are compared under these options: chars:64 for ndd.
[[nodiscard]] std::string compared_features(const DocumentSimilarity& options);

/// Totals besides the pairs.
struct NearDuplicateCounts {
  std::uint64_t without_features = 0;  // documents without features, and so pairs: empty, or nothing was sampled
  std::uint64_t identical = 0;         // documents with the bytes of an earlier one
  std::uint64_t same_features = 0;     // other documents with the features of an earlier one
  std::uint64_t features = 0;          // features of one document of each class
  std::uint64_t sct_features = 0;      // distinct features that SCT left out, and their occurrences
  std::uint64_t sct_occurrences = 0;
  JoinCounts join;
};

/// Near-duplicate documents of a collection. Documents with exactly the same features form a class, which is reported
/// once: pairs name the first document of each class.
struct NearDuplicates {
  std::vector<DocId> first_of_class;  // by document: the first one with the same features, possibly itself
  std::vector<DocId> first_of_text;   // by document: the first one with the same bytes
  std::vector<SimilarPair> pairs;     // of first documents, ascending by a, then b; without the identical
  NearDuplicateCounts counts;
};

struct SignedFeatureSets;

/// Finds near-duplicate documents: documents are signed while they are read, and joined at the end.
class NearDuplicateFinder {
 public:
  /// The result for a batch of documents.
  using Batch = SignedFeatureSets;

  /// Throws UsageError when an option is out of range or the method is unknown.
  explicit NearDuplicateFinder(const NearDuplicateOptions& options);
  ~NearDuplicateFinder();

  /// Signs the documents of a batch; called on any thread, as `work` of a BatchStep.
  [[nodiscard]] std::shared_ptr<Batch> sign(const DocumentBatch& batch) const;

  /// Takes the result of sign(), whose memory it may keep; called in input order, as its `take`.
  void add(const Batch& batch);

  /// All pairs. Called once, after everything was added.
  [[nodiscard]] NearDuplicates find();

  /// The bands in use, with MinHash.
  [[nodiscard]] std::optional<Banding> banding() const;

 private:
  class State;
  std::unique_ptr<State> state_;
};

}  // namespace cento
