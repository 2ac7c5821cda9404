#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "core/executor.hpp"
#include "core/progress.hpp"
#include "core/span.hpp"
#include "methods/thread_model.hpp"
#include "read/document.hpp"
#include "sign/document_frequencies.hpp"

namespace cento {

/// What comparing threads may use.
struct ThreadRunOptions {
  std::size_t threads = 1;
  std::uint64_t memory_bytes = std::uint64_t{1} << 30;
  std::string temp_dir;  // where intermediate data goes when memory is short; empty: the system's
  const DocumentFrequencies* tokens = nullptr;  // for features that need statistics; must outlive the comparer
  Progress* progress = nullptr;                 // advanced by the work after reading; null: nobody looks
};

class ThreadFields;

/// The threads of a collection, ready to be compared in pairs by all comparisons of a model. idf is counted over the
/// distinct texts of each part here.
class ThreadComparer {
 public:
  /// Throws UsageError when the model makes no sense or names features that do not exist.
  ThreadComparer(const ThreadModel& model, const ThreadRunOptions& options);
  ~ThreadComparer();

  /// Signs the threads of a batch; called on any thread, as BatchSteps::work.
  [[nodiscard]] std::shared_ptr<void> sign(const DocumentBatch& batch) const;

  /// Takes what sign() gave; called in input order, as BatchSteps::take.
  void add(const void* signed_batch);

  /// Called once, after everything was added and before threads are compared.
  void prepare();

  [[nodiscard]] std::size_t size() const;
  [[nodiscard]] const ThreadModel& model() const;

  /// Replaces `found`; `outside` is left missing. Any thread.
  void compare(DocId a, DocId b, ThreadSimilarities& found) const;

  /// What methods/threads.cpp joins by: sets of features, and which threads have them.
  [[nodiscard]] const ThreadFields& fields() const;
  [[nodiscard]] LocalExecutor& executor() const;

 private:
  class State;
  std::unique_ptr<State> state_;
};

}  // namespace cento
