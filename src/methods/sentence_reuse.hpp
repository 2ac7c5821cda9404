#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/span.hpp"
#include "index/index_view.hpp"
#include "methods/index_questions.hpp"
#include "methods/reuse_options.hpp"
#include "methods/sentence_search.hpp"
#include "read/document.hpp"

namespace cento {

/// A sentence of the index that one of the asked document overlaps with.
struct ReusedSentence {
  IndexedPlace document;
  std::uint32_t part = 0;      // of the document, from 0
  std::uint32_t sentence = 0;  // of the part, from 0
  Span bytes;                  // of the part's text
  double score = 0;            // by the formula of the options
};

/// A sentence of the asked document, with what it overlaps with.
struct AskedSentence {
  std::uint32_t part = 0;
  std::uint32_t sentence = 0;
  Span bytes;
  std::uint32_t words = 0;         // distinct
  std::uint32_t first_reused = 0;  // in ReuseAnswer::reused
  std::uint32_t reused = 0;        // how many are told
  std::uint64_t found = 0;         // how many there are, beyond the limit too
};

struct ReuseAnswer {
  std::vector<AskedSentence> sentences;  // all that were asked about, in order
  std::vector<ReusedSentence> reused;    // of each sentence best first; equal ones by number, part and sentence
  double predicted_recall = 1;           // qsign: the mean over the sentences
  double mean_distance = 0;              // qsign: of d
  SearchCounts counts;                   // left_out: see ReuseOptions::most_candidates

  void clear();
};

/// Finds for each sentence of a document the sentences of an index that it overlaps with. Holds scratch memory: one for
/// each thread.
class ReuseFinder {
 public:
  /// Throws UsageError when an option is out of its range or the index does not keep what is needed.
  ReuseFinder(std::shared_ptr<const IndexView> view, const ReuseOptions& options);
  ~ReuseFinder();

  /// Goes on with a later view of the same index.
  void set_view(std::shared_ptr<const IndexView> view);

  /// Replaces `answer`. `but_number`: a document of the index that is not told, such as the asked one itself; 0: none.
  void ask(std::span<const Part> parts, std::uint32_t but_number, ReuseAnswer& answer);

 private:
  class State;
  std::unique_ptr<State> state_;
};

}  // namespace cento
