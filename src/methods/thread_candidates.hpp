#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/plain_vector.hpp"
#include "index/index_view.hpp"
#include "methods/thread_model.hpp"
#include "methods/thread_record.hpp"
#include "methods/thread_weights.hpp"

namespace cento {

/// A thread of a view that reaches, or may reach, the threshold of a search.
struct ThreadCandidate {
  std::uint32_t segment = 0;
  std::uint32_t document = 0;

  friend bool operator==(const ThreadCandidate&, const ThreadCandidate&) = default;
  friend bool operator<(const ThreadCandidate& a, const ThreadCandidate& b) {
    return a.segment != b.segment ? a.segment < b.segment : a.document < b.document;
  }
};

/// Finds threads by the lists of features of one comparison. Holds scratch memory: one for each thread of the program.
///
/// If A is asked and the comparison must reach t, a thread B shares at least t w(A): what both have weighs t of what
/// either has, and A is part of that. So of A's features, rarest first, the lists of those are walked that are needed
/// until what is left weighs less; weights are added up for each thread on the way, and those that the rest cannot
/// bring to t w(A) are dropped. Further lists are walked as long as that is cheaper than looking at all that are left.
/// Of those B itself must not be too heavy: if it shares s at most, w(B) ≤ s (1 + t) / t − w(A).
/// Containment has no such bounds, since B may be small: all lists are walked.
class ThreadCandidates {
 public:
  struct Search {
    std::size_t field = 0;
    std::size_t way = 0;  // of weighing
    SetMeasure measure = SetMeasure::jaccard;
    double threshold = 0;
  };

  /// What may still be done for a question.
  struct Budget {
    std::uint64_t entries = 0;  // of lists that are walked
    std::uint64_t threads = 0;  // whose own features are looked at
  };

  /// `weights` must outlive it.
  ThreadCandidates(std::size_t parts, std::size_t fields, ThreadWeights& weights)
      : weights_(weights), record_(parts, fields) {}

  /// Appends the threads that may reach the threshold of the search, each once, and takes what that needed off the
  /// budget. Returns how many entries and threads more should have been looked at.
  std::uint64_t find(const Search& search, std::span<const std::uint32_t> asked, const IndexView& view, Budget& budget,
                     std::vector<ThreadCandidate>& out);

 private:
  using Entries = std::span<const KeyTable::Entry>;

  /// What is known of an asked feature.
  struct Feature {
    std::uint64_t having = 0;  // threads
    std::uint32_t weight = 0;
    std::uint32_t number = 0;  // in asked
  };

  void look_up(std::span<const std::uint32_t> asked, const IndexView& view);
  void weigh(const Search& search, std::span<const std::uint32_t> asked);
  [[nodiscard]] std::size_t lists_needed() const;
  std::uint64_t search_segment(const Segment& segment, std::size_t number, std::size_t lists);
  void walk(Entries list, std::uint32_t weight);
  void walk_found(Entries list, std::uint32_t weight);
  void drop_hopeless(std::uint64_t rest);
  [[nodiscard]] std::uint64_t keep_most_shared(std::uint64_t most);
  [[nodiscard]] bool is_light_enough(const Search& search, std::span<const std::uint32_t> record, double most_shared);

  [[nodiscard]] Entries list_of(const Feature& feature, std::size_t segment) const {
    return lists_[feature.number * segments_ + segment];
  }

  ThreadWeights& weights_;
  ThreadRecord record_;
  std::size_t segments_ = 0;
  std::vector<Entries> lists_;  // of each asked feature in each segment
  std::vector<Feature> features_;
  std::uint64_t total_ = 0;            // weight of all features
  double least_shared_ = 0;            // weight that must be shared
  PlainVector<std::uint64_t> shared_;  // by document of a segment; 0 everywhere between segments
  PlainVector<std::uint32_t> found_;   // documents with a weight there
  std::size_t documents_ = 0;          // of the segment
};

}  // namespace cento
