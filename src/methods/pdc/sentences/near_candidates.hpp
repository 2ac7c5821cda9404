#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "align/families.hpp"
#include "core/spill/in_order.hpp"
#include "join/bounds.hpp"
#include "join/exact_join.hpp"
#include "join/part_keys.hpp"
#include "methods/pdc/keyed_sentence.hpp"
#include "methods/pdc/sentences/sentence_sets.hpp"

namespace cento {

/// The class of the sentence at a position, without its flag.
struct ClassOfPosition {
  std::span<const std::uint32_t> classes;  // by position
  std::uint32_t repeats = 0;               // the flag

  std::uint32_t operator()(Position position) const { return classes[position] & ~repeats; }
};

/// Two classes that share a key, and the position of a sentence of each. Sixteen bytes, four numbers of 32 bits.
/// Regrouped by KeyOfCandidate and sorted by classes.
struct NearCandidate {
  std::uint32_t class_a;
  std::uint32_t class_b;
  Position a;
  Position b;

  friend bool operator<(const NearCandidate& x, const NearCandidate& y) {
    return std::tie(x.class_a, x.class_b, x.a, x.b) < std::tie(y.class_a, y.class_b, y.a, y.b);
  }
};
static_assert(sizeof(NearCandidate) == 16 && std::is_trivially_copyable_v<NearCandidate>);

/// In the order of classes, so that sets added one after another are read one after another.
struct KeyOfCandidate {
  OrderedKey key;

  std::uint64_t operator()(const NearCandidate& candidate) const { return key(candidate.class_a); }
};

/// What decides whether two sentences are candidates. Used by NearSentences.
struct CandidateRules {
  ClassOfPosition class_of;
  const SentenceSets& sets;  // the features of sentences, packed
  const WantedSimilarity& wanted;
  const PartKeys& part_keys;
};

/// A feature, and which sentence has it.
using ShownBySentence = std::pair<std::uint32_t, std::uint32_t>;

/// The rarest features of each sentence, ascending: enough per sentence that similar sentences have one in common.
[[nodiscard]] std::vector<ShownBySentence> rarest_features(const CandidateRules& rules,
                                                           std::span<const KeyedSentence> sentences);

/// Of a group with the same key, one sentence of each class.
[[nodiscard]] std::vector<KeyedSentence> one_of_each_class(const CandidateRules& rules,
                                                           std::span<const KeyedSentence> group);

/// Sorts members by their class, which comes first, and leaves the first of each.
void leave_one_of_each_class(std::vector<std::pair<std::uint32_t, std::uint32_t>>& members);

}  // namespace cento
