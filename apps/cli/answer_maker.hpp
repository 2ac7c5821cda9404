#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "index/index_view.hpp"
#include "methods/ask_threads.hpp"
#include "methods/index_questions.hpp"
#include "methods/sentence_reuse.hpp"
#include "methods/thread_model.hpp"
#include "read/document.hpp"
#include "write/answer_records.hpp"

namespace cento::cli {

/// What is asked about each document.
struct Questions {
  QuestionOptions index;
  std::optional<ReuseOptions> reuse;      // empty: reused sentences are not asked for
  std::optional<ThreadQuestion> threads;  // empty: threads that ask the same are not
};

/// What asking about some documents came to.
struct AnswerCounts {
  std::uint64_t asked = 0;
  std::uint64_t with_identical = 0;
  std::uint64_t with_similar = 0;
  std::uint64_t with_passages = 0;
  std::uint64_t blog_duplicates = 0;
  std::uint64_t with_reused = 0;
  std::uint64_t with_asked_before = 0;
  std::uint64_t left_out = 0;    // documents of whose answers limits left something out
  std::uint64_t incomplete = 0;  // documents of whose answers damage left something out
  double predicted_recall = 0;   // of qsign: the sum over all documents
  double distance = 0;           // of qsign: the same of d

  AnswerCounts& operator+=(const AnswerCounts& more);
};

/// Asks an index about documents and puts what it says into lines. One for each thread.
class AnswerMaker {
 public:
  /// Throws UsageError as IndexAsker, ReuseFinder and ThreadAsker do.
  AnswerMaker(std::shared_ptr<const IndexView> view, const Questions& questions);

  /// Goes on with a later view of the same index.
  void set_view(std::shared_ptr<const IndexView> view);

  /// Appends the answer to `out` and counts it. A document of the index with the same id is not told: it is the asked
  /// one itself, or an older version of it. `only_found`: a line without findings is not appended, unless damage of the
  /// index left something out.
  void answer(const Document& document, bool only_found, std::string& out, AnswerCounts& counts);

 private:
  [[nodiscard]] const StoredDocument* known(std::uint32_t number);
  [[nodiscard]] bool is_asked_itself(const StoredDocument& document) const;
  void tell_identical(AnswerRecord& record);
  void tell_similar(AnswerRecord& record);
  void tell_passages(const Document& document, AnswerRecord& record);
  void tell_blog(const Document& document, AnswerRecord& record);
  void tell_reused(const Document& document, AnswerRecord& record);
  void tell_asked_before(AnswerRecord& record);
  void tell_left_out(AnswerRecord& record) const;

  std::shared_ptr<const IndexView> view_;
  QuestionOptions question_;
  IndexAsker asker_;
  IndexAnswer answer_;
  std::string_view asked_id_;
  bool met_damage_ = false;             // ever: weights of threads that it is in are remembered
  std::unique_ptr<ReuseFinder> reuse_;  // null: not asked for
  ReuseAnswer reused_;
  std::vector<std::string> part_labels_;  // how the compared parts of threads are called
  std::unique_ptr<ThreadAsker> threads_;  // null: not asked for
  ThreadAnswer asked_before_;
  std::map<std::uint32_t, std::unique_ptr<const StoredDocument>> known_;  // of this answer; null: gone meanwhile
};

}  // namespace cento::cli
