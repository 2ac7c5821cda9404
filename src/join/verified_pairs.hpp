#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "join/bounds.hpp"
#include "join/exact_join.hpp"
#include "join/join_kernels.hpp"
#include "join/verify.hpp"
#include "sign/shingle_feature.hpp"

namespace cento {

/// Regroups proposed pairs by both sets.
struct PairKey {
  std::uint64_t operator()(const ProposedPair& pair) const { return mix_feature(std::uint64_t{pair.a} << 32 | pair.b); }
};

/// Adds up the proposals for each pair in a batch of sorted records, and keeps the pairs that `may_be_similar`.
template <typename MayBeSimilar>
void merge_proposals(std::span<const ProposedPair> records, const MayBeSimilar& may_be_similar,
                     std::vector<ProposedPair>& candidates) {
  candidates.clear();
  for (std::size_t i = 0; i < records.size();) {
    ProposedPair pair = records[i++];
    for (; i < records.size() && records[i].a == pair.a && records[i].b == pair.b; ++i)
      pair.shared += records[i].shared;
    if (may_be_similar(pair)) candidates.push_back(pair);
  }
}

/// Computes the similarity of candidates, ascending by a, and appends those that reach the threshold.
inline void verify_candidates(std::span<const ProposedPair> candidates, const FeatureStore& sets,
                              const WantedSimilarity& wanted, std::vector<SimilarPair>& found) {
  Features scratch_a;
  Features scratch_b;
  std::span<const std::uint64_t> features_a;
  std::uint32_t loaded = std::numeric_limits<std::uint32_t>::max();
  for (const ProposedPair& pair : candidates) {
    if (pair.a != loaded) {
      release_if_large(scratch_a);
      features_a = sets.get(pair.a, scratch_a);
    }
    loaded = pair.a;
    const auto shared = verify_similarity(features_a, sets.get(pair.b, scratch_b), wanted);
    if (shared) found.push_back({pair.a, pair.b, *shared, sets.size_of(pair.a), sets.size_of(pair.b)});
    release_if_large(scratch_b);
  }
}

/// The last step of every join: of the proposed pairs, the similar ones, ascending.
template <typename Executor, typename Pairs, typename MayBeSimilar>
JoinResult verify_pairs(Pairs& pairs, const FeatureStore& sets, const WantedSimilarity& wanted, Executor& executor,
                        const MayBeSimilar& may_be_similar) {
  std::vector<JoinResult> parts(executor.workers());
  std::vector<std::vector<ProposedPair>> candidates(executor.workers());
  pairs.for_each_batch([&](std::span<const ProposedPair> records, std::size_t worker) {
    auto& mine = candidates[worker];
    merge_proposals(records, may_be_similar, mine);
    // So the first set of a pair is fetched once for all its pairs.
    std::sort(mine.begin(), mine.end(),
              [](const ProposedPair& x, const ProposedPair& y) { return x.a != y.a ? x.a < y.a : x.b < y.b; });
    verify_candidates(mine, sets, wanted, parts[worker].pairs);
    parts[worker].counts.candidate_pairs += mine.size();
  });
  JoinResult result;
  for (const JoinResult& part : parts) {
    result.pairs.insert(result.pairs.end(), part.pairs.begin(), part.pairs.end());
    result.counts += part.counts;
  }
  std::sort(result.pairs.begin(), result.pairs.end(),
            [](const SimilarPair& x, const SimilarPair& y) { return x.a != y.a ? x.a < y.a : x.b < y.b; });
  result.counts.spilled_bytes += pairs.spilled_bytes();
  return result;
}

}  // namespace cento
