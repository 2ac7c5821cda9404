#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "core/memory/memory_budget.hpp"
#include "core/parallel/executor.hpp"
#include "core/parallel/progress.hpp"
#include "core/span.hpp"
#include "methods/forum/forum_model.hpp"
#include "read/document.hpp"
#include "sign/words/document_frequencies.hpp"

namespace cento {

/// What comparing threads may use.
struct ForumRunOptions {
  std::size_t threads = 1;
  std::uint64_t memory_bytes = std::uint64_t{1} << 30;
  std::string temp_dir;                         // for intermediate data when memory is short; empty: the system default
  const DocumentFrequencies* tokens = nullptr;  // for features that need statistics; must outlive the comparer
  Progress* progress = nullptr;                 // advanced by the work after reading; may be null
  MemoryLedger* ledger = nullptr;               // records who used how much of the memory; may be null
};

class ForumFields;
struct SignedThreads;

/// The threads of a collection, ready to be compared in pairs by all comparisons of a model. idf is counted over the
/// distinct texts of each part here.
class ForumComparer {
 public:
  /// The result for a batch of documents.
  using Batch = SignedThreads;

  /// Throws UsageError when the model is invalid or names features that do not exist.
  ForumComparer(const ForumModel& model, const ForumRunOptions& options);
  ~ForumComparer();

  /// Signs the threads of a batch; called on any thread, as `work` of a BatchStep.
  [[nodiscard]] std::shared_ptr<Batch> sign(const DocumentBatch& batch) const;

  /// Takes the result of sign(); called in input order, as its `take`.
  void add(const Batch& batch);

  /// Called once, after everything was added and before threads are compared.
  void prepare();

  [[nodiscard]] std::size_t size() const;
  [[nodiscard]] const ForumModel& model() const;

  /// Replaces `found`; `outside` is left missing. Thread-safe.
  void compare(DocId a, DocId b, ForumSimilarities& found) const;

  /// What find_duplicate_questions() joins: sets of features, and which threads have them.
  [[nodiscard]] const ForumFields& fields() const;
  [[nodiscard]] LocalExecutor& executor() const;

 private:
  class State;
  std::unique_ptr<State> state_;
};

}  // namespace cento
