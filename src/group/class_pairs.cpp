#include "group/class_pairs.hpp"

#include <algorithm>
#include <cstddef>

namespace cento {

namespace {

std::uint64_t product(std::uint32_t a, std::uint32_t b) {
  return std::uint64_t{a} * b;
}

/// The pair of documents a < b with the numbers of `pair`; if `is_turned`, a's class is the second of `pair`.
SimilarPair pair_of(DocId a, DocId b, const SimilarPair& pair, bool is_turned) {
  return is_turned ? SimilarPair{a, b, pair.shared, pair.size_b, pair.size_a}
                   : SimilarPair{a, b, pair.shared, pair.size_a, pair.size_b};
}

}  // namespace

ClassPairs::ClassPairs(std::span<const DocId> first_of_class, std::span<const SimilarPair> pairs,
                       std::uint32_t listed_most)
    : first_of_class_(first_of_class), pairs_(pairs), listed_most_(listed_most) {
  link_members();
  count_pairs();
  if (std::any_of(pairs_.begin(), pairs_.end(), [&](const SimilarPair& pair) { return needs_way_back(pair); })) {
    index_ways_back();
  }
}

void ClassPairs::link_members() {
  const std::size_t documents = first_of_class_.size();
  next_member_.resize(documents);
  class_size_.assign(documents, 0);
  for (const DocId first : first_of_class_) ++class_size_[first];
  // From the back: until its turn, a class's first document holds the member met last.
  std::fill(next_member_.begin(), next_member_.end(), kNone);
  for (std::size_t i = documents; i > 0; --i) {
    const auto document = static_cast<DocId>(i - 1);
    const DocId first = first_of_class_[document];
    if (first == document) continue;
    next_member_[document] = next_member_[first];
    next_member_[first] = document;
  }
}

void ClassPairs::count_pairs() {
  for (DocId first = 0; first < class_size_.size(); ++first) {
    const std::uint64_t members = class_size_[first];
    if (members < 2) continue;
    const std::uint64_t all = members * (members - 1) / 2;
    const std::uint64_t listed = is_listed(first) ? all : members - 1;
    listed_ += listed;
    left_out_ += all - listed;
  }
  for (const SimilarPair& pair : pairs_) {
    const std::uint64_t all = product(class_size_[pair.a], class_size_[pair.b]);
    const std::uint64_t listed = are_listed(pair) ? all : 1;
    listed_ += listed;
    left_out_ += all - listed;
  }
}

/// For members of the first class of a pair that come after a member of the second: pairs by their second class.
void ClassPairs::index_ways_back() {
  back_begin_.assign(first_of_class_.size() + 1, 0);
  for (const SimilarPair& pair : pairs_) back_begin_[pair.b] += needs_way_back(pair) ? 1 : 0;
  std::uint64_t end = 0;
  for (std::uint64_t& begin : back_begin_) {
    end += begin;
    begin = end;
  }
  back_pairs_.resize(end);
  for (std::size_t i = 0; i < pairs_.size(); ++i) {
    if (needs_way_back(pairs_[i])) back_pairs_[--back_begin_[pairs_[i].b]] = i;
  }
}

/// The later members of a's own class.
void ClassPairs::add_members(DocId a, std::vector<SimilarPair>& found) const {
  const DocId first = first_of_class_[a];
  if (a != first && !is_listed(first)) return;
  for (DocId b = next_member_[a]; b != kNone; b = next_member_[b]) found.push_back({a, b, 0, 0, 0});
}

/// The later documents on the other side of a pair of a's class.
void ClassPairs::add_neighbours(DocId a, const SimilarPair& pair, std::vector<SimilarPair>& found) const {
  const bool is_turned = first_of_class_[a] == pair.b;
  const DocId other = is_turned ? pair.a : pair.b;
  if (!are_listed(pair)) {
    if (a == pair.a) found.push_back(pair);
    return;
  }
  for (DocId b = other; b != kNone; b = next_member_[b]) {
    if (b > a) found.push_back(pair_of(a, b, pair, is_turned));
  }
}

void ClassPairs::pairs_of(DocId a, std::vector<SimilarPair>& found) const {
  found.clear();
  add_members(a, found);
  const DocId first = first_of_class_[a];
  const auto from_first = std::lower_bound(pairs_.begin(), pairs_.end(), first,
                                           [](const SimilarPair& pair, DocId wanted) { return pair.a < wanted; });
  for (auto pair = from_first; pair != pairs_.end() && pair->a == first; ++pair) add_neighbours(a, *pair, found);
  if (!back_begin_.empty()) {
    for (std::uint64_t i = back_begin_[first]; i < back_begin_[first + 1]; ++i) {
      add_neighbours(a, pairs_[back_pairs_[i]], found);
    }
  }
  const auto by_second = [](const SimilarPair& x, const SimilarPair& y) { return x.b < y.b; };
  if (!std::is_sorted(found.begin(), found.end(), by_second)) std::sort(found.begin(), found.end(), by_second);
}

}  // namespace cento
