#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "align/passage.hpp"
#include "index/index_view.hpp"
#include "methods/blog.hpp"
#include "read/document.hpp"

namespace cento {

/// What is asked about a document. The same names are used on the command line.
struct QuestionOptions {
  bool documents = true;                // near-duplicate documents; identical ones are always told
  bool passages = true;                 // located passages
  bool blog = false;                    // the decision of paper blog
  std::uint32_t min_sentences = 3;      // γ: passages
  std::uint32_t max_gap = 1;            // g: passages
  std::uint32_t collisions = 3;         // δ: blog
  std::uint32_t max_repeats = 300;      // blog: sentences that come more often are everybody's
  std::uint32_t limit = 20;             // answers of each kind, best first
  std::uint64_t most_places = 100'000;  // of one run of sentences that are looked at; what is left out is counted
};

/// A document that the index has, as an answer names it: by its number, and where in the segments it is.
struct IndexedPlace {
  std::uint32_t segment = 0;   // in IndexView::segments()
  std::uint32_t document = 0;  // ordinal there
  std::uint32_t number = 0;    // in the catalog
};

struct SimilarDocument {
  IndexedPlace document;
  double similarity = 0;   // Jaccard, verified
  double contained_a = 0;  // the share of the asked one's features that the other has
  double contained_b = 0;  // and the other way round
};

/// A passage: `a` is in the document that was asked about, `b` in the index.
struct IndexPassage {
  IndexedPlace document;
  std::uint32_t part_a = 0;
  std::uint32_t part_b = 0;
  Passage passage;
};

struct IndexAnswer {
  std::vector<IndexedPlace> identical;        // the same bytes in all parts, ascending by number; up to the limit
  std::uint64_t identical_unlisted = 0;       // more of them
  std::vector<SimilarDocument> similar;       // best first; without the identical
  std::vector<IndexPassage> passages;         // of the documents that share the longest run of sentences first
  std::uint64_t documents_with_passages = 0;  // in all; with near sentences those beyond the limit are not verified
  BlogReport blog;                            // its own number is 0, that of sources as in the catalog
  bool is_blog_duplicate = false;             // more than δ of the sentences are known
  std::uint64_t left_out_places = 0;          // see QuestionOptions::most_places
  std::uint64_t repetitive_texts = 0;         // of passages: texts that, like the asked one, repeat themselves so often
                                              // that only passages that cover what is shared are told
  std::uint64_t compared_documents = 0;       // texts that were read to verify similar documents
  std::uint64_t left_out_documents = 0;       // candidates for similar ones, beyond kCandidatesMost

  static constexpr std::size_t kCandidatesMost = 1000;

  void clear() { *this = IndexAnswer(); }
};

/// Answers questions about documents from a view. Holds scratch memory: one for each thread.
class IndexAsker {
 public:
  /// Throws UsageError when the index does not keep what the options ask for.
  IndexAsker(std::shared_ptr<const IndexView> view, const QuestionOptions& options);
  ~IndexAsker();

  /// Goes on with a later view of the same index.
  void set_view(std::shared_ptr<const IndexView> view);

  /// Replaces `answer`. `but_number`: a document of the index that is not told, such as the asked one itself; 0: none.
  void ask(std::span<const Part> parts, std::uint32_t but_number, IndexAnswer& answer);

 private:
  class State;
  std::unique_ptr<State> state_;
};

}  // namespace cento
