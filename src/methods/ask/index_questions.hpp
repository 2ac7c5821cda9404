#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "align/passage.hpp"
#include "cento/method_options.hpp"
#include "cento/option_table.hpp"
#include "index/index_view.hpp"
#include "methods/blog/blog.hpp"
#include "text/analyzed_document.hpp"

namespace cento {

/// What to find out about a document.
struct QuestionOptions : AskOptions {
  bool blog = false;                                   // the decision of paper blog
  std::uint32_t collisions = BlogRule{}.collisions;    // δ: blog
  std::uint32_t max_repeats = BlogRule{}.max_repeats;  // blog: sentences that occur more often are ignored
  std::uint64_t most_places = 100'000;  // of one run of sentences that are examined; what is left out is counted
};

[[nodiscard]] OptionTable options_of(QuestionOptions& options);

/// A document of the index in an answer: its number, and its place in the segments.
struct IndexedPlace {
  std::uint32_t segment = 0;   // in IndexView::segments()
  std::uint32_t document = 0;  // ordinal there
  std::uint32_t number = 0;    // in the catalog
};

struct SimilarDocument {
  IndexedPlace document;
  double similarity = 0;   // Jaccard, verified
  double contained_a = 0;  // the share of the query document's features that the other has
  double contained_b = 0;  // and vice versa
};

/// A passage: `a` is in the query document, `b` in the index.
struct IndexPassage {
  IndexedPlace document;
  std::uint32_t part_a = 0;
  std::uint32_t part_b = 0;
  Passage passage;
};

struct IndexAnswer {
  std::vector<IndexedPlace> identical;        // the same bytes in all parts, ascending by number; up to the limit
  std::uint64_t identical_unlisted = 0;       // further identical documents
  std::vector<SimilarDocument> similar;       // best first; without the identical
  std::vector<IndexPassage> passages;         // documents with the longest shared run of sentences first
  std::uint64_t documents_with_passages = 0;  // in all; with near sentences those beyond the limit are not verified
  BlogReport blog;                            // its own number is 0, that of sources as in the catalog
  bool is_blog_duplicate = false;             // more than δ of the sentences are known
  std::uint64_t left_out_places = 0;          // see QuestionOptions::most_places
  std::uint64_t repetitive_texts = 0;         // texts that, like the query document, repeat themselves so often
                                              // that only passages covering what is shared are reported
  std::uint64_t compared_documents = 0;       // texts that were read to verify similar documents
  std::uint64_t left_out_documents = 0;       // candidates for similar ones, beyond kCandidatesMost

  static constexpr std::size_t kCandidatesMost = 1000;

  void clear() { *this = IndexAnswer(); }
};

/// Answers questions about documents from a view. Holds scratch memory: one for each thread.
class IndexAsker {
 public:
  /// Throws UsageError when the index lacks what the options ask for.
  IndexAsker(std::shared_ptr<const IndexView> view, const QuestionOptions& options);
  ~IndexAsker();

  /// Continues with a later view of the same index.
  void set_view(std::shared_ptr<const IndexView> view);

  /// Replaces `answer`. `but_number`: a document of the index that is not reported, such as the query document itself;
  /// 0: none.
  void ask(AnalyzedDocument& document, std::uint32_t but_number, IndexAnswer& answer);

 private:
  class State;
  std::unique_ptr<State> state_;
};

}  // namespace cento
