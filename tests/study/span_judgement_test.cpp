#include "study/judge/span_judgement.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace cento {
namespace {

using Spans = std::vector<ReuseSpan>;

ReuseSpan span(const std::string& a, ByteRange in_a, const std::string& b, ByteRange in_b,
               const std::string& kind = "k") {
  return ordered_span({{a, b}, in_a, in_b, kind});
}

const Spans kOne = {span("x", {0, 100}, "y", {0, 100})};

SpanReport judge(const Spans& gold, const Spans& found) {
  return judge_spans(gold, found, std::nullopt);
}

TEST(SpanJudgement, CountsTheBytesThatAreShared) {
  const SpanJudgement judged = judge(kOne, {span("x", {50, 150}, "y", {0, 100})}).all;
  for (const SpanScore& score : {judged.macro, judged.micro}) {
    EXPECT_DOUBLE_EQ(*score.precision, 0.75);
    EXPECT_DOUBLE_EQ(*score.recall, 0.75);
    EXPECT_DOUBLE_EQ(score.plagdet, 0.75);
  }
}

TEST(SpanJudgement, WantsAPassageInOnePiece) {
  const Spans pieces = {span("x", {0, 50}, "y", {0, 50}), span("y", {50, 100}, "x", {50, 100})};
  const SpanJudgement judged = judge(kOne, pieces).all;
  EXPECT_EQ(judged.granularity, 2);
  EXPECT_EQ(judged.macro.f1, 1);
  EXPECT_DOUBLE_EQ(judged.macro.plagdet, 1 / std::log2(3));
}

TEST(SpanJudgement, DetectsInBothDocumentsOrNotAtAll) {
  const SpanJudgement judged = judge(kOne, {span("x", {0, 100}, "y", {500, 600})}).all;
  EXPECT_EQ(judged.detected, 0U);
  EXPECT_EQ(judged.micro.precision, 0);
  EXPECT_EQ(judged.macro.recall, 0);
  EXPECT_EQ(judged.macro.plagdet, 0);
}

TEST(SpanJudgement, DoesNotTakeTouchingForOverlap) {
  EXPECT_EQ(judge(kOne, {span("x", {100, 200}, "y", {0, 100})}).all.detected, 0U);
  EXPECT_EQ(judge(kOne, {span("x", {99, 200}, "y", {99, 200})}).all.detected, 1U);
}

TEST(SpanJudgement, CountsAByteOnce) {
  const SpanJudgement judged = judge(kOne, {kOne[0], kOne[0]}).all;
  EXPECT_EQ(judged.micro.precision, 1);
  EXPECT_EQ(judged.granularity, 2);
}

TEST(SpanJudgement, TellsMacroFromMicroAndKindsApart) {
  Spans gold = kOne;
  gold.push_back(span("p", {0, 300}, "q", {0, 300}, "m"));
  Spans found = kOne;
  found.push_back(span("u", {0, 100}, "v", {0, 100}));
  const SpanReport report = judge(gold, found);
  EXPECT_DOUBLE_EQ(*report.all.macro.precision, 0.5);
  EXPECT_DOUBLE_EQ(*report.all.macro.recall, 0.5);
  EXPECT_DOUBLE_EQ(*report.all.micro.precision, 0.5);
  EXPECT_DOUBLE_EQ(*report.all.micro.recall, 0.25);
  EXPECT_EQ(report.kinds.at("k").micro.precision, 1);
  EXPECT_EQ(report.kinds.at("m").micro.recall, 0);
  EXPECT_FALSE(report.kinds.at("m").micro.precision);
}

TEST(SpanJudgement, LeavesToAKindWhatBelongsToNoOther) {
  const Spans gold = {span("x", {0, 100}, "y", {0, 100}, "k"), span("x", {200, 300}, "y", {200, 300}, "m")};
  const Spans found = {span("x", {200, 300}, "y", {200, 300}), span("x", {500, 600}, "y", {500, 600})};
  const SpanReport report = judge(gold, found);
  EXPECT_EQ(report.kinds.at("k").found, 1U) << "the stray one";
  EXPECT_EQ(report.kinds.at("m").found, 2U);
}

TEST(SpanJudgement, JudgesListedPairsOnly) {
  const Spans gold = {kOne[0], span("p", {0, 300}, "q", {0, 300}, "m")};
  const Spans found = {kOne[0], span("u", {0, 100}, "v", {0, 100})};
  std::vector<ListedPair> listed = {{{"x", "y"}, "k"}, {{"p", "q"}, "m"}};
  SpanReport report = judge_spans(gold, found, listed);
  EXPECT_EQ(report.all.macro.precision, 1);
  EXPECT_EQ(report.found_in_unlisted_pairs, 1U);
  EXPECT_TRUE(report.without_gold.empty());
  listed.push_back({{"u", "v"}, "none"});
  listed.push_back({{"u", "v"}, "nothing"});
  report = judge_spans(gold, found, listed);
  EXPECT_DOUBLE_EQ(*report.all.macro.precision, 0.5);
  EXPECT_EQ(report.found_in_unlisted_pairs, 0U);
  ASSERT_EQ(report.without_gold.size(), 1U) << "of two kinds the last counts";
  EXPECT_EQ(report.without_gold.at("nothing").pairs, 1U);
  EXPECT_EQ(report.without_gold.at("nothing").pairs_with_found, 1U);
  EXPECT_EQ(report.without_gold.at("nothing").found, 1U);
}

TEST(SpanJudgement, OfNothingFoundHasNoPrecision) {
  const SpanJudgement judged = judge(kOne, {}).all;
  EXPECT_FALSE(judged.macro.precision);
  EXPECT_EQ(judged.macro.recall, 0);
  EXPECT_EQ(judged.macro.plagdet, 0);
  EXPECT_EQ(judged.granularity, 1);
}

TEST(SpanJudgement, OrdersTheSidesOfASpan) {
  const ReuseSpan turned = span("y", {1, 2}, "x", {3, 4});
  EXPECT_EQ(turned.documents, (PairName{"x", "y"}));
  EXPECT_EQ(turned.a, (ByteRange{3, 4}));
  const ReuseSpan within = span("x", {7, 9}, "x", {3, 4});
  EXPECT_EQ(within.a, (ByteRange{3, 4}));
}

/// True bytes of one pair of documents, position by position: (side, position).
using Positions = std::set<std::pair<int, std::uint64_t>>;

void cover(Positions& positions, const ReuseSpan& of, const ReuseSpan& other) {
  const auto in_both = [](const ByteRange& one, const ByteRange& two, std::uint64_t at) {
    return one.begin <= at && at < one.end && two.begin <= at && at < two.end;
  };
  for (std::uint64_t at = 0; at < 64; ++at) {
    if (in_both(of.a, other.a, at)) positions.emplace(0, at);
    if (in_both(of.b, other.b, at)) positions.emplace(1, at);
  }
}

Spans spans_of(const std::vector<std::uint32_t>& numbers) {
  Spans spans;
  for (const std::uint32_t number : numbers) {
    const std::uint64_t a = number % 32;
    const std::uint64_t b = number / 32 % 32;
    spans.push_back(span("x", {a, a + 1 + number / 1024 % 16}, "y", {b, b + 1 + number / 16384 % 16}));
  }
  return spans;
}

RC_GTEST_PROP(SpanJudgement, CountsAsOneByOne, (std::vector<std::uint32_t> gold, std::vector<std::uint32_t> found)) {
  const Spans gold_spans = spans_of(gold);
  const Spans found_spans = spans_of(found);
  Positions common;
  Positions of_gold;
  std::uint64_t detections = 0;
  std::set<std::size_t> detected;
  for (std::size_t i = 0; i < gold_spans.size(); ++i) {
    cover(of_gold, gold_spans[i], gold_spans[i]);
    for (const ReuseSpan& one : found_spans) {
      Positions shared;
      cover(shared, gold_spans[i], one);
      const bool in_a = !shared.empty() && shared.begin()->first == 0;
      const bool in_b = !shared.empty() && shared.rbegin()->first == 1;
      if (!in_a || !in_b) continue;
      common.merge(shared);
      ++detections;
      detected.insert(i);
    }
  }
  const SpanJudgement judged = judge(gold_spans, found_spans).all;
  RC_ASSERT(judged.detected == detected.size());
  if (!gold_spans.empty()) {
    const double recall = static_cast<double>(common.size()) / static_cast<double>(of_gold.size());
    RC_ASSERT(std::abs(*judged.micro.recall - recall) < 1e-12);
  }
  if (!detected.empty()) {
    RC_ASSERT(judged.granularity == static_cast<double>(detections) / static_cast<double>(detected.size()));
  }
}

}  // namespace
}  // namespace cento
