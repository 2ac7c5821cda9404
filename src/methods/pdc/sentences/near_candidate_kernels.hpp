#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/spill/groups.hpp"
#include "join/exact_join.hpp"
#include "methods/pdc/keyed_sentence.hpp"
#include "methods/pdc/sentences/near_candidates.hpp"

namespace cento {

/// Limits on how many sentences are all compared with each other, beyond which the rest is counted. Sentences that are
/// all alike have too many pairs.
struct CandidateLimits {
  static constexpr std::size_t kGroupMost = 2048;  // with one key: of more, only those that also share a feature
  static constexpr std::size_t kFew = 512;         // no limit applies to as many, even if all are alike
  static constexpr std::size_t kSharingMost = 1024;
  static constexpr std::size_t kNextOnly = 16;  // if there are too many candidates, each is compared with the next ones

  /// How many candidates are not too many for the sentences with a key. Limits go by key, not by batch of keys: the
  /// size of a batch depends on memory, which must not affect results.
  static constexpr std::size_t room(std::size_t sentences) {
    constexpr std::size_t kLeast = std::size_t{1} << 18U;
    constexpr std::size_t kPerSentence = 2;
    return kLeast + kPerSentence * sentences;
  }
};
static_assert(CandidateLimits::kFew * CandidateLimits::kFew / 2 < CandidateLimits::room(0));

/// The candidates of a key, passed on to `writer`, which has add(NearCandidate).
template <typename Writer>
struct ProposedCandidates {
  Writer& writer;
  std::size_t room = CandidateLimits::room(0);  // from this many on, sentences are compared with the next few only
  std::size_t size = 0;
  JoinCounts counts = {};

  void add(const NearCandidate& candidate) {
    writer.add(candidate);
    ++size;
  }
  void count_capped(std::size_t sentences) {
    ++counts.capped_features;
    counts.capped_sets += sentences;
  }
};

/// Whether sizes and sketches leave it possible.
inline bool may_be_similar(const CandidateRules& rules, const KeyedSentence& a, const KeyedSentence& b) {
  if (std::max(a.size(), b.size()) == KeyedSentence::kSizeMost) return true;
  const auto different = static_cast<std::uint32_t>(std::popcount(a.sketch() ^ b.sketch()));
  return different <= rules.part_keys.most_different(std::min(a.size(), b.size())) &&
         rules.wanted.sizes_fit(a.size(), b.size());
}

template <typename Writer>
void propose_all_pairs(const CandidateRules& rules, std::span<const KeyedSentence> group,
                       ProposedCandidates<Writer>& out) {
  bool is_short = false;
  for (std::size_t i = 0; i < group.size(); ++i) {
    if (!is_short && group.size() - i > CandidateLimits::kNextOnly && out.size >= out.room) {
      is_short = true;
      out.count_capped(group.size() - i);
    }
    const std::size_t end = is_short ? std::min(group.size(), i + 1 + CandidateLimits::kNextOnly) : group.size();
    for (std::size_t j = i + 1; j < end; ++j) {
      ++out.counts.proposed_pairs;
      if (!may_be_similar(rules, group[i], group[j])) continue;
      const std::uint32_t a = rules.class_of(group[i].position);
      const std::uint32_t b = rules.class_of(group[j].position);
      if (a < b) out.add({a, b, group[i].position, group[j].position});
      if (b < a) out.add({b, a, group[j].position, group[i].position});
    }
  }
}

/// Proposes the pairs of a group of sets that share a key, unless the sketches rule them out. Many sets have the same
/// part if it is empty, or if they are of one class. One set of each class is enough, and two similar sets have one
/// of their rarest features in common. Limits go by classes: how often a sentence was added depends on the threads.
template <typename Writer>
void propose_candidates(const CandidateRules& rules, std::span<const KeyedSentence> group,
                        ProposedCandidates<Writer>& out) {
  if (group.size() <= CandidateLimits::kFew) return propose_all_pairs(rules, group, out);
  const std::vector<KeyedSentence> sentences = one_of_each_class(rules, group);
  out.room = CandidateLimits::room(sentences.size());
  if (sentences.size() <= CandidateLimits::kGroupMost) {
    return propose_all_pairs(rules, std::span<const KeyedSentence>(sentences), out);
  }
  const std::vector<ShownBySentence> shown = rarest_features(rules, sentences);
  std::vector<KeyedSentence> sharing;
  const auto same_feature = [](const ShownBySentence& x, const ShownBySentence& y) { return x.first == y.first; };
  for_each_group(std::span<const ShownBySentence>(shown), same_feature, [&](std::span<const ShownBySentence> some) {
    if (some.size() == 1) return;
    if (some.size() > CandidateLimits::kSharingMost) {
      out.count_capped(some.size());
      some = some.first(CandidateLimits::kSharingMost);
    }
    sharing.clear();
    for (const auto& [feature, number] : some) sharing.push_back(sentences[number]);
    propose_all_pairs(rules, std::span<const KeyedSentence>(sharing), out);
  });
}

}  // namespace cento
