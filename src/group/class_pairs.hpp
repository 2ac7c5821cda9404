#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/memory/plain_vector.hpp"
#include "core/span.hpp"
#include "join/similar_pair.hpp"

namespace cento {

/// How many pairs were listed, and how many left out.
struct ListedPairs {
  std::uint64_t listed = 0;
  std::uint64_t left_out = 0;
};

/// All pairs of documents that near-duplicates between classes of identical documents imply: every two members of a
/// class (similarity 1) and, for a pair of classes, every member of one with every member of the other. A class of more
/// than `listed_most` documents is not listed in full: its members pair with its first document only, and in pairs with
/// other classes only the first document of each is listed. What that leaves out is counted.
///
/// Pairs come ascending by a, then b. Those of a document are made on request; besides the input, which must outlive
/// this, 8 bytes per document are held and 8 per pair between classes of several members (with 8 more per document if
/// there is such a pair).
class ClassPairs {
 public:
  /// `first_of_class` and `pairs` as NearDuplicates has them; pairs ascend by a, then b.
  ClassPairs(std::span<const DocId> first_of_class, std::span<const SimilarPair> pairs, std::uint32_t listed_most);

  /// Replaces `found` with the pairs whose first document is `a`, ascending by b. Thread-safe.
  void pairs_of(DocId a, std::vector<SimilarPair>& found) const;

  /// Calls `visit(const SimilarPair&)` for every pair, in order.
  template <typename Visit>
  void for_each(const Visit& visit) const {
    std::vector<SimilarPair> found;
    for (DocId a = 0; a < first_of_class_.size(); ++a) {
      pairs_of(a, found);
      for (const SimilarPair& pair : found) visit(pair);
    }
  }

  /// How many pairs for_each() visits, and how many it leaves out.
  [[nodiscard]] std::uint64_t listed() const { return listed_; }
  [[nodiscard]] std::uint64_t left_out() const { return left_out_; }
  [[nodiscard]] ListedPairs counts() const { return {listed_, left_out_}; }

 private:
  static constexpr DocId kNone = ~DocId{0};

  [[nodiscard]] bool is_listed(DocId first) const { return class_size_[first] <= listed_most_; }
  [[nodiscard]] bool are_listed(const SimilarPair& pair) const { return is_listed(pair.a) && is_listed(pair.b); }
  [[nodiscard]] bool needs_way_back(const SimilarPair& pair) const {
    return class_size_[pair.a] > 1 && are_listed(pair);
  }
  void link_members();
  void count_pairs();
  void index_ways_back();
  void add_members(DocId a, std::vector<SimilarPair>& found) const;
  void add_neighbours(DocId a, const SimilarPair& pair, std::vector<SimilarPair>& found) const;

  std::span<const DocId> first_of_class_;
  std::span<const SimilarPair> pairs_;
  std::uint32_t listed_most_;
  PlainVector<DocId> next_member_;         // the next document of the same class, kNone after the last
  std::vector<std::uint32_t> class_size_;  // by first document
  std::vector<std::uint64_t> back_begin_;  // by first document: its part of back_pairs_; empty if there are none
  PlainVector<std::uint64_t> back_pairs_;  // numbers of pairs by their second class, where members interleave
  std::uint64_t listed_ = 0;
  std::uint64_t left_out_ = 0;
};

}  // namespace cento
