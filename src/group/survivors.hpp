#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/span.hpp"
#include "join/similar_pair.hpp"

namespace cento {

/// Why a document is removed.
enum class Removal : std::uint8_t {
  none,            // it is kept
  identical,       // it has the same text as the kept one
  same_features,   // its text differs, but has the same features
  near_duplicate,  // it was verified to be similar to the kept one
  reference,       // it is identical or similar to a document of the reference collection
};

/// "identical", "same features", "near-duplicate", "reference"; "" for none.
[[nodiscard]] std::string_view describe(Removal removal);

/// The verdict on one document, and the evidence: a removed one was itself compared with the kept one.
struct Verdict {
  DocId kept = 0;  // the document kept instead of this one; itself if it is kept
  Removal removal = Removal::none;
  // Features in both, of this one and of the kept one. All 0 if both have the same ones, however many.
  std::uint32_t shared = 0;
  std::uint32_t size = 0;
  std::uint32_t size_kept = 0;

  [[nodiscard]] bool stays() const { return removal == Removal::none; }
  [[nodiscard]] double similarity() const { return evidence().similarity(); }
  /// The share of this document's features that the kept one has, and vice versa.
  [[nodiscard]] double contained() const { return evidence().contained_a(); }
  [[nodiscard]] double contained_by() const { return evidence().contained_b(); }

  friend bool operator==(const Verdict&, const Verdict&) = default;

 private:
  [[nodiscard]] SimilarPair evidence() const { return {0, 1, shared, size, size_kept}; }
};

/// Near-duplicates among which to choose. The spans need to outlive only the call.
struct SurvivorInput {
  std::span<const DocId> first_of_class;      // by document: the first one with the same features
  std::span<const SimilarPair> pairs;         // verified pairs of first documents, in any order
  std::span<const std::uint32_t> ranks;       // by document: its rank in the order of preference, all different
  std::span<const std::uint8_t> references;   // by document: whether it is in the reference; empty: none is
  std::span<const DocId> first_of_text = {};  // by document: the first one with the same text; empty: not known
};

/// Chooses which documents are kept; one verdict per document. Documents of the reference are always kept, whatever
/// they resemble. Then the classes of identical documents are taken by the best rank in them: a class with a member in
/// the reference, or with a verified pair to a class that has one, is removed; so is one with a verified pair to a
/// class already kept; any other keeps its best-ranked member. A class is removed because of the most similar one that
/// is kept (one of the reference, if possible); ties go to the better-ranked. So a document is removed only because of
/// one that it was compared with, and no two kept documents are a pair.
/// Time and memory are linear in documents and pairs (36 bytes per document, including the verdict, and 8 bytes per
/// pair).
[[nodiscard]] std::vector<Verdict> choose_survivors(const SurvivorInput& input);

/// Totals of the verdicts.
struct SurvivorCounts {
  std::uint64_t kept = 0;       // outside the reference
  std::uint64_t identical = 0;  // removed, by reason
  std::uint64_t same_features = 0;
  std::uint64_t near_duplicate = 0;
  std::uint64_t reference = 0;
  std::uint64_t clusters = 0;  // kept documents, of the reference or not, because of which others are removed

  [[nodiscard]] std::uint64_t removed() const { return identical + same_features + near_duplicate + reference; }
};

/// Counts; `references` as in SurvivorInput.
[[nodiscard]] SurvivorCounts count_survivors(std::span<const Verdict> verdicts,
                                             std::span<const std::uint8_t> references);

/// For each kept document, the size of its cluster (1: no other document is in it); for others, 0.
[[nodiscard]] std::vector<std::uint32_t> cluster_sizes(std::span<const Verdict> verdicts);

}  // namespace cento
