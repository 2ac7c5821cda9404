#include "align/loose/loose_alignment.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "align/loose_texts.hpp"
#include "cento/error.hpp"

namespace cento {
namespace {

using testing::WordText;

// A stretch that is copied in these tests, and sentences to put around it.
const std::vector<std::string> kHarbour = {
    "the old harbour was dredged again last autumn because silt had closed the eastern channel. ",
    "fishermen complained that the pilot boats blocked their moorings during every spring tide. ",
    "engineers measured the current below the lighthouse and proposed a second breakwater. ",
    "their report warns that larger ferries will damage the wooden quay within ten years. ",
    "the council postponed its decision until a cheaper design for the breakwater is found. "};
const std::string kBread =
    "sourdough needs patience more than any special flour. knead gently and let the dough rest overnight in a cool "
    "pantry. bake with plenty of steam so that the crust stays thin. slice only when completely cold. ";
const std::string kChess =
    "a passed pawn must be pushed said the grandmaster. her opponent castled late and lost two tempi. rooks belong "
    "behind pawns in nearly every endgame. the clock decided what the board had left open. ";

std::string joined(const std::vector<std::string>& sentences) {
  std::string text;
  for (const std::string& sentence : sentences) text += sentence;
  return text;
}

/// The words of a sentence, without its full stop.
testing::WordList words_of(std::string sentence) {
  std::erase(sentence, '.');
  testing::WordList words(1);
  for (const char c : sentence) {
    if (c == ' ') {
      words.emplace_back();
    } else {
      words.back() += c;
    }
  }
  std::erase(words, "");
  return words;
}

std::vector<Passage> align(const WordText& a, const WordText& b, const LooseOptions& options = {}) {
  std::vector<Passage> passages;
  LooseAligner(options).align(a.loose(), b.loose(), passages);
  return passages;
}

TEST(LooseAlignment, FindsTextWithItsWordsInAnotherOrder) {
  std::string reversed;
  for (const std::string& sentence : kHarbour) {
    testing::WordList words = words_of(sentence);
    std::reverse(words.begin(), words.end());
    reversed += testing::sentence_of(words);
  }
  const std::vector<Passage> passages =
      align(WordText(kBread + joined(kHarbour)), WordText(kChess + reversed + "here the copy ends at last. "));
  ASSERT_EQ(passages.size(), 1U);
  EXPECT_EQ(passages[0].a.sentences, (SentenceRange{4, 9}));
  EXPECT_EQ(passages[0].b.sentences, (SentenceRange{4, 9}));
  EXPECT_EQ(passages[0].a.bytes.begin, kBread.size());
  EXPECT_EQ(passages[0].matched, 5U);
  EXPECT_NEAR(passages[0].similarity, 1, 1e-6);
}

TEST(LooseAlignment, TakesStretchesInAnotherOrderForOnePassage) {
  const std::vector<Passage> passages =
      align(WordText(kBread + joined(kHarbour) + kChess), WordText(kChess + joined(kHarbour)));
  ASSERT_EQ(passages.size(), 1U);
  EXPECT_EQ(passages[0].a.sentences, (SentenceRange{4, 13}));
  EXPECT_EQ(passages[0].b.sentences, (SentenceRange{0, 9}));
}

TEST(LooseAlignment, FindsTextWithEveryThirdWordReplaced) {
  std::string replaced;
  for (const std::string& sentence : kHarbour) {
    testing::WordList words = words_of(sentence);
    for (std::size_t i = 1; i < words.size(); i += 3) words[i] = "other" + std::to_string(replaced.size() + i);
    replaced += testing::sentence_of(words);
  }
  const std::vector<Passage> passages =
      align(WordText(kBread + joined(kHarbour) + kChess), WordText(replaced + "nothing else stands in this text. "));
  ASSERT_EQ(passages.size(), 1U);
  EXPECT_EQ(passages[0].a.sentences, (SentenceRange{4, 9}));
  EXPECT_EQ(passages[0].b.sentences, (SentenceRange{0, 5}));
  EXPECT_EQ(passages[0].matched, 5U);
  EXPECT_LT(passages[0].similarity, 0.9);
}

TEST(LooseAlignment, RunsOverAnInsertedSentence) {
  std::vector<std::string> longer = kHarbour;
  longer.insert(longer.begin() + 2, "meanwhile seven gulls watched everything from somebody's chimney. ");
  const std::vector<Passage> passages = align(WordText(joined(kHarbour) + kBread), WordText(kChess + joined(longer)));
  ASSERT_EQ(passages.size(), 1U);
  EXPECT_EQ(passages[0].a.sentences, (SentenceRange{0, 5}));
  EXPECT_EQ(passages[0].b.sentences, (SentenceRange{4, 10}));
}

TEST(LooseAlignment, EndsWhereTheSharedWordingDoes) {
  const std::string copied =
      "engineers measured the current below the lighthouse and proposed a second breakwater for "
      "the harbour before winter storms could close the eastern channel completely";
  const std::string before = "nobody in our village had ever seen so many herons standing quietly among reeds while ";
  const std::string behind = " although my grandmother insisted upon baking seven plum cakes every single weekend.";
  const WordText a(kBread + before + copied + behind);
  const WordText b(copied + ". " + kChess);
  const std::vector<Passage> passages = align(a, b);
  ASSERT_EQ(passages.size(), 1U);
  EXPECT_EQ(passages[0].a.bytes.of(a.text()), copied);
  EXPECT_EQ(passages[0].b.bytes.of(b.text()), copied + ".");
  EXPECT_EQ(passages[0].a.sentences, (SentenceRange{4, 5}));
}

TEST(LooseAlignment, FindsATextThatWasPastedTwice) {
  const std::string copy = joined(kHarbour);
  const std::vector<Passage> passages = align(WordText(copy + kBread + kChess + copy), WordText(copy));
  ASSERT_EQ(passages.size(), 2U);
  EXPECT_EQ(passages[0].a.sentences, (SentenceRange{0, 5}));
  EXPECT_EQ(passages[1].a.sentences, (SentenceRange{13, 18}));
  EXPECT_EQ(passages[0].b, passages[1].b);
}

TEST(LooseAlignment, FindsASummaryInEitherDirection) {
  // A long text on one subject, and every sixth of its sentences as a short one.
  std::string whole;
  std::string summary;
  for (unsigned i = 0; i < 36; ++i) {
    testing::WordList words = {"harbour", "council", "report", "breakwater"};
    for (unsigned word = 0; word < 6; ++word) words.push_back("n" + std::to_string(i) + "m" + std::to_string(word));
    whole += testing::sentence_of(words);
    if (i % 6 == 2) summary += testing::sentence_of(words);
  }
  const std::vector<Passage> passages = align(WordText(whole), WordText(summary));
  ASSERT_EQ(passages.size(), 1U);
  EXPECT_EQ(passages[0].a.sentences, (SentenceRange{2, 33}));
  EXPECT_EQ(passages[0].b.sentences, (SentenceRange{0, 6}));
  const std::vector<Passage> swapped = align(WordText(summary), WordText(whole));
  ASSERT_EQ(swapped.size(), 1U);
  EXPECT_EQ(swapped[0].a, passages[0].b);
  LooseOptions options;
  options.summaries = false;
  EXPECT_TRUE(align(WordText(whole), WordText(summary), options).empty());
}

TEST(LooseAlignment, FindsNothingInTextsThatShareFrequentWordsOnly) {
  EXPECT_TRUE(align(WordText(joined(kHarbour)), WordText(kBread + kChess)).empty());
}

TEST(LooseAlignment, FindsAOneSentenceTextInItsCopy) {
  const std::string sentence =
      "engineers who measured the current below the old lighthouse proposed a second breakwater and warned that larger "
      "ferries will damage the wooden quay within ten years.";
  const WordText text(sentence);
  const std::vector<Passage> passages = align(text, WordText(sentence));
  ASSERT_EQ(passages.size(), 1U);
  EXPECT_EQ(passages[0].a.bytes.of(text.text()), sentence);
  EXPECT_EQ(passages[0].a, passages[0].b);
  EXPECT_NEAR(passages[0].similarity, 1, 1e-6);
}

TEST(LooseAlignment, LeavesOutShortPassages) {
  const std::string copied = "engineers proposed a second breakwater below the lighthouse. ";
  const WordText a(kBread + copied);
  const WordText b(copied + kChess);
  EXPECT_TRUE(align(a, b).empty());
  LooseOptions options;
  options.min_bytes = 40;
  EXPECT_EQ(align(a, b, options).size(), 1U);
}

TEST(LooseAlignment, EmptyTextsHaveNone) {
  EXPECT_TRUE(align(WordText(""), WordText("")).empty());
  EXPECT_TRUE(align(WordText(""), WordText(joined(kHarbour))).empty());
  EXPECT_TRUE(align(WordText(joined(kHarbour)), WordText("")).empty());
}

TEST(LooseAlignment, ComparesAHugeSentenceInPieces) {
  std::string huge;
  for (unsigned i = 0; i < 20000; ++i) huge += "word" + std::to_string(i) + " ";
  const std::string copied = huge.substr(50000, 3000);
  const WordText a(huge);
  const WordText b(kBread + copied);
  const std::vector<Passage> passages = align(a, b);
  ASSERT_EQ(passages.size(), 1U);
  EXPECT_EQ(passages[0].a.sentences, (SentenceRange{0, 1}));
  EXPECT_GT(passages[0].a.bytes.begin, 49900U);
  EXPECT_LT(passages[0].a.bytes.end, 53100U);
}

TEST(LooseAlignment, BoundsTheWordsOfATextThatRepeatsOneSentence) {
  std::string text;
  for (unsigned i = 0; i < 100000; ++i) text += kHarbour[0];
  const WordText a(text);
  std::vector<Passage> passages;
  const LooseLimits limits = LooseAligner().align(a.loose(), a.loose(), passages);
  EXPECT_GT(limits.words, 0U);
}

TEST(LooseAlignment, BoundsTheSeedsAndKeepsThoseInTheSameOrder) {
  std::string text;
  for (unsigned i = 0; i < 300; ++i) text += kHarbour[0];
  const WordText a(text);
  LooseOptions options;
  options.max_seeds = 1000;
  std::vector<Passage> passages;
  const LooseLimits limits = LooseAligner(options).align(a.loose(), a.loose(), passages);
  EXPECT_EQ(limits.seeds, 300U * 300U - 1000U);
  ASSERT_EQ(passages.size(), 1U);
  EXPECT_EQ(passages[0].a.sentences, (SentenceRange{0, 300}));
  EXPECT_EQ(passages[0].b.sentences, (SentenceRange{0, 300}));
}

TEST(LooseAlignment, CountsClustersOverTheMost) {
  const WordText a(joined(kHarbour) + kBread + kChess);
  const WordText b(kChess +
                   "a sentence that is about something else entirely stands here between those copies. one "
                   "more follows. then another one follows. and one again. it ends. now. " +
                   joined(kHarbour));
  LooseOptions options;
  options.max_clusters = 1;
  std::vector<Passage> passages;
  const LooseLimits limits = LooseAligner(options).align(a.loose(), b.loose(), passages);
  EXPECT_GT(limits.clusters, 0U);
  ASSERT_EQ(passages.size(), 1U);
  EXPECT_EQ(passages[0].a.sentences, (SentenceRange{0, 5}));
}

TEST(LooseAlignment, TellsOptionsThatCannotWork) {
  LooseOptions options;
  options.max_sentence_words = 2;
  EXPECT_THROW(LooseAligner{options}, UsageError);
  options = {};
  options.background = 0;
  EXPECT_THROW(LooseAligner{options}, UsageError);
}

LooseOptions options_for_small_texts() {
  LooseOptions options;
  options.min_bytes = 20;
  return options;
}

RC_GTEST_PROP(LooseAlignment, SwappedTextsHaveTheSamePassagesSwapped, (std::uint32_t seed)) {
  const auto [first, second] = testing::related_texts(seed, *rc::gen::element(10U, 60U, 2000U));
  const WordText a(first);
  const WordText b(second);
  const LooseOptions options = options_for_small_texts();
  const std::vector<Passage> passages = align(a, b, options);
  std::vector<Passage> swapped = align(b, a, options);
  for (Passage& passage : swapped) std::swap(passage.a, passage.b);
  const auto by_place = [](const Passage& x, const Passage& y) {
    return std::pair(x.a.bytes.begin, x.b.bytes.begin) < std::pair(y.a.bytes.begin, y.b.bytes.begin);
  };
  std::sort(swapped.begin(), swapped.end(), by_place);
  RC_ASSERT(passages == swapped);
  RC_CLASSIFY(!passages.empty(), "have passages");
}

RC_GTEST_PROP(LooseAlignment, PassagesLieInTheTexts, (std::uint32_t seed)) {
  const auto [first, second] = testing::related_texts(seed, *rc::gen::element(10U, 60U, 2000U));
  const WordText a(first);
  const WordText b(second);
  const auto lies_in = [](const PassageSide& side, const WordText& text) {
    const auto& sentences = text.loose().sentences;
    return side.sentences.size() > 0 && side.sentences.end <= sentences.size() && side.bytes.size() >= 20 &&
           side.bytes.begin >= sentences[side.sentences.begin].bytes.begin &&
           side.bytes.begin < sentences[side.sentences.begin].bytes.end &&
           side.bytes.end > sentences[side.sentences.end - 1].bytes.begin &&
           side.bytes.end <= sentences[side.sentences.end - 1].bytes.end;
  };
  for (const Passage& passage : align(a, b, options_for_small_texts())) {
    RC_ASSERT(lies_in(passage.a, a));
    RC_ASSERT(lies_in(passage.b, b));
    RC_ASSERT(passage.matched > 0U);
    RC_ASSERT(passage.similarity > 0 && passage.similarity <= 1);
  }
}

RC_GTEST_PROP(LooseAlignment, AnAlignerForgetsThePairBefore, (std::uint32_t seed)) {
  const auto [first, second] = testing::related_texts(seed, 60);
  const auto [third, fourth] = testing::related_texts(seed + 1, 60);
  const WordText a(first);
  const WordText b(second);
  const WordText c(third);
  const WordText d(fourth);
  LooseAligner aligner(options_for_small_texts());
  std::vector<Passage> passages;
  aligner.align(c.loose(), d.loose(), passages);
  aligner.align(a.loose(), b.loose(), passages);
  RC_ASSERT(passages == align(a, b, options_for_small_texts()));
}

}  // namespace
}  // namespace cento
