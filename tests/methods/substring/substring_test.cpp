#include "methods/substring/substring.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <initializer_list>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "cento/error.hpp"
#include "methods/substring/find_repeated_text.hpp"
#include "methods/word_documents.hpp"

namespace cento {
namespace {

using testing::find;
using testing::find_in;
using testing::find_text;
using testing::options_for;
using testing::PartWords;
using testing::place_of;
using testing::Ranges;
using testing::RepeatedText;
using testing::text_of;
using testing::Words;

Words numbered_words(unsigned first, std::size_t count) {
  Words words(count);
  for (std::size_t i = 0; i < count; ++i) words[i] = first + static_cast<unsigned>(i);
  return words;
}

Words joined(std::initializer_list<Words> pieces) {
  Words words;
  for (const Words& piece : pieces) words.insert(words.end(), piece.begin(), piece.end());
  return words;
}

TEST(Substring, TellsARunThatStandsInTwoDocuments) {
  const Words shared = numbered_words(100, 60);
  const std::vector<PartWords> documents = {{joined({numbered_words(0, 10), shared, numbered_words(20, 10)})},
                                            {joined({shared, numbered_words(40, 10)})}};
  const Ranges ranges = find(documents, 50);
  const RunPlace in_first = place_of(documents, {0, 0, 10}, 60);
  const RunPlace in_second = place_of(documents, {1, 0, 0}, 60);
  EXPECT_EQ(ranges,
            (Ranges{{{in_first, in_second, true}, {in_second, in_first, false}}, {{in_second, in_first, false}}}));
}

TEST(Substring, TellsBytesOfTheTextAsItStands) {
  DocumentBatch batch;
  batch.add("a", "Zuerst dies: »Ein, ZWEI… drei!«");
  batch.add("b", "ein zwei drei vier");
  SubstringFinder finder(options_for(3));
  finder.add(*finder.sign(batch));
  const RepeatedText found = find_in(finder);
  ASSERT_EQ(found.ranges.size(), 2);
  EXPECT_EQ(found.ranges[0].place.bytes.of(batch.documents[0].parts[0].text), "Ein, ZWEI… drei");
  EXPECT_EQ(found.ranges[0].also.bytes.of(batch.documents[1].parts[0].text), "ein zwei drei");
}

TEST(Substring, LeavesShorterRunsAlone) {
  const Words shared = numbered_words(100, 49);
  EXPECT_EQ(find({{joined({shared, {1}})}, {joined({shared, {2}})}}, 50), Ranges{});
}

TEST(Substring, DoesNotReachFromPartToPart) {
  const Words half = numbered_words(100, 5);
  const Words other_half = numbered_words(200, 5);
  EXPECT_EQ(find({{half, other_half}, {joined({half, other_half})}}, 6), Ranges{});
}

TEST(Substring, FindsWhatStandsTwiceInOnePart) {
  const std::vector<PartWords> documents = {{{1, 2, 3, 9, 1, 2, 3}}};
  const RunPlace first = place_of(documents, {0, 0, 0}, 3);
  const RunPlace second = place_of(documents, {0, 0, 4}, 3);
  EXPECT_EQ(find(documents, 3), (Ranges{{{first, second, true}, {second, first, false}}, {{second, first, false}}}));
}

TEST(Substring, JoinsRangesThatTouch) {
  const std::vector<PartWords> documents = {{{1, 2, 3, 4, 5, 6}}, {{1, 2, 3}}, {{4, 5, 6}}};
  const Ranges ranges = find(documents, 3);
  ASSERT_EQ(ranges.all.size(), 3);
  EXPECT_EQ(ranges.all[0], (RepeatedRange{place_of(documents, {0, 0, 0}, 6), place_of(documents, {1, 0, 0}, 3), true}));
}

TEST(Substring, FindsNothingInNothing) {
  EXPECT_EQ(find({}, 50), Ranges{});
  EXPECT_EQ(find({{{}}, {{}, {}}, {{1}}}, 50), Ranges{});
}

TEST(Substring, SaysWhichLengthsMakeNoSense) {
  EXPECT_THROW(SubstringFinder{options_for(0)}, UsageError);
  EXPECT_THROW(SubstringFinder{options_for(100'000)}, UsageError);
}

TEST(Substring, TakesOneWordOverAndOver) {
  const std::size_t count = 1'000'000;
  const std::vector<PartWords> documents = {{Words(count, 7)}};
  const RepeatedText found = find_text(documents, options_for(50));
  ASSERT_EQ(found.ranges.size(), 1);
  EXPECT_EQ(found.ranges[0].place.tokens, (TokenSpan{0, count}));
  EXPECT_EQ(found.ranges[0].also.tokens, (TokenSpan{1, count}));
  ASSERT_EQ(found.later.size(), 1);
  EXPECT_EQ(found.later[0].place.tokens, (TokenSpan{1, count}));
  EXPECT_LT(found.counts.stretches, count / 20);  // not one for each word
}

TEST(Substring, KeepsOneOfManyCopies) {
  const PartWords document = {numbered_words(0, 80), numbered_words(100, 10), numbered_words(200, 70)};
  const std::size_t copies = 3000;
  const RepeatedText found = find_text(std::vector<PartWords>(copies, document), options_for(50));
  EXPECT_EQ(found.counts.identical, copies - 1);
  EXPECT_LT(found.counts.stretches, 30);
  EXPECT_EQ(found.ranges.size(), 2 * copies);
  EXPECT_EQ(found.later.size(), 2 * (copies - 1));
  EXPECT_EQ(found.counts.repeated_ranges, found.ranges.size());
  EXPECT_EQ(found.counts.later_ranges, found.later.size());
}

TEST(Substring, ComparesAFrequentAnchorInLinearTime) {
  const Words boilerplate = numbered_words(0, 40);
  std::vector<PartWords> documents;
  for (unsigned i = 0; i < 20'000; ++i) {
    documents.push_back({joined({numbered_words(100 + 100 * i, 12), boilerplate, numbered_words(150 + 100 * i, 12)})});
  }
  const RepeatedText found = find_text(documents, options_for(50));
  EXPECT_TRUE(found.ranges.empty());
  EXPECT_LE(found.counts.compared_windows, documents.size() * 15);  // each at most once
}

TEST(Substring, FindsRunsAcrossTheSlicesOfALongText) {
  std::mt19937 random(5);
  Words long_text(400'000);
  std::generate(long_text.begin(), long_text.end(), [&] { return static_cast<unsigned>(random() % 100'000); });
  std::string text = text_of(long_text);
  for (std::size_t i = 200; i < text.size(); i += 200) {
    const std::size_t space = text.find(' ', i);
    if (space != std::string::npos) text.replace(space, 1, "\n\n");
  }
  ASSERT_GT(text.size(), std::size_t{2} << 20);
  DocumentBatch batch;
  batch.add("long", text);
  const std::string copy = "other words " + text.substr(text.find(' ') + 1);
  batch.add("copy", copy);
  SubstringFinder finder(options_for(50));
  finder.add(*finder.sign(batch));
  const RepeatedText found = find_in(finder);
  ASSERT_EQ(found.ranges.size(), 2);
  const std::string_view shared = found.ranges[0].place.bytes.of(text);
  EXPECT_EQ(shared, text.substr(text.find(' ') + 1));
  EXPECT_EQ(found.ranges[1].place.bytes.of(copy), shared);
}

}  // namespace
}  // namespace cento
