#include "group/survivor_stream.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <vector>

#include "random_near_duplicates.hpp"

namespace cento {
namespace {

using testing::random_near_duplicates;
using testing::RandomNearDuplicates;

/// The best member of each class, by its first document: one of the reference if there is one.
std::vector<DocId> best_members(const SurvivorInput& input, const std::vector<std::uint32_t>& order) {
  std::vector<DocId> best(input.first_of_class.size());
  for (DocId d = 0; d < best.size(); ++d) {
    const DocId first = input.first_of_class[d];
    if (first == d || order[d] < order[best[first]]) best[first] = d;
  }
  return best;
}

RC_GTEST_PROP(SurvivorStream, DecidesAsAllAtOnce, ()) {
  const RandomNearDuplicates made = random_near_duplicates();
  const std::size_t count = made.documents.size();
  std::vector<std::uint32_t> ranks(count);
  std::iota(ranks.begin(), ranks.end(), 0U);
  std::shuffle(ranks.begin(), ranks.end(), std::mt19937(*rc::gen::arbitrary<unsigned>()));
  std::vector<std::uint8_t> references(count);
  for (auto& is_reference : references) is_reference = *rc::gen::inRange(0, 4) == 0 ? 1 : 0;
  const SurvivorInput input{made.first_of_class, made.pairs, ranks, references};

  std::vector<std::uint32_t> order(count);  // in which documents are decided: the reference first
  for (DocId d = 0; d < count; ++d) order[d] = ranks[d] + (references[d] != 0 ? 0U : static_cast<std::uint32_t>(count));
  const std::vector<DocId> best = best_members(input, order);
  std::vector<RankedPair> pairs;
  for (const SimilarPair& pair : made.pairs) {
    RankedPair ranked{best[pair.b], best[pair.a], references[best[pair.a]] != 0, pair.shared, pair.size_b, pair.size_a};
    if (order[ranked.later] < order[ranked.earlier]) {
      ranked = {best[pair.a], best[pair.b], references[best[pair.b]] != 0, pair.shared, pair.size_a, pair.size_b};
    }
    if (references[ranked.later] == 0) pairs.push_back(ranked);
  }
  std::sort(pairs.begin(), pairs.end(), [&](const RankedPair& x, const RankedPair& y) {
    return x.later != y.later ? order[x.later] < order[y.later] : order[x.earlier] < order[y.earlier];
  });
  SurvivorStream stream;
  std::vector<StreamedVerdict> removed;
  for (const RankedPair& pair : pairs) stream.add(pair, removed);
  stream.finish(removed);

  std::vector<StreamedVerdict> wanted;
  const std::vector<Verdict> verdicts = choose_survivors(input);
  for (DocId d = 0; d < count; ++d) {
    const bool is_best = best[made.first_of_class[d]] == d;
    if (is_best && !verdicts[d].stays()) wanted.push_back({d, verdicts[d]});
  }
  std::sort(removed.begin(), removed.end(), [](const auto& x, const auto& y) { return x.document < y.document; });
  RC_ASSERT(removed.size() == wanted.size());
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    RC_ASSERT(removed[i].document == wanted[i].document);
    RC_ASSERT(removed[i].verdict == wanted[i].verdict);
  }
}

TEST(SurvivorStream, WithoutPairsNothingIsRemoved) {
  SurvivorStream stream;
  std::vector<StreamedVerdict> removed;
  stream.finish(removed);
  EXPECT_TRUE(removed.empty());
}

}  // namespace
}  // namespace cento
