#include "sign/words/spots.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <set>
#include <sstream>

#include "sign/shingles.hpp"
#include "sign/words/stop_words.hpp"
#include "tokenized_text.hpp"

namespace cento {
namespace {

using Hashes = std::vector<std::uint64_t>;

Features spots_of(std::string_view text, std::string_view antecedents, SpotOptions options = {}) {
  Features features;
  SpotSigner(tokens_of_words(antecedents), options).sign(TokenizedText(text).range(), features);
  return features;
}

/// The feature of an antecedent and its chain.
template <typename... Words>
std::uint64_t spot(Words... words) {
  return sequence_feature(hashes_of(words...));
}

TEST(Spots, AnAntecedentAndTheContentWordsBehindIt) {
  const Features features = spots_of("The old lighthouse is on a rock in the northern bay.", "the a is on in");
  EXPECT_EQ(features,
            (Features{spot("the", "old", "lighthouse"), spot("is", "rock", "northern"), spot("on", "rock", "northern"),
                      spot("a", "rock", "northern"), spot("in", "northern", "bay"), spot("the", "northern", "bay")}));
}

TEST(Spots, DistanceCountsContentWordsOnly) {
  const Features features = spots_of("a one two the three four five", "a the", {2, 2});
  EXPECT_EQ(features, (Features{spot("a", "two", "four")}));
}

TEST(Spots, ChainsMayBeLonger) {
  const Features features = spots_of("a one two the three four five", "a the", {1, 3});
  EXPECT_EQ(features, (Features{spot("a", "one", "two", "three"), spot("the", "three", "four", "five")}));
}

TEST(Spots, ATextWithoutSpotsIsSignedWhole) {
  EXPECT_EQ(spots_of("Lighthouse keepers wanted", "the a"), (Features{spot("lighthouse", "keepers", "wanted")}));
  EXPECT_EQ(spots_of("keepers of the lighthouse", "the a"), (Features{spot("keepers", "of", "the", "lighthouse")}))
      << "the only chain is cut off";
  EXPECT_EQ(spots_of("the", "the a"), Features{spot("the")});
  EXPECT_TRUE(spots_of("", "the a").empty());
}

TEST(Spots, NavigationBetweenStopWordsDoesNotMatter) {
  const Features page = spots_of("Home News Sports. The mayor opened a new bridge.", "the a");
  EXPECT_EQ(page, spots_of("The mayor opened a new bridge.", "the a"));
}

TEST(Spots, WordsAreFoldedAsInAText) {
  EXPECT_EQ(tokens_of_words("The, STRASSE"), hashes_of("the", "strasse"));
  EXPECT_EQ(spots_of("Straße one two", "STRASSE"), (Features{spot("strasse", "one", "two")}));
}

TEST(Spots, StopWordsAreSingleDistinctTokens) {
  std::istringstream languages(std::string{stop_word_languages()});
  std::size_t lists = 0;
  for (std::string language; languages >> language; ++lists) {
    if (language.back() == ',') language.pop_back();
    std::istringstream words(std::string{stop_words(language)});
    std::set<std::string> seen;
    for (std::string word; words >> word;) {
      EXPECT_EQ(tokens_of_words(word), hashes_of(word)) << language << ": " << word;
      EXPECT_TRUE(seen.insert(word).second) << language << ": " << word;
    }
    EXPECT_GE(seen.size(), 30U) << language;
  }
  EXPECT_EQ(lists, 8U);
  EXPECT_TRUE(stop_words("xx").empty());
}

TEST(Spots, ChineseGoesByCharacter) {
  EXPECT_EQ(spots_of("北京的天气很好", stop_words("zh")).front(), spot("的", "天", "气"));
}

/// By definition, walking on from each antecedent.
Features plain_spots(const Hashes& tokens, const Hashes& antecedents, SpotOptions options) {
  const std::set<std::uint64_t> known(antecedents.begin(), antecedents.end());
  Features features;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (!known.contains(tokens[i])) continue;
    Hashes chain = {tokens[i]};
    std::size_t content = 0;
    for (std::size_t j = i + 1; j < tokens.size() && chain.size() <= options.chain_tokens; ++j) {
      if (known.contains(tokens[j])) continue;
      if (++content % options.distance_tokens == 0) chain.push_back(tokens[j]);
    }
    if (chain.size() == options.chain_tokens + 1) features.push_back(sequence_feature(chain));
  }
  if (features.empty() && !tokens.empty()) features.push_back(sequence_feature(tokens));
  return features;
}

RC_GTEST_PROP(Spots, AgreeWithTheDefinition, ()) {
  const auto words = rc::gen::resize(200, rc::gen::container<Hashes>(rc::gen::inRange<std::uint64_t>(0, 12)));
  const Hashes tokens = *words;
  const auto antecedents = *rc::gen::container<Hashes>(rc::gen::inRange<std::uint64_t>(0, 12));
  const SpotOptions options{*rc::gen::inRange<std::size_t>(1, 4), *rc::gen::inRange<std::size_t>(1, 5)};
  Features features;
  SpotSigner(antecedents, options).sign(range_of(tokens), features);
  RC_ASSERT(features == plain_spots(tokens, antecedents, options));
}

RC_GTEST_PROP(TokenSet, HoldsWhatItWasGiven, (const Hashes& held, const Hashes& asked)) {
  const TokenSet tokens(held);
  for (const std::uint64_t token : held) RC_ASSERT(tokens.contains(token));
  for (const std::uint64_t token : asked) {
    RC_ASSERT(tokens.contains(token) == (std::find(held.begin(), held.end(), token) != held.end()));
  }
}

TEST(TokenSet, ZeroAndCrowdedSlots) {
  const Hashes crowded = {0, 1, 2, 3, ~std::uint64_t{0}, ~std::uint64_t{1}, ~std::uint64_t{2}};
  const TokenSet tokens(crowded);
  for (const std::uint64_t token : crowded) EXPECT_TRUE(tokens.contains(token));
  EXPECT_FALSE(tokens.contains(4));
  EXPECT_FALSE(TokenSet(Hashes{}).contains(0));
}

}  // namespace
}  // namespace cento
