#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "join/bounds.hpp"
#include "methods/pdc/sentences/hashed_position.hpp"
#include "methods/pdc/sentences/near_candidates.hpp"
#include "methods/pdc/sentences/near_pair.hpp"
#include "methods/pdc/sentences/sentence_sets.hpp"
#include "sign/feature_store.hpp"

namespace cento {

[[nodiscard]] NearPair near_pair_of(std::uint32_t a, std::uint32_t b, double similarity);

/// Names the classes of sentences with equal features after the first. Groups have no sentences in common, so several
/// may be merged at the same time. Returns whether there were several classes.
bool merge_equal_classes(std::span<const HashedPosition> group, std::span<std::uint32_t> classes,
                         std::uint32_t repeats);

/// Compares the features of candidates. One object for a batch of candidates.
class NearVerifier {
 public:
  /// Both arguments must outlive this.
  NearVerifier(const SentenceSets& sets, const WantedSimilarity& wanted) : sets_(sets), wanted_(wanted) {}

  /// Appends the pair to `out` if it is similar enough.
  void verify(const NearCandidate& candidate, std::vector<NearPair>& out);

 private:
  const SentenceSets& sets_;
  const WantedSimilarity& wanted_;
  Features scratch_;
  std::optional<Position> position_a_;  // of the set in `a_`: several candidates in a row have the same
  std::vector<std::uint32_t> a_;
  std::vector<std::uint32_t> b_;
};

}  // namespace cento
