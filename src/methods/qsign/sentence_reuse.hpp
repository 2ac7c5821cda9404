#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/span.hpp"
#include "index/index_view.hpp"
#include "methods/ask/index_questions.hpp"
#include "methods/qsign/reuse_options.hpp"
#include "methods/qsign/sentence_search.hpp"
#include "read/document.hpp"

namespace cento {

/// A sentence of the index that one of the query document overlaps with.
struct ReusedSentence {
  IndexedPlace document;
  std::uint32_t part = 0;      // of the document, from 0
  std::uint32_t sentence = 0;  // of the part, from 0
  Span bytes;                  // of the part's text
  double score = 0;            // by the formula of the options
};

/// A sentence of the query document, with what it overlaps with.
struct AskedSentence {
  std::uint32_t part = 0;
  std::uint32_t sentence = 0;
  Span bytes;
  std::uint32_t words = 0;         // distinct
  std::uint32_t first_reused = 0;  // in ReuseAnswer::reused
  std::uint32_t reused = 0;        // how many are reported
  std::uint64_t found = 0;         // how many there are, including those beyond the limit
};

struct ReuseAnswer {
  std::vector<AskedSentence> sentences;  // all that were searched for, in order
  std::vector<ReusedSentence> reused;    // best first for each sentence; ties by number, part and sentence
  double predicted_recall = 1;           // qsign: the mean over the sentences
  double mean_distance = 0;              // qsign: of d
  SearchCounts counts;                   // left_out: see ReuseOptions::most_candidates

  void clear();
};

/// Finds for each sentence of a document the sentences of an index that it overlaps with. Holds scratch memory: one for
/// each thread.
class ReuseFinder {
 public:
  /// Throws UsageError when an option is out of range or the index lacks what is needed.
  ReuseFinder(std::shared_ptr<const IndexView> view, const ReuseOptions& options);
  ~ReuseFinder();

  /// Continues with a later view of the same index.
  void set_view(std::shared_ptr<const IndexView> view);

  /// Replaces `answer`. `but_number`: a document of the index that is not reported, such as the query document itself;
  /// 0: none.
  void ask(AnalyzedDocument& document, std::uint32_t but_number, ReuseAnswer& answer);

 private:
  class State;
  std::unique_ptr<State> state_;
};

}  // namespace cento
