#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/progress.hpp"
#include "core/span.hpp"
#include "join/banding.hpp"
#include "join/exact_join.hpp"
#include "join/similar_pair.hpp"
#include "read/document.hpp"
#include "sign/document_frequencies.hpp"

namespace cento {

/// How near-duplicate documents are found. The same names are used on the command line.
struct NearDuplicateOptions {
  static constexpr unsigned kDistanceMost = 31;  // of 64 bits: more would take everything for a candidate

  /// `ndd` (the paper's: chars:64), any set of features by name (`shingle:n`, `chars:n`, `spot:…`, `winnow:k:w`, …):
  /// all pairs, by the exact join. `minhash[:k]`, `simhash`: candidates by sketches. `exact`: the same tokens in the
  /// same order only.
  std::string method = "shingle:5";
  std::string features = "shingle:5";  // minhash, simhash: what is sketched, and candidates are verified by
  double threshold = 0.8;              // τ: pairs of at least this Jaccard similarity (ndd: resemblance rate RR)
  unsigned sample = 0;                 // k: only features whose hash is 0 modulo 2^k are kept, 1 in 2^k
  std::uint32_t sct = 0;               // features in more documents than this are left out; 0: none (SCT = ∞ in ndd)
  double recall = 0.95;                // minhash: the wanted recall at the threshold, from which the bands follow
  unsigned distance = 3;               // simhash: candidates differ in at most so many of 64 bits
  const DocumentFrequencies* tokens = nullptr;          // for features that need statistics; must outlive the finder
  const DocumentFrequencies* known_features = nullptr;  // SCT goes by these instead of by this collection, if given
  std::size_t threads = 1;
  std::uint64_t memory_bytes = std::uint64_t{1} << 30;
  std::string temp_dir;          // where intermediate data goes when memory is short; empty: the system's
  Progress* progress = nullptr;  // advanced by the work after reading; null: nobody looks
};

/// The features that documents are compared by under these options, by name: chars:64 for ndd.
[[nodiscard]] std::string compared_features(const NearDuplicateOptions& options);

/// What finding came to, beyond the pairs.
struct NearDuplicateCounts {
  std::uint64_t without_features = 0;  // documents that have none, and so no pairs: empty, or nothing was sampled
  std::uint64_t identical = 0;         // documents with the bytes of an earlier one
  std::uint64_t same_features = 0;     // other documents with the features of an earlier one
  std::uint64_t features = 0;          // of one document of each class
  std::uint64_t sct_features = 0;      // distinct features that SCT left out, and their occurrences
  std::uint64_t sct_occurrences = 0;
  JoinCounts join;
};

/// Near-duplicate documents of a collection. Documents that have the very same features form a class, which is reported
/// once: pairs name the first document of each class.
struct NearDuplicates {
  std::vector<DocId> first_of_class;  // for each document the first one with the same features; itself if it is that
  std::vector<DocId> first_of_text;   // for each document the first one with the same bytes
  std::vector<SimilarPair> pairs;     // of first documents, ascending by a, then b; without the identical
  NearDuplicateCounts counts;
};

/// Finds near-duplicate documents: documents are signed while they are read, and joined at the end.
class NearDuplicateFinder {
 public:
  /// Throws UsageError when an option is out of its range or the method is not known.
  explicit NearDuplicateFinder(const NearDuplicateOptions& options);
  ~NearDuplicateFinder();

  /// Signs the documents of a batch; called on any thread, as BatchSteps::work.
  [[nodiscard]] std::shared_ptr<void> sign(const DocumentBatch& batch) const;

  /// Takes what sign() gave; called in input order, as BatchSteps::take.
  void add(const void* signed_batch);

  /// All pairs. Called once, after everything was added.
  [[nodiscard]] NearDuplicates find();

  /// The bands in use, with MinHash.
  [[nodiscard]] std::optional<Banding> banding() const;

 private:
  class State;
  std::unique_ptr<State> state_;
};

}  // namespace cento
