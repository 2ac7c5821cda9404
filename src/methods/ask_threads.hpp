#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "index/index_view.hpp"
#include "methods/index_questions.hpp"
#include "read/document.hpp"

namespace cento {

/// How threads that ask the same are looked for. The same names are used on the command line.
struct ThreadQuestion {
  double threshold = 0;                    // least similarity, over 0 and up to 1; 0: that of the index's model
  std::uint32_t limit = 20;                // threads told, best first
  std::uint64_t most_entries = 4'000'000;  // of lists of features that are walked for one thread
  std::uint64_t most_threads = 100'000;    // that are compared for one by all their parts: those that share most
};

struct SimilarThread {
  IndexedPlace thread;
  double similarity = 0;
  std::vector<double> parts;  // the similarity of each part, in the order of the model; kMissing
};

struct ThreadAnswer {
  std::vector<SimilarThread> threads;  // best first; equal ones by number
  std::uint64_t found = 0;             // how many there are, beyond the limit too
  std::uint64_t compared = 0;          // by all their parts
  std::uint64_t looked_at = 0;         // by the features of one part
  std::uint64_t left_out = 0;  // threads and entries of lists that were too many to look at; if 0, none was lost

  void clear();
};

/// Answers from an index of threads whether something was asked before. Holds scratch memory: one for each thread of
/// the program.
class ThreadAsker {
 public:
  /// Throws UsageError when the index keeps no threads or the threshold is out of its range.
  ThreadAsker(std::shared_ptr<const IndexView> view, const ThreadQuestion& question);
  ~ThreadAsker();

  /// Goes on with a later view of the same index.
  void set_view(std::shared_ptr<const IndexView> view);

  /// Replaces `answer` by the threads that are similar to a document with these parts. `but_number`: a document of the
  /// index that is not told, such as the asked one itself; 0: none.
  void ask(std::span<const Part> parts, std::uint32_t but_number, ThreadAnswer& answer);

 private:
  class State;
  std::unique_ptr<State> state_;
};

}  // namespace cento
