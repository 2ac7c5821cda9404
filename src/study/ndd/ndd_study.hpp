#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "join/exact_join.hpp"
#include "read/document.hpp"
#include "sign/words/document_frequencies.hpp"
#include "study/judge/agreement.hpp"
#include "study/ndd/compared_sets.hpp"

namespace cento {

/// How the experiments of ndd, chapter 3, are run. The same names are used on the command line.
struct NddStudyOptions {
  std::string features = "chars:64";  // what documents are compared by; docs/signatures.md lists the names
  double least = 0.1;                 // the lowest RR considered, greater than 0 and at most 0.5
  RrSizes sct_sizes = RrSizes::all;   // how RR is computed when common shingles are left out
  AgreementOptions agreement;
  const DocumentFrequencies* tokens = nullptr;  // for features that need statistics; must outlive the study
  std::size_t threads = 1;
  std::uint64_t memory_bytes = std::uint64_t{1} << 30;
  std::string temp_dir;  // for intermediate data when memory is short; empty: the system default
};

/// One run over the collection: a column of Table 3.1 or 3.3, and a row of Table 3.2 or 3.4.
struct NddRun {
  unsigned sample = 0;         // k: 1 in 2^k shingles was kept, by hash value
  std::uint32_t sct = 0;       // shingles in more documents than this were left out; 0: none (∞)
  std::uint64_t shingles = 0;  // kept, of all documents
  std::vector<double> shares;  // of documents that resemble another one, for each RR of NddResults::rr
  Agreement agreement;         // with the run by all shingles; empty for that run itself
  double saved_pairs = 0;      // with SCT: the share of MapReduce #1's pairs that was saved
  JoinCounts counts;
};

struct NddResults {
  std::uint64_t documents = 0;
  std::uint64_t without_features = 0;  // documents that have none: they resemble nothing
  std::uint64_t identical = 0;         // documents that have the same features as an earlier one
  std::vector<double> rr;              // 0.9, 0.8, … down to the least
  std::vector<NddRun> by_hash;         // k = 0 to 9
  std::vector<NddRun> by_sct;          // ∞, 100, 90, … 10
};

/// Repeats the experiments on a collection: documents are signed once, while they are read.
class NddStudy {
 public:
  /// The result for a batch of documents.
  struct Batch;

  /// Throws UsageError when an option is out of range or the features do not exist.
  explicit NddStudy(const NddStudyOptions& options);
  ~NddStudy();

  /// As the `work` of a BatchStep: on any thread.
  [[nodiscard]] std::shared_ptr<Batch> sign(const DocumentBatch& batch) const;

  /// As its `take`: in input order.
  void add(const Batch& batch);

  /// All runs. Called once, after everything was added.
  [[nodiscard]] NddResults finish();

 private:
  class State;
  std::unique_ptr<State> state_;
};

}  // namespace cento
