#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <set>
#include <vector>

#include "engine/ask/answer_maker.hpp"
#include "engine/collection_totals.hpp"
#include "engine/job.hpp"
#include "index/live/index_writer.hpp"

namespace cento {

/// What is asked about each document of a collection.
struct AskingOptions {
  Questions questions;
  RecordForm form = RecordForm::json_lines;  // of the answers
  bool only_found = false;  // answers without findings are left out, unless damage to the index made them incomplete
};

/// What was read and answered.
struct AskedCollection {
  CollectionTotals read;
  AnswerCounts answers;
};

/// Gets answers in input order.
using TakeAnswers = std::function<void(RenderedRecords&)>;

/// Reports damage of an index to a reporter, each damage once.
class DamageReport {
 public:
  /// `reporter` must outlive it.
  explicit DamageReport(Reporter& reporter) : reporter_(reporter) {}

  /// Reports what was found since the last call.
  void update(const IndexView& view);

 private:
  Reporter& reporter_;
  std::set<IndexDamage> reported_;
};

/// Asks an index that does not change meanwhile about collections, on all threads of a job. Damage of the index that it
/// meets goes to the job's reporter.
class CollectionAsker {
 public:
  /// `job` must outlive it. Throws UsageError as AnswerMaker does.
  CollectionAsker(std::shared_ptr<const IndexView> view, const AskingOptions& options, Job& job);

  AskedCollection ask(const Collection& collection, const TakeAnswers& take);

 private:
  /// The answers about a batch.
  struct AnsweredBatch {
    RenderedRecords answers;
    AnswerCounts counts;
  };

  [[nodiscard]] AnsweredBatch answer(const DocumentBatch& batch);
  [[nodiscard]] std::unique_ptr<AnswerMaker> free_maker();

  std::shared_ptr<const IndexView> view_;
  AskingOptions options_;
  Job& job_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<AnswerMaker>> makers_;  // those that no thread is using
};

/// When documents are safely on disk, and their answers given: one by one, or with those that arrived together.
enum class Durability : std::uint8_t { each, batch };

/// Asks an index about each document of a collection and then adds it, so that later documents find it.
class AskingAdder {
 public:
  /// The references must outlive it. Throws UsageError as AnswerMaker does.
  AskingAdder(IndexWriter& writer, const AskingOptions& options, Durability durability, Job& job);

  /// Answers are handed on once their documents are committed.
  AskedCollection ask(const Collection& collection, const TakeAnswers& take);

 private:
  void take_batch(const DocumentBatch& batch, AnswerCounts& counts, const TakeAnswers& take);
  void commit(const TakeAnswers& take);

  IndexWriter& writer_;
  AskingOptions options_;
  Durability durability_;
  Job& job_;
  AnswerMaker maker_;
  RenderedRecords answers_;  // about documents that are not committed yet
};

}  // namespace cento
