#include "group/survivors.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <random>
#include <set>

#include "random_near_duplicates.hpp"

namespace cento {
namespace {

using testing::RandomNearDuplicates;

/// Six documents: 0 ~ 1 ~ 2 is a chain, 3 = 4 are identical, 5 is alone.
struct Chain {
  std::vector<DocId> first_of_class = {0, 1, 2, 3, 3, 5};
  std::vector<SimilarPair> pairs = {{0, 1, 9, 10, 10}, {1, 2, 9, 10, 10}};
};

std::vector<DocId> kept_of(const std::vector<Verdict>& verdicts) {
  std::vector<DocId> kept;
  for (const Verdict& verdict : verdicts) kept.push_back(verdict.kept);
  return kept;
}

TEST(Survivors, AChainIsNotOneCluster) {
  const Chain chain;
  const std::vector<std::uint32_t> ranks = {0, 1, 2, 3, 4, 5};
  const auto verdicts = choose_survivors({chain.first_of_class, chain.pairs, ranks, {}});
  EXPECT_EQ(kept_of(verdicts), (std::vector<DocId>{0, 0, 2, 3, 3, 5})) << "2 was never compared with 0";
  EXPECT_EQ(verdicts[1], (Verdict{0, Removal::near_duplicate, 9, 10, 10}));
  EXPECT_EQ(verdicts[4], (Verdict{3, Removal::identical, 0, 0, 0}));
  EXPECT_EQ(verdicts[4].similarity(), 1.0);
}

TEST(Survivors, TheBestRankStays) {
  const Chain chain;
  const std::vector<std::uint32_t> ranks = {5, 0, 4, 2, 1, 3};
  const auto verdicts = choose_survivors({chain.first_of_class, chain.pairs, ranks, {}});
  EXPECT_EQ(kept_of(verdicts), (std::vector<DocId>{1, 1, 1, 4, 4, 5}));
  const SurvivorCounts counts = count_survivors(verdicts, {});
  EXPECT_EQ(counts.kept, 3U);
  EXPECT_EQ(counts.near_duplicate, 2U);
  EXPECT_EQ(counts.identical, 1U);
  EXPECT_EQ(counts.clusters, 2U);
  EXPECT_EQ(cluster_sizes(verdicts), (std::vector<std::uint32_t>{0, 3, 0, 0, 2, 1}));
}

TEST(Survivors, TheMostSimilarIsTheReason) {
  const std::vector<DocId> firsts = {0, 1, 2, 3};
  const std::vector<SimilarPair> pairs = {{0, 3, 8, 10, 9}, {1, 3, 9, 10, 9}, {2, 3, 9, 10, 9}};
  const std::vector<std::uint32_t> ranks = {0, 2, 1, 3};
  const auto verdicts = choose_survivors({firsts, pairs, ranks, {}});
  EXPECT_EQ(verdicts[3], (Verdict{2, Removal::near_duplicate, 9, 9, 10})) << "2 before 1, because of its rank";
  EXPECT_EQ(verdicts[3].similarity(), 0.9);
  EXPECT_EQ(verdicts[3].contained(), 1.0);
  EXPECT_EQ(verdicts[3].contained_by(), 0.9);
}

TEST(Survivors, MembersOfARemovedClassGoForTheSameReason) {
  const std::vector<DocId> firsts = {0, 0, 2};
  const std::vector<SimilarPair> pairs = {{0, 2, 4, 4, 5}};
  const std::vector<std::uint32_t> ranks = {1, 2, 0};
  const auto verdicts = choose_survivors({firsts, pairs, ranks, {}});
  const Verdict removed{2, Removal::near_duplicate, 4, 4, 5};
  EXPECT_EQ(verdicts, (std::vector<Verdict>{removed, removed, {2, Removal::none, 0, 0, 0}}));
}

TEST(Survivors, TheReferenceAlwaysStaysAndComesFirst) {
  // 0 = 3 (reference), 1 ~ 2 (0.9), 1 ~ 4 (reference, 0.8), 4 ~ 5 (both in the reference).
  const std::vector<DocId> firsts = {0, 1, 2, 0, 4, 5};
  const std::vector<SimilarPair> pairs = {{1, 2, 9, 9, 10}, {1, 4, 8, 9, 9}, {4, 5, 9, 9, 9}};
  const std::vector<std::uint32_t> ranks = {1, 2, 0, 3, 4, 5};
  const std::vector<std::uint8_t> references = {0, 0, 0, 1, 1, 1};
  const auto verdicts = choose_survivors({firsts, pairs, ranks, references});
  EXPECT_EQ(kept_of(verdicts), (std::vector<DocId>{3, 4, 2, 3, 4, 5}));
  EXPECT_EQ(verdicts[0].removal, Removal::reference);
  EXPECT_EQ(verdicts[1], (Verdict{4, Removal::reference, 8, 9, 9})) << "although 2 is kept and nearer";
  const SurvivorCounts counts = count_survivors(verdicts, references);
  EXPECT_EQ(counts.kept, 1U);
  EXPECT_EQ(counts.reference, 2U);
  EXPECT_EQ(counts.removed(), 2U);
}

TEST(Survivors, NothingGivesNothing) {
  EXPECT_TRUE(choose_survivors({}).empty());
  EXPECT_EQ(describe(Removal::identical), "identical");
  EXPECT_EQ(describe(Removal::same_features), "same features");
  EXPECT_EQ(describe(Removal::near_duplicate), "near-duplicate");
  EXPECT_EQ(describe(Removal::reference), "reference");
}

struct RandomChoice {
  RandomNearDuplicates near;
  std::vector<std::uint32_t> ranks;
  std::vector<std::uint8_t> references;

