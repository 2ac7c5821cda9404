#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "engine/ask/answer_documents.hpp"
#include "index/index_view.hpp"
#include "methods/ask/ask_forum.hpp"
#include "methods/ask/index_questions.hpp"
#include "methods/forum/forum_model.hpp"
#include "methods/qsign/sentence_reuse.hpp"
#include "read/document.hpp"
#include "write/records/record_file.hpp"

namespace cento {

/// What to ask about each document.
struct Questions {
  QuestionOptions index;
  std::optional<ReuseOptions> reuse;     // empty: do not ask for reused sentences
  std::optional<ForumQuestion> threads;  // empty: do not ask for threads that ask the same
};

/// Counts of answers about some documents.
struct AnswerCounts {
  std::uint64_t asked = 0;
  std::uint64_t with_identical = 0;
  std::uint64_t with_similar = 0;
  std::uint64_t with_passages = 0;
  std::uint64_t blog_duplicates = 0;
  std::uint64_t with_reused = 0;
  std::uint64_t with_asked_before = 0;
  std::uint64_t left_out = 0;    // documents whose answers limits shortened
  std::uint64_t incomplete = 0;  // documents whose answers lack something because of damage
  double predicted_recall = 0;   // qsign: sum over all documents
  double distance = 0;           // qsign: sum of d over all documents

  AnswerCounts& operator+=(const AnswerCounts& more);
};

/// Asks an index about documents and makes the answers ready to be written. One per thread.
class AnswerMaker {
 public:
  /// Throws UsageError as IndexAsker, ReuseFinder and ForumAsker do.
  AnswerMaker(std::shared_ptr<const IndexView> view, const Questions& questions);

  /// Continues with a later view of the same index.
  void set_view(std::shared_ptr<const IndexView> view);

  /// Adds the answer to `out` and counts it. A document of the index with the same id is not reported: it is the
  /// asked one itself, or an older version of it. `only_found`: an answer without findings is not added, unless
  /// damage to the index left something out.
  void answer(const Document& document, bool only_found, RenderedRecords& out, AnswerCounts& counts);

 private:
  void add_identical(AnswerRecord& record);
  void add_similar(AnswerRecord& record);
  void add_passages(const Document& document, AnswerRecord& record);
  void add_blog(const Document& document, AnswerRecord& record);
  void add_reused(const Document& document, AnswerRecord& record);
  void add_asked_before(AnswerRecord& record);
  void add_left_out(AnswerRecord& record) const;

  std::shared_ptr<const IndexView> view_;
  QuestionOptions question_;
  IndexAsker asker_;
  AnalyzedDocument analyzed_;  // the query document
  IndexAnswer answer_;
  bool met_damage_ = false;             // ever: the remembered weights of threads may be affected
  std::unique_ptr<ReuseFinder> reuse_;  // null: not asked for
  ReuseAnswer reused_;
  std::vector<std::string> part_labels_;  // names of the compared parts of threads
  std::unique_ptr<ForumAsker> threads_;   // null: not asked for
  ForumAnswer asked_before_;
  AnswerDocuments known_;
};

}  // namespace cento
