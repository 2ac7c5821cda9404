#include "group/survivors.hpp"

#include <algorithm>
#include <cstddef>

#include "core/memory/plain_vector.hpp"

namespace cento {

namespace {

/// A class is always named by its first document.
class SurvivorChoice {
 public:
  explicit SurvivorChoice(const SurvivorInput& input)
      : in_(input), verdicts_(input.first_of_class.size()), best_(input.first_of_class.size()) {}

  std::vector<Verdict> choose() {
    find_best_members();
    group_pairs();
    keep_references();
    for (const DocId document : documents_by_rank()) {
      const DocId first = in_.first_of_class[document];
      if (best_[first] == document && !is_reference(document)) decide(first);
    }
    spread_to_members();
    return std::move(verdicts_);
  }

 private:
  [[nodiscard]] std::size_t size() const { return in_.first_of_class.size(); }
  [[nodiscard]] bool is_reference(DocId document) const {
    return !in_.references.empty() && in_.references[document] != 0;
  }
  [[nodiscard]] bool class_is_reference(DocId first) const { return is_reference(best_[first]); }
  [[nodiscard]] bool class_stays(DocId first) const { return verdicts_[best_[first]].kept == best_[first]; }

  /// References first, then by rank.
  [[nodiscard]] bool comes_before(DocId a, DocId b) const {
    if (is_reference(a) != is_reference(b)) return is_reference(a);
    return in_.ranks[a] < in_.ranks[b];
  }

  void find_best_members() {
    for (DocId document = 0; document < size(); ++document) {
      const DocId first = in_.first_of_class[document];
      if (first == document || comes_before(document, best_[first])) best_[first] = document;
    }
  }

  /// Of the two classes of a pair, the one that is decided later and may have to be removed.
  [[nodiscard]] DocId later_of(const SimilarPair& pair) const {
    return comes_before(best_[pair.a], best_[pair.b]) ? pair.b : pair.a;
  }

  /// Lists for each class the pairs with classes that are decided earlier.
  void group_pairs() {
    pairs_begin_.assign(size() + 1, 0);
    for (const SimilarPair& pair : in_.pairs) ++pairs_begin_[later_of(pair)];
    std::uint64_t end = 0;
    for (std::uint64_t& begin : pairs_begin_) {
      end += begin;
      begin = end;
    }
    pair_numbers_.resize(in_.pairs.size());
    for (std::size_t i = 0; i < in_.pairs.size(); ++i) pair_numbers_[--pairs_begin_[later_of(in_.pairs[i])]] = i;
  }

  void keep_references() {
    for (DocId document = 0; document < size(); ++document) {
      verdicts_[document].kept = is_reference(document) ? document : kUndecided;
    }
  }

  [[nodiscard]] PlainVector<DocId> documents_by_rank() const {
    PlainVector<DocId> documents(size());
    for (DocId document = 0; document < size(); ++document) documents[in_.ranks[document]] = document;
    return documents;
  }

  [[nodiscard]] Verdict removal(DocId first, const SimilarPair& pair) const {
    const bool is_a = pair.a == first;
    const DocId kept = best_[is_a ? pair.b : pair.a];
    const Removal why = is_reference(kept) ? Removal::reference : Removal::near_duplicate;
    return {kept, why, pair.shared, is_a ? pair.size_a : pair.size_b, is_a ? pair.size_b : pair.size_a};
  }

  [[nodiscard]] bool is_better(const Verdict& a, const Verdict& b) const {
    if (a.removal != b.removal) return a.removal == Removal::reference;
    if (a.similarity() != b.similarity()) return a.similarity() > b.similarity();
    return in_.ranks[a.kept] < in_.ranks[b.kept];
  }

  void decide(DocId first) {
    Verdict& verdict = verdicts_[best_[first]];
    verdict.kept = best_[first];
    for (std::uint64_t i = pairs_begin_[first]; i < pairs_begin_[first + 1]; ++i) {
      const SimilarPair& pair = in_.pairs[pair_numbers_[i]];
      if (!class_stays(pair.a == first ? pair.b : pair.a)) continue;
      const Verdict found = removal(first, pair);
      if (verdict.stays() || is_better(found, verdict)) verdict = found;
    }
  }

  /// The other members share the verdict of the best one, except that they are removed if it is kept.
  void spread_to_members() {
    for (DocId document = 0; document < size(); ++document) {
      const DocId best = best_[in_.first_of_class[document]];
      if (document == best || is_reference(document)) continue;
      verdicts_[document] = verdicts_[best];
      if (verdicts_[best].stays()) {
        verdicts_[document].removal = is_reference(best) ? Removal::reference : removal_of_copy(document, best);
      }
    }
  }

  [[nodiscard]] Removal removal_of_copy(DocId document, DocId kept) const {
    const auto& texts = in_.first_of_text;
    return texts.empty() || texts[document] == texts[kept] ? Removal::identical : Removal::same_features;
  }

  static constexpr DocId kUndecided = ~DocId{0};

  const SurvivorInput& in_;
  std::vector<Verdict> verdicts_;
  PlainVector<DocId> best_;                 // by class: its best-ranked member, one of the reference if it has one
  std::vector<std::uint64_t> pairs_begin_;  // by class: where its pairs begin in pair_numbers_
  PlainVector<std::uint64_t> pair_numbers_;
};

}  // namespace

std::string_view describe(Removal removal) {
  switch (removal) {
    case Removal::none: break;
    case Removal::identical: return "identical";
    case Removal::same_features: return "same features";
    case Removal::near_duplicate: return "near-duplicate";
    case Removal::reference: return "reference";
  }
  return "";
}

std::vector<Verdict> choose_survivors(const SurvivorInput& input) {
  return SurvivorChoice(input).choose();
}

SurvivorCounts count_survivors(std::span<const Verdict> verdicts, std::span<const std::uint8_t> references) {
  SurvivorCounts counts;
  std::vector<bool> has_removed(verdicts.size(), false);
  for (std::size_t document = 0; document < verdicts.size(); ++document) {
    const Verdict& verdict = verdicts[document];
    if (!verdict.stays()) has_removed[verdict.kept] = true;
    switch (verdict.removal) {
      case Removal::none: counts.kept += references.empty() || references[document] == 0 ? 1 : 0; break;
      case Removal::identical: ++counts.identical; break;
      case Removal::same_features: ++counts.same_features; break;
      case Removal::near_duplicate: ++counts.near_duplicate; break;
      case Removal::reference: ++counts.reference; break;
    }
  }
  counts.clusters = static_cast<std::uint64_t>(std::count(has_removed.begin(), has_removed.end(), true));
  return counts;
}

std::vector<std::uint32_t> cluster_sizes(std::span<const Verdict> verdicts) {
  std::vector<std::uint32_t> sizes(verdicts.size(), 0);
  for (const Verdict& verdict : verdicts) ++sizes[verdict.kept];
  return sizes;
}

}  // namespace cento
