#include "write/view/aligned_passages.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>

namespace cento {
namespace {

PartPassage passage(Span a, Span b, std::uint32_t part_b = 0) {
  return {0, part_b, {{{0, 1}, a}, {{0, 1}, b}, 1, 1}};
}

using Numbers = std::vector<std::size_t>;

TEST(AlignedPassages, AreAllThatKeepTheirOrder) {
  const std::vector<PartPassage> passages = {passage({0, 10}, {5, 15}), passage({10, 20}, {15, 25}),
                                             passage({30, 40}, {30, 40})};
  EXPECT_EQ(aligned_passages(passages), (Numbers{0, 1, 2}));
}

TEST(AlignedPassages, LeaveOutTheSmallerThatMoved) {
  const std::vector<PartPassage> passages = {passage({0, 10}, {80, 90}), passage({10, 50}, {0, 40}),
                                             passage({50, 60}, {40, 50})};
  EXPECT_EQ(aligned_passages(passages), (Numbers{1, 2}));
}

TEST(AlignedPassages, GoByPartBeforeByte) {
  const std::vector<PartPassage> passages = {passage({0, 10}, {50, 60}, 0), passage({10, 20}, {0, 10}, 1)};
  EXPECT_EQ(aligned_passages(passages), (Numbers{0, 1}));
}

TEST(AlignedPassages, OfNoneAreNone) {
  EXPECT_TRUE(aligned_passages({}).empty());
}

/// Whether the one ends before the other begins, on both sides.
bool is_before(const PartPassage& x, const PartPassage& y) {
  return x.passage.a.bytes.end <= y.passage.a.bytes.begin && x.passage.b.bytes.end <= y.passage.b.bytes.begin;
}

std::uint64_t bytes_of(const std::vector<PartPassage>& passages, const Numbers& chosen) {
  std::uint64_t bytes = 0;
  for (const std::size_t i : chosen) bytes += passages[i].passage.a.bytes.size() + passages[i].passage.b.bytes.size();
  return bytes;
}

/// The most bytes of any choice, by trying all.
std::uint64_t most_bytes(const std::vector<PartPassage>& passages) {
  std::uint64_t most = 0;
  for (std::uint32_t choice = 0; choice < (1U << passages.size()); ++choice) {
    Numbers chosen;
    for (std::size_t i = 0; i < passages.size(); ++i) {
      if ((choice >> i & 1U) != 0) chosen.push_back(i);
    }
    const bool is_ordered = std::is_sorted(chosen.begin(), chosen.end(), [&](std::size_t x, std::size_t y) {
      return x < y ? !is_before(passages[x], passages[y]) : x != y && !is_before(passages[y], passages[x]);
    });
    if (is_ordered) most = std::max(most, bytes_of(passages, chosen));
  }
  return most;
}

RC_GTEST_PROP(AlignedPassages, AreTheMostThatCanBe, ()) {
  std::vector<PartPassage> passages;
  for (int count = *rc::gen::inRange(0, 8); count > 0; --count) {
    const auto span = [] {
      const auto begin = *rc::gen::inRange<std::uint32_t>(0, 20);
      return Span{begin, begin + *rc::gen::inRange<std::uint32_t>(1, 8)};
    };
    passages.push_back(passage(span(), span()));
  }
  std::sort(passages.begin(), passages.end(), [](const PartPassage& x, const PartPassage& y) {
    return x.passage.a.bytes.begin < y.passage.a.bytes.begin;
  });
  const Numbers chosen = aligned_passages(passages);
  for (std::size_t i = 1; i < chosen.size(); ++i) RC_ASSERT(is_before(passages[chosen[i - 1]], passages[chosen[i]]));
  RC_ASSERT(bytes_of(passages, chosen) == most_bytes(passages));
}

}  // namespace
}  // namespace cento
