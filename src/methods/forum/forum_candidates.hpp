#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/memory/plain_vector.hpp"
#include "index/index_view.hpp"
#include "methods/forum/forum_model.hpp"
#include "methods/forum/forum_record.hpp"
#include "methods/forum/forum_weights.hpp"

namespace cento {

/// A thread of a view that reaches the threshold of a search.
struct ForumCandidate {
  std::uint32_t segment = 0;
  std::uint32_t document = 0;

  friend bool operator==(const ForumCandidate&, const ForumCandidate&) = default;
  friend bool operator<(const ForumCandidate& a, const ForumCandidate& b) {
    return a.segment != b.segment ? a.segment < b.segment : a.document < b.document;
  }
};

/// Finds threads by the feature lists of one comparison. Holds scratch memory: one for each thread of the program.
///
/// If A is the query and the comparison must reach t, a thread B shares at least t w(A): what both have weighs t of
/// what either has, and A is part of that. So the lists of A's features are read, rarest first, until the rest weighs
/// less; weights are added up for each thread on the way, and threads that the rest cannot bring to t w(A) are dropped.
/// Further lists are read as long as that is cheaper than examining all that are left. Of those, B itself must not be
/// too heavy: if it shares at most s, w(B) ≤ s (1 + t) / t − w(A). Lower bounds seen for the weights of threads are
/// remembered, so that most of those that share only common words are skipped at once the next time: such queries would
/// otherwise take long. What is left is compared. Containment has no such bounds, since B may be small: all lists are
/// read.
class ForumCandidates {
 public:
  struct Search {
    std::size_t field = 0;
    std::size_t way = 0;  // of weighing
    SetMeasure measure = SetMeasure::jaccard;
    double threshold = 0;
  };

  /// What may still be done for a question.
  struct Budget {
    std::uint64_t entries = 0;  // list entries to read
    std::uint64_t threads = 0;  // threads to find
  };

  /// `weights` must outlive this.
  ForumCandidates(std::size_t parts, std::size_t fields, ForumWeights& weights)
      : weights_(weights), record_(parts, fields) {}

  /// To be called when `weights` have moved on to another view.
  void forget_weights() { least_weights_.clear(); }

  /// Appends the threads that reach the threshold of the search (by containment also others), each once, and reduces
  /// the budget by what that needed. Returns how many entries and threads exceeded the budget.
  std::uint64_t find(const Search& search, std::span<const std::uint32_t> asked, const IndexView& view, Budget& budget,
                     std::vector<ForumCandidate>& out);

  /// How many threads were examined by their own features, in all.
  [[nodiscard]] std::uint64_t looks() const { return looks_; }

 private:
  using Entries = std::span<const KeyTable::Entry>;

  /// An asked feature.
  struct Feature {
    std::uint64_t having = 0;  // threads
    std::uint32_t weight = 0;
    std::uint32_t number = 0;  // in asked
  };

  /// What is known about the threads of a segment under a way of weighing.
  struct LeastWeights {
    std::uint64_t walked = 0;         // entries of lists
    std::vector<std::uint8_t> least;  // by document, in steps of kWeightStep; empty while not worth its memory
  };

  static constexpr std::uint64_t kWeightStep = FeatureWeights::kUnit / 8;  // most titles' weights then fit in a byte

  void look_up(std::span<const std::uint32_t> asked, const IndexView& view);
  void weigh(const Search& search, std::span<const std::uint32_t> asked);
  [[nodiscard]] std::size_t lists_needed() const;
  void start_segment(const Search& search, const Segment& segment, std::size_t number, std::size_t lists);
  std::uint64_t search_segment(const Search& search, std::size_t number, std::size_t lists);
  void walk(Entries list, std::uint32_t weight, std::uint64_t heaviest_new);
  void walk_found(Entries list, std::uint32_t weight);
  void drop_hopeless(std::uint64_t rest);
  void keep_similar(const Search& search, std::span<const std::uint32_t> asked, const Segment& segment,
                    std::uint64_t rest);
  [[nodiscard]] std::uint64_t keep_most_shared(std::uint64_t most);
  [[nodiscard]] std::uint64_t most_weight(const Search& search, std::uint64_t shared) const;
  [[nodiscard]] bool is_similar(const Search& search, std::span<const std::uint32_t> asked, std::uint32_t document,
                                std::uint64_t most);
  [[nodiscard]] std::uint64_t least_weight(std::uint32_t document) const {
    return least_.empty() ? 0 : least_[document] * kWeightStep;
  }

  [[nodiscard]] Entries list_of(const Feature& feature, std::size_t segment) const {
    return lists_[feature.number * segments_ + segment];
  }

  ForumWeights& weights_;
  ForumRecord record_;
  std::size_t segments_ = 0;
  std::vector<Entries> lists_;  // of each asked feature in each segment
  std::vector<Feature> features_;
  PlainVector<std::uint32_t> asked_weights_;              // of each asked feature
  std::uint64_t total_ = 0;                               // weight of all features
  double least_shared_ = 0;                               // weight that must be shared
  PlainVector<std::uint64_t> shared_;                     // by document of a segment; 0 everywhere between segments
  PlainVector<std::uint32_t> found_;                      // documents with a weight there
  std::size_t documents_ = 0;                             // of the segment
  std::vector<std::vector<LeastWeights>> least_weights_;  // by way and segment
  std::span<std::uint8_t> least_;                         // those of the segment
  std::uint64_t heaviest_ = 0;                            // what a thread may weigh at most
  std::uint64_t looks_ = 0;
};

}  // namespace cento
