#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "index/index_view.hpp"
#include "methods/ask/index_questions.hpp"
#include "read/document.hpp"

namespace cento {

/// How threads that ask the same question are searched for. The same names are used on the command line.
struct ForumQuestion {
  double threshold = 0;                      // least similarity, above 0 and at most 1; 0: that of the index's model
  std::uint32_t limit = AskOptions{}.limit;  // threads reported, best first
  std::uint64_t most_entries = 4'000'000;    // entries of feature lists read for one thread
  std::uint64_t most_threads = 100'000;      // compared with one by all their parts: those that share the most
};

struct SimilarQuestion {
  IndexedPlace thread;
  double similarity = 0;
  std::vector<double> parts;  // the similarity of each part, in the order of the model; kMissing
};

struct ForumAnswer {
  std::vector<SimilarQuestion> threads;  // best first; equal ones by number
  std::uint64_t found = 0;               // how many there are, including those beyond the limit
  std::uint64_t compared = 0;            // by all their parts
  std::uint64_t looked_at = 0;           // by the features of one part
  std::uint64_t left_out = 0;  // threads and list entries that were too many to examine; if 0, none was missed

  void clear();
};

/// Finds out from an index of threads whether something was asked before. Holds scratch memory: one for each thread of
/// the program.
class ForumAsker {
 public:
  /// Throws UsageError when the index has no threads or the threshold is out of range.
  ForumAsker(std::shared_ptr<const IndexView> view, const ForumQuestion& question);
  ~ForumAsker();

  /// Continues with a later view of the same index.
  void set_view(std::shared_ptr<const IndexView> view);

  /// Replaces `answer` with the threads that are similar to the document. `but_number`: a document of
  /// the index that is not reported, such as the query document itself; 0: none.
  void ask(const AnalyzedDocument& document, std::uint32_t but_number, ForumAnswer& answer);

 private:
  class State;
  std::unique_ptr<State> state_;
};

}  // namespace cento
