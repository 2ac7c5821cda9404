#include "sign/minhash.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "core/hash/mix64.hpp"

namespace cento {
namespace {

using Hashes = std::vector<std::uint64_t>;
using Sketch = std::vector<std::uint32_t>;

Sketch sketch_of(const Hashes& features, std::size_t slots = MinHash::kDefaultSlots, Kernel kernel = best_kernel()) {
  Sketch sketch(slots);
  MinHash(slots, kernel).sketch(features, sketch);
  return sketch;
}

/// Throw after throw, into slots that record whether they were empty before it.
Sketch plain_sketch(const Hashes& features, std::size_t slots) {
  Sketch sketch(slots, MinHash::kNoFeature);
  std::vector<bool> is_filled(slots, features.empty());
  const auto hash = [](std::uint64_t feature, std::uint64_t round) { return mix64(feature + round * kGoldenStep); };
  for (std::uint64_t round = 0; round < 2 * slots; ++round) {
    const std::vector<bool> was_filled = is_filled;
    for (const std::uint64_t feature : features) {
      const std::uint64_t x = hash(feature, round);
      const std::size_t slot = round < slots ? ((x >> 32) * slots) >> 32 : round - slots;
      if (was_filled[slot]) continue;
      sketch[slot] = std::min(sketch[slot], static_cast<std::uint32_t>(x));
      is_filled[slot] = true;
    }
  }
  return sketch;
}

TEST(MinHash, DefinitionIsFixed) {
  EXPECT_EQ(sketch_of({1, 2, 3}, 4), (Sketch{3809749232, 269157861, 479680206, 975901834}));
}

TEST(MinHash, EqualSetsAgreeEverywhere) {
  EXPECT_EQ(sketch_of({1, 2, 3}), sketch_of({3, 1, 2, 2, 1}));
  EXPECT_EQ(estimated_jaccard(sketch_of({1, 2, 3}), sketch_of({3, 2, 1})), 1.0);
}

TEST(MinHash, DisjointSetsAgreeNowhere) {
  EXPECT_EQ(estimated_jaccard(sketch_of({1}), sketch_of({2})), 0.0);
  EXPECT_EQ(estimated_jaccard(sketch_of({1, 2, 3}), sketch_of({4, 5, 6, 7})), 0.0);
}

TEST(MinHash, TheEmptySetIsLikeItselfOnly) {
  EXPECT_EQ(sketch_of({}), Sketch(MinHash::kDefaultSlots, MinHash::kNoFeature));
  EXPECT_EQ(estimated_jaccard(sketch_of({}), sketch_of({})), 1.0);
  EXPECT_EQ(estimated_jaccard(sketch_of({}), sketch_of({1})), 0.0);
}

TEST(MinHash, ASketchDoesNotDependOnTheOneBefore) {
  MinHash minhash(16);
  Sketch sketch(16);
  minhash.sketch(Hashes{5, 6, 7, 8}, sketch);
  minhash.sketch(Hashes{1, 2, 3}, sketch);
  EXPECT_EQ(sketch, sketch_of({1, 2, 3}, 16));
}

RC_GTEST_PROP(MinHash, AgreesWithThePlainOne, ()) {
  const Hashes features = *rc::gen::resize(200, rc::gen::arbitrary<Hashes>());
  const auto slots = *rc::gen::inRange<std::size_t>(1, 40);
  const Sketch expected = plain_sketch(features, slots);
  for (const Kernel kernel : {Kernel::scalar, Kernel::avx2, Kernel::avx512}) {
    RC_ASSERT(sketch_of(features, slots, kernel) == expected);
  }
}

TEST(MinHash, ManyRepeatsOfFewFeatures) {
  Hashes features(5000, 7);
  features.push_back(8);
  EXPECT_EQ(sketch_of(features), sketch_of({7, 8}));
}

/// How far estimates were from the similarity.
struct Accuracy {
  double bias = 0;      // mean of the error
  double variance = 0;  // mean of the squared error
};

/// `pairs` pairs of sets with `shared` features in common and `own` features that only one of them has, alternating.
/// The features are as sampling leaves them: their low bits are 0.
Accuracy measure(std::size_t shared, std::size_t own, std::size_t pairs) {
  constexpr int kSampledBits = 6;
  std::mt19937_64 random(shared * 1'000'003 + own);
  const double jaccard = static_cast<double>(shared) / static_cast<double>(shared + own);
  Accuracy accuracy;
  for (std::size_t pair = 0; pair < pairs; ++pair) {
    Hashes a;
    Hashes b;
    for (std::size_t i = 0; i < shared + own; ++i) {
      const std::uint64_t feature = random() << kSampledBits;
      if (i < shared || i % 2 == 0) a.push_back(feature);
      if (i < shared || i % 2 == 1) b.push_back(feature);
    }
    const double error = estimated_jaccard(sketch_of(a), sketch_of(b)) - jaccard;
    accuracy.bias += error / static_cast<double>(pairs);
    accuracy.variance += error * error / static_cast<double>(pairs);
  }
  return accuracy;
}

struct Sizes {
  std::size_t shared = 0;
  std::size_t own = 0;
};

class MinHashAccuracy : public ::testing::TestWithParam<Sizes> {};

/// Compared with k independent hash functions, whose estimate has no bias and the variance J (1 - J) / k. The bias may
/// be four standard errors.
TEST_P(MinHashAccuracy, NoBiasAndNoMoreVarianceThanIndependentHashes) {
  constexpr std::size_t kPairs = 2000;
  const auto [shared, own] = GetParam();
  const Accuracy accuracy = measure(shared, own, kPairs);
  const double jaccard = static_cast<double>(shared) / static_cast<double>(shared + own);
  const double binomial = jaccard * (1 - jaccard) / MinHash::kDefaultSlots;
  const double ratio = accuracy.variance / binomial;
  RecordProperty("bias", std::to_string(accuracy.bias));
  RecordProperty("variance_ratio", std::to_string(ratio));
  EXPECT_LT(std::abs(accuracy.bias), 4 * std::sqrt(binomial / kPairs));
  EXPECT_LT(ratio, 1.2);
}

INSTANTIATE_TEST_SUITE_P(Sets, MinHashAccuracy,
                         ::testing::Values(Sizes{1, 1}, Sizes{1, 2}, Sizes{2, 1}, Sizes{2, 3}, Sizes{4, 1}, Sizes{5, 5},
                                           Sizes{8, 2}, Sizes{9, 1}, Sizes{16, 4}, Sizes{50, 50}, Sizes{80, 20},
                                           Sizes{100, 100}, Sizes{160, 40}, Sizes{240, 60}, Sizes{500, 500},
                                           Sizes{800, 200}, Sizes{1900, 100}));

}  // namespace
}  // namespace cento