  [[nodiscard]] bool is_reference(DocId d) const { return references[d] != 0; }
  [[nodiscard]] std::vector<Verdict> verdicts() const {
    return choose_survivors({near.first_of_class, near.pairs, ranks, references});
  }
  /// How similar two documents are, if they are similar.
  [[nodiscard]] std::optional<double> similarity(DocId a, DocId b) const {
    const double found = near.compared(a, b).similarity();
    return found >= testing::kThreshold ? std::optional(found) : std::nullopt;
  }
};

std::vector<std::uint32_t> shuffled_numbers(std::size_t count, unsigned seed) {
  std::vector<std::uint32_t> numbers(count);
  std::iota(numbers.begin(), numbers.end(), 0U);
  std::shuffle(numbers.begin(), numbers.end(), std::mt19937(seed));
  return numbers;
}

RandomChoice random_choice() {
  RandomChoice made{testing::random_near_duplicates(), {}, {}};
  const std::size_t count = made.near.documents.size();
  made.ranks = shuffled_numbers(count, *rc::gen::arbitrary<unsigned>());
  const int reference_of_ten = *rc::gen::element(0, 0, 2);
  for (std::size_t i = 0; i < count; ++i) {
    made.references.push_back(*rc::gen::inRange(0, 10) < reference_of_ten ? 1 : 0);
  }
  return made;
}

/// The document of `staying` because of which `d` must be removed; itself if there is none.
DocId reason_to_go(const RandomChoice& input, const std::vector<DocId>& staying, DocId d) {
  DocId reason = d;
  double best = 0;
  for (const DocId other : staying) {
    const auto similarity = input.similarity(d, other);
    const bool reason_is_reference = reason != d && input.is_reference(reason);
    if (!similarity || (reason_is_reference && !input.is_reference(other)) || *similarity <= best) continue;
    best = *similarity;
    reason = other;
  }
  return reason;
}

/// The rules, document by document: first the reference, then by rank; a document similar to a kept one is removed, and
/// so is one identical to a removed one.
std::vector<DocId> plainly_kept(const RandomChoice& input) {
  std::vector<DocId> by_rank(input.ranks.size());
  for (DocId d = 0; d < by_rank.size(); ++d) by_rank[input.ranks[d]] = d;
  std::stable_partition(by_rank.begin(), by_rank.end(), [&](DocId d) { return input.is_reference(d); });
  std::vector<DocId> staying;
  std::vector<DocId> kept(by_rank.size());
  std::map<std::set<int>, DocId> gone;
  for (const DocId d : by_rank) {
    const auto twin = gone.find(input.near.documents[d]);
    kept[d] = input.is_reference(d) ? d : twin != gone.end() ? twin->second : reason_to_go(input, staying, d);
    if (kept[d] == d) {
      staying.push_back(d);
    } else {
      gone.emplace(input.near.documents[d], kept[d]);
    }
  }
  return kept;
}

RC_GTEST_PROP(Survivors, AreThoseOfThePlainRules, ()) {
  const RandomChoice input = random_choice();
  RC_ASSERT(kept_of(input.verdicts()) == plainly_kept(input));
}

RC_GTEST_PROP(Survivors, EveryRemovalIsVerifiedAndNoPairStays, ()) {
  const RandomChoice input = random_choice();
  const std::vector<Verdict> verdicts = input.verdicts();
  for (DocId d = 0; d < verdicts.size(); ++d) {
    const Verdict& verdict = verdicts[d];
    RC_ASSERT(verdicts[verdict.kept].stays());
    RC_ASSERT(verdict.stays() == (verdict.kept == d));
    if (input.is_reference(d)) RC_ASSERT(verdict.stays());
    if (verdict.stays()) continue;
    const SimilarPair compared = input.near.compared(d, verdict.kept);
    RC_ASSERT(compared.similarity() >= testing::kThreshold);
    RC_ASSERT(verdict.similarity() == compared.similarity());
    RC_ASSERT(verdict.contained() == compared.contained_a());
    RC_ASSERT(verdict.contained_by() == compared.contained_b());
    RC_ASSERT((verdict.removal == Removal::reference) == input.is_reference(verdict.kept));
    RC_ASSERT((verdict.removal == Removal::identical) ==
              (verdict.similarity() == 1.0 && !input.is_reference(verdict.kept)));
  }
  for (DocId a = 0; a < verdicts.size(); ++a) {
    for (DocId b = a + 1; b < verdicts.size(); ++b) {
      if (!verdicts[a].stays() || !verdicts[b].stays()) continue;
      RC_ASSERT(!input.similarity(a, b) || (input.is_reference(a) && input.is_reference(b)));
    }
  }
}

RC_GTEST_PROP(Survivors, DoNotDependOnTheOrderOfPairs, (unsigned seed)) {
  RandomChoice input = random_choice();
  const std::vector<Verdict> verdicts = input.verdicts();
  std::shuffle(input.near.pairs.begin(), input.near.pairs.end(), std::mt19937(seed));
  RC_ASSERT(input.verdicts() == verdicts);
}

}  // namespace
}  // namespace cento
