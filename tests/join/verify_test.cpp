#include "join/verify.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <iterator>
#include <random>
#include <set>
#include <vector>

namespace cento {
namespace {

using Set = std::vector<std::uint64_t>;

std::vector<Kernel> kernels() {
  std::vector<Kernel> usable = {Kernel::scalar};
  if (has_kernel(Kernel::avx512)) usable.push_back(Kernel::avx512);
  return usable;
}

std::uint32_t plainly_shared(const Set& a, const Set& b) {
  Set shared;
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(shared));
  return static_cast<std::uint32_t>(shared.size());
}

/// Two sets that share about this fraction of their features.
std::pair<Set, Set> overlapping_sets(std::uint32_t seed, std::size_t size_a, std::size_t size_b, double share) {
  std::mt19937_64 random(seed);
  std::set<std::uint64_t> a;
  std::set<std::uint64_t> b;
  while (a.size() < size_a) a.insert(random() % 4 == 0 ? random() % 5000 : random());
  for (const std::uint64_t feature : a) {
    if (b.size() < size_b && static_cast<double>(random() % 1000) < share * 1000) b.insert(feature);
  }
  while (b.size() < size_b) b.insert(random());
  return {Set(a.begin(), a.end()), Set(b.begin(), b.end())};
}

TEST(CountShared, WorkedExample) {
  for (const Kernel kernel : kernels()) {
    EXPECT_EQ(count_shared(Set{1, 3, 5, 7, 9}, Set{2, 3, 4, 5, 6}, kernel), 2U);
    EXPECT_EQ(count_shared(Set{}, Set{1}, kernel), 0U);
  }
}

RC_GTEST_PROP(CountShared, KernelsEqualAnIntersection, ()) {
  const auto [a, b] = overlapping_sets(*rc::gen::arbitrary<std::uint32_t>(), *rc::gen::inRange<std::size_t>(0, 700),
                                       *rc::gen::inRange<std::size_t>(0, 700), *rc::gen::inRange(0, 11) / 10.0);
  const std::uint32_t expected = plainly_shared(a, b);
  for (const Kernel kernel : kernels()) {
    RC_ASSERT(count_shared(a, b, kernel) == expected);
    RC_ASSERT(count_shared(b, a, kernel) == expected);
  }
}

RC_GTEST_PROP(VerifySimilarity, GivesUpOnlyWhereTheThresholdIsNotReached, ()) {
  const auto [a, b] = overlapping_sets(*rc::gen::arbitrary<std::uint32_t>(), *rc::gen::inRange<std::size_t>(1, 900),
                                       *rc::gen::inRange<std::size_t>(1, 900), *rc::gen::inRange(5, 11) / 10.0);
  const WantedSimilarity wanted(*rc::gen::element(Measure::jaccard, Measure::containment),
                                *rc::gen::element(0.2, 0.5, 0.8, 0.95));
  const std::uint32_t shared = plainly_shared(a, b);
  const bool is_similar =
      wanted.reached(shared, static_cast<std::uint32_t>(a.size()), static_cast<std::uint32_t>(b.size()));
  for (const Kernel kernel : kernels()) {
    const auto verified = verify_similarity(a, b, wanted, kernel);
    RC_ASSERT(verified.has_value() == is_similar);
    if (is_similar) RC_ASSERT(*verified == shared);
  }
}

}  // namespace
}  // namespace cento
