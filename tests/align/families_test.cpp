#include "align/families.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <map>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "align/family_reference.hpp"

namespace cento {
namespace {

using testing::ClassTexts;
using testing::RunPlaces;

constexpr std::uint32_t kFirstSeparator = 1'000'000;

/// The texts one after another, each enclosed in unique classes, and where each begins.
struct Sequence {
  std::vector<std::uint32_t> classes;
  std::vector<Position> begins;
};

Sequence sequence_of(const ClassTexts& texts) {
  Sequence sequence;
  std::uint32_t separator = kFirstSeparator;
  sequence.classes.push_back(separator++);
  for (const auto& text : texts) {
    sequence.begins.push_back(static_cast<Position>(sequence.classes.size()));
    sequence.classes.insert(sequence.classes.end(), text.begin(), text.end());
    sequence.classes.push_back(separator++);
  }
  return sequence;
}

/// The places of every run of `least` sentences, as FamilyFinder expects them.
std::map<std::vector<std::uint32_t>, std::vector<Position>> groups_of(const ClassTexts& texts, const Sequence& sequence,
                                                                      std::uint32_t least) {
  std::map<std::vector<std::uint32_t>, std::vector<Position>> groups;
  for (std::size_t text = 0; text < texts.size(); ++text) {
    for (std::size_t i = 0; i + least <= texts[text].size(); ++i) {
      const auto first = texts[text].begin() + static_cast<std::ptrdiff_t>(i);
      groups[{first, first + least}].push_back(sequence.begins[text] + static_cast<Position>(i));
    }
  }
  return groups;
}

RunPlaces readable(const Families& families, const Sequence& sequence) {
  RunPlaces runs;
  for (const Family& family : families.list) {
    const auto places = families.places_of(family);
    const auto first = sequence.classes.begin() + places.front();
    auto& run = runs[{first, first + family.sentences}];
    EXPECT_TRUE(run.empty()) << "the same family twice";
    for (const Position place : places) {
      const auto behind = std::upper_bound(sequence.begins.begin(), sequence.begins.end(), place);
      const auto text = static_cast<std::uint32_t>(behind - sequence.begins.begin() - 1);
      run.emplace_back(text, place - sequence.begins[text]);
    }
  }
  return runs;
}

RunPlaces found_in(const ClassTexts& texts, std::uint32_t least) {
  const Sequence sequence = sequence_of(texts);
  FamilyFinder finder(sequence.classes, least);
  Families families;
  for (const auto& [run, places] : groups_of(texts, sequence, least)) finder.find(places, families);
  EXPECT_EQ(families.capped_groups, 0U);
  return readable(families, sequence);
}

TEST(Families, APassageInTwoTextsIsOne) {
  const RunPlaces expected{{{1, 2, 3, 4}, {{0, 1}, {1, 0}}}};
  EXPECT_EQ(found_in({{9, 1, 2, 3, 4, 8}, {1, 2, 3, 4}}, 3), expected);
  EXPECT_EQ(found_in({{9, 1, 2, 3, 4, 8}, {1, 2, 3, 4}}, 4), expected);
  EXPECT_EQ(found_in({{9, 1, 2, 3, 4, 8}, {1, 2, 3, 4}}, 5), RunPlaces{});
}

TEST(Families, APartOfItThatStandsInMorePlacesIsAnother) {
  const RunPlaces expected{{{1, 2, 3, 4}, {{0, 0}, {1, 0}}}, {{2, 3}, {{0, 1}, {1, 1}, {2, 1}}}};
  EXPECT_EQ(found_in({{1, 2, 3, 4}, {1, 2, 3, 4, 7}, {5, 2, 3, 6}}, 2), expected);
}

TEST(Families, APartOfItThatStandsNowhereElseIsNone) {
  EXPECT_EQ(found_in({{1, 2, 3, 4}, {1, 2, 3, 4}, {1, 2, 3, 4}}, 2),
            (RunPlaces{{{1, 2, 3, 4}, {{0, 0}, {1, 0}, {2, 0}}}}));
}

TEST(Families, PlacesMayOverlap) {
  const RunPlaces expected{{{1, 1}, {{0, 0}, {0, 1}, {0, 2}}}, {{1, 1, 1}, {{0, 0}, {0, 1}}}};
  EXPECT_EQ(found_in({{1, 1, 1, 1}}, 2), expected);
}

TEST(Families, AreAppendedToWhatIsThere) {
  const ClassTexts texts{{1, 2, 3}, {1, 2, 4}, {5, 6, 3}, {5, 6, 4}};
  const Sequence sequence = sequence_of(texts);
  FamilyFinder finder(sequence.classes, 2);
  Families families;
  finder.find(std::vector<Position>{1, 5}, families);
  finder.find(std::vector<Position>{9, 13}, families);
  ASSERT_EQ(families.list.size(), 2U);
  const auto places = families.places_of(families.list[1]);
  EXPECT_EQ(std::vector<Position>(places.begin(), places.end()), (std::vector<Position>{9, 13}));
}

RC_GTEST_PROP(Families, AreAllMaximalRepeats, ()) {
  std::mt19937 random(*rc::gen::arbitrary<std::uint32_t>());
  const auto classes = static_cast<std::uint32_t>(1 + random() % 5);
  const auto least = static_cast<std::uint32_t>(1 + random() % 4);
  ClassTexts texts(random() % 6);
  for (auto& text : texts) {
    text.resize(random() % 20);
    for (std::uint32_t& sentence : text) sentence = static_cast<std::uint32_t>(random() % classes);
  }
  RC_ASSERT(found_in(texts, least) == testing::maximal_repeats(texts, least));
}

TEST(Families, OfASentenceThatRepeatsWithoutEndAreLimited) {
  constexpr std::uint32_t kTimes = 10'000;
  const ClassTexts texts{std::vector<std::uint32_t>(kTimes, 1)};
  const Sequence sequence = sequence_of(texts);
  FamilyFinder finder(sequence.classes, 3);
  std::vector<Position> group(kTimes - 2);
  std::iota(group.begin(), group.end(), 1U);
  Families families;
  finder.find(group, families);
  EXPECT_EQ(families.capped_groups, 1U);
  EXPECT_LE(families.places.size(), 5 * std::size_t{kTimes});
  ASSERT_FALSE(families.list.empty());
  EXPECT_EQ(families.list.front().sentences, 3U) << "the shortest run has the most places and is kept";
  EXPECT_EQ(families.list.front().places, kTimes - 2);

  // The next group is complete again.
  const ClassTexts plain{{1, 2, 3}, {1, 2, 3}};
  const Sequence plain_sequence = sequence_of(plain);
  FamilyFinder again(plain_sequence.classes, 3);
  again.find(std::vector<Position>{1, 5}, families);
  EXPECT_EQ(families.capped_groups, 1U);
  EXPECT_EQ(families.list.back().places, 2U);
}

}  // namespace
}  // namespace cento
