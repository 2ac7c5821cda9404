#include "align/substring/substring_stretches.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <map>
#include <set>
#include <vector>

#include "core/hash/mix64.hpp"

namespace cento {
namespace {

using Hashes = std::vector<std::uint64_t>;

/// Tokens of a small vocabulary, as hashes.
Hashes some_tokens(std::size_t most, unsigned vocabulary) {
  const auto numbers = *rc::gen::container<std::vector<unsigned>>(rc::gen::inRange(0U, vocabulary));
  Hashes hashes;
  for (std::size_t i = 0; i < std::min(most, numbers.size()); ++i) hashes.push_back(mix64(numbers[i] + 1));
  return hashes;
}

std::vector<Stretch> cut(const Hashes& hashes, const RunShape& shape, std::size_t piece, std::uint64_t first = 0) {
  StretchCutter cutter(shape);
  PlainVector<Stretch> stretches;
  cutter.begin(first);
  for (std::size_t begin = 0; begin < hashes.size(); begin += piece) {
    cutter.add(std::span(hashes).subspan(begin, std::min(piece, hashes.size() - begin)), stretches);
  }
  cutter.end(stretches);
  return {stretches.begin(), stretches.end()};
}

TEST(SubstringStretches, AreThoseOfOneWindowInAShortText) {
  const Hashes hashes = {mix64(1), mix64(2), mix64(3), mix64(4)};
  const auto stretches = cut(hashes, RunShape::of(4), 4, 100);
  ASSERT_EQ(stretches.size(), 1);
  EXPECT_EQ(stretches[0].windows, WindowRow(100, 1));
  EXPECT_TRUE(cut(hashes, RunShape::of(5), 4).empty());
}

TEST(SubstringStretches, OfOneWordAreAsLongAsCanBe) {
  const RunShape shape = RunShape::of(50);
  const auto stretches = cut(Hashes(10'000, mix64(1)), shape, 10'000);
  EXPECT_LE(stretches.size(), 10'000 / shape.window_grams() + 2);
  EXPECT_TRUE(stretches[1].windows.is_marked());
}

TEST(SubstringStretches, PackAWindowRow) {
  const WindowRow row((std::uint64_t{1} << 44) - 1, 65'536, true);
  EXPECT_EQ(row.first_token(), (std::uint64_t{1} << 44) - 1);
  EXPECT_EQ(row.count(), 65'536);
  EXPECT_TRUE(row.is_marked());
  EXPECT_EQ(WindowRow(5, 7).moved_by(10), WindowRow(15, 7));
}

RC_GTEST_PROP(SubstringStretches, HaveEachWindowOnce, ()) {
  const Hashes hashes = some_tokens(200, *rc::gen::inRange(1U, 9U));
  const auto shape = RunShape::of(*rc::gen::inRange<std::uint32_t>(1, 12));
  std::uint64_t next = 0;
  for (const Stretch& stretch : cut(hashes, shape, 200)) {
    RC_ASSERT(stretch.windows.first_token() == next);
    RC_ASSERT(stretch.windows.count() <= shape.window_grams());
    next += stretch.windows.count();
  }
  RC_ASSERT(next == (hashes.size() < shape.run_tokens ? 0 : hashes.size() - shape.run_tokens + 1));
}

RC_GTEST_PROP(SubstringStretches, AreTheSameHoweverTheTextComes, ()) {
  const Hashes hashes = some_tokens(200, 5);
  const auto shape = RunShape::of(*rc::gen::inRange<std::uint32_t>(1, 12));
  const auto whole = cut(hashes, shape, 200);
  const auto pieces = cut(hashes, shape, *rc::gen::inRange<std::size_t>(1, 30));
  RC_ASSERT(whole.size() == pieces.size());
  for (std::size_t i = 0; i < whole.size(); ++i) {
    RC_ASSERT(whole[i].windows == pieces[i].windows);
    RC_ASSERT(whole[i].anchor == pieces[i].anchor);
    RC_ASSERT(whole[i].content == pieces[i].content);
  }
}

RC_GTEST_PROP(SubstringStretches, OfEqualWindowsHaveTheSameAnchor, ()) {
  const Hashes hashes = some_tokens(200, *rc::gen::inRange(1U, 4U));
  const auto shape = RunShape::of(*rc::gen::inRange<std::uint32_t>(2, 9));
  std::map<Hashes, std::uint64_t> anchors;
  for (const Stretch& stretch : cut(hashes, shape, 200)) {
    std::set<Hashes> own;
    for (std::uint32_t i = 0; i < stretch.windows.count(); ++i) {
      const auto begin = hashes.begin() + static_cast<std::ptrdiff_t>(stretch.windows.first_token() + i);
      const Hashes window(begin, begin + shape.run_tokens);
      RC_ASSERT(anchors.emplace(window, stretch.anchor).first->second == stretch.anchor);
      RC_ASSERT(own.insert(window).second || stretch.windows.is_marked());
    }
  }
}

RC_GTEST_PROP(SubstringStretches, HaveTheSameContentIfAndOnlyIfTheirTokensAre, ()) {
  const Hashes hashes = some_tokens(200, *rc::gen::inRange(1U, 3U));
  const auto shape = RunShape::of(*rc::gen::inRange<std::uint32_t>(1, 9));
  std::map<Hashes, std::uint64_t> contents;
  std::set<std::uint64_t> distinct;
  for (const Stretch& stretch : cut(hashes, shape, 200)) {
    const auto begin = hashes.begin() + static_cast<std::ptrdiff_t>(stretch.windows.first_token());
    const Hashes tokens(begin, begin + stretch.windows.count() + shape.run_tokens - 1);
    RC_ASSERT(contents.emplace(tokens, stretch.content).first->second == stretch.content);
    distinct.insert(stretch.content);
  }
  RC_ASSERT(distinct.size() == contents.size());
}

}  // namespace
}  // namespace cento
