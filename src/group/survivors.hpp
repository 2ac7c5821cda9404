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
  none,            // it stays
  identical,       // it has the same text as the one that stays
  same_features,   // its text is another, but has the same features
  near_duplicate,  // it was verified to be similar to the one that stays
  reference,       // it is identical or similar to a document of the reference collection
};

/// "identical", "same features", "near-duplicate", "reference"; "" for none.
[[nodiscard]] std::string_view describe(Removal removal);

/// What becomes of one document, and the evidence for it: the removed one was itself compared with the one that stays.
struct Verdict {
  DocId kept = 0;  // the document that stays instead of this one; itself if it stays
  Removal removal = Removal::none;
  // Features in both, of this one and of the one that stays. All 0 where both have the same ones, however many.
  std::uint32_t shared = 0;
  std::uint32_t size = 0;
  std::uint32_t size_kept = 0;

  [[nodiscard]] bool stays() const { return removal == Removal::none; }
  [[nodiscard]] double similarity() const { return evidence().similarity(); }
  /// The share of this document's features that the one that stays has, and the other way round.
  [[nodiscard]] double contained() const { return evidence().contained_a(); }
  [[nodiscard]] double contained_by() const { return evidence().contained_b(); }

  friend bool operator==(const Verdict&, const Verdict&) = default;

 private:
  [[nodiscard]] SimilarPair evidence() const { return {0, 1, shared, size, size_kept}; }
};

/// Near-duplicates among which to choose. The spans must outlive the call only.
struct SurvivorInput {
  std::span<const DocId> first_of_class;      // for each document the first one with the same features
  std::span<const SimilarPair> pairs;         // verified, of first documents, in any order
  std::span<const std::uint32_t> ranks;       // for each document its place in the order of preference, all different
  std::span<const std::uint8_t> references;   // for each document whether it is of the reference; empty: none is
  std::span<const DocId> first_of_text = {};  // for each document the first one with the same text; empty: not known
};

/// Chooses who stays; a verdict a document. Documents of the reference always stay, whatever they resemble. Then the
/// classes of identical documents come by the best rank in them: one with a member in the reference, or with a verified
/// pair to a class that has one, is removed; so is one with a verified pair to a class that stays already; any other
/// stays, in the person of its best-ranked member. A class is removed because of the most similar that stays (of the
/// reference, if there is one), the better-ranked if equally similar. So a document is only ever removed because of one
/// that it was compared with, and no two that stay are a pair.
/// Time and memory are linear in documents and pairs (36 bytes a document, the verdict included, and 8 bytes a pair).
[[nodiscard]] std::vector<Verdict> choose_survivors(const SurvivorInput& input);

/// What verdicts come to.
struct SurvivorCounts {
  std::uint64_t kept = 0;       // outside the reference
  std::uint64_t identical = 0;  // removed, by reason
  std::uint64_t same_features = 0;
  std::uint64_t near_duplicate = 0;
  std::uint64_t reference = 0;
  std::uint64_t clusters = 0;  // documents that stay, of the reference or not, because of which others are removed

  [[nodiscard]] std::uint64_t removed() const { return identical + same_features + near_duplicate + reference; }
};

/// Counts; `references` as in SurvivorInput.
[[nodiscard]] SurvivorCounts count_survivors(std::span<const Verdict> verdicts,
                                             std::span<const std::uint8_t> references);

/// For each document how many documents its cluster has if it stays (1: it stands for itself alone), else 0.
[[nodiscard]] std::vector<std::uint32_t> cluster_sizes(std::span<const Verdict> verdicts);

}  // namespace cento
