#include "methods/pdc/sentences/sentence_sets.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <map>
#include <vector>

namespace cento {
namespace {

using SetWords = std::vector<std::uint64_t>;

SetWords words_of(const SentenceSet& set) {
  return {set.words.begin(), set.words.end()};
}

TEST(SentenceSets, TheFirstAtAPositionCounts) {
  SentenceSets sets(1 << 20, "");
  sets.add(5, {3, SetWords{7, 8}});
  sets.add(9, {1, SetWords{4}});
  sets.add(5, {2, SetWords{1}});  // late, and known
  sets.add(6, {4, SetWords{2, 2}});
  sets.add(6, {5, SetWords{3}});
  sets.finish();
  Features scratch;
  EXPECT_EQ(words_of(sets.get(5, scratch)), (SetWords{7, 8}));
  EXPECT_EQ(sets.get(5, scratch).size, 3U);
  EXPECT_EQ(words_of(sets.get(6, scratch)), (SetWords{2, 2}));
  EXPECT_EQ(words_of(sets.get(9, scratch)), (SetWords{4}));
  std::vector<Position> positions;
  sets.for_each_position([&](Position position) { positions.push_back(position); });
  EXPECT_EQ(positions, (std::vector<Position>{5, 9, 6}));
  EXPECT_EQ(sets.size(), 3U);
}

RC_GTEST_PROP(SentenceSetsProperty, GiveBackWhatWasAdded, ()) {
  const auto memory = *rc::gen::element<std::uint64_t>(0, 4096, 1 << 20);
  const auto positions =
      *rc::gen::container<std::vector<Position>>(rc::gen::inRange<Position>(0, *rc::gen::inRange<Position>(1, 3000)));
  SentenceSets sets(memory, "");
  std::map<Position, SetWords> expected;
  for (const Position position : positions) {
    const auto words = *rc::gen::resize(8, rc::gen::arbitrary<SetWords>());
    sets.add(position, {static_cast<std::uint32_t>(2 * words.size()), words});
    expected.emplace(position, words);
  }
  sets.finish();
  Features scratch;
  std::size_t visited = 0;
  sets.for_each_position([&](Position position) {
    ++visited;
    RC_ASSERT(words_of(sets.get(position, scratch)) == expected.at(position));
    RC_ASSERT(sets.get(position, scratch).size == 2 * expected.at(position).size());
  });
  RC_ASSERT(visited == expected.size());
}

RC_GTEST_PROP(PositionWordsProperty, GiveBackWhatWasAdded, ()) {
  const auto numbers = *rc::gen::scale(200.0, rc::gen::arbitrary<std::vector<std::uint16_t>>());
  PositionWords words(*rc::gen::element<std::uint64_t>(0, 4096, 1 << 20), "");
  for (const std::uint16_t number : numbers) words.push_back(number);
  words.finish();
  for (std::size_t i = 0; i < numbers.size(); ++i) RC_ASSERT(words[static_cast<Position>(i)] == numbers[i]);
}

}  // namespace
}  // namespace cento
