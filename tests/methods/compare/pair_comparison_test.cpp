#include "methods/compare/pair_comparison.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <deque>
#include <string>
#include <string_view>

#include "cento/error.hpp"

namespace cento {
namespace {

/// A document cut into sentences.
class Cut {
 public:
  explicit Cut(std::vector<std::string> parts) : texts_(std::move(parts)) {
    for (const std::string& text : texts_) {
      TextAnalyzer().analyze(text, analyzed_.emplace_back());
      parts_.push_back({text, &analyzed_.back()});
    }
  }
  explicit Cut(std::string text) : Cut(std::vector<std::string>{std::move(text)}) {}

  [[nodiscard]] std::span<const AnalyzedPart> parts() const { return parts_; }
  [[nodiscard]] std::string of(std::uint32_t part, const PassageSide& side) const {
    return std::string(side.bytes.of(texts_[part]));
  }

 private:
  std::vector<std::string> texts_;
  std::deque<AnalyzedText> analyzed_;
  std::vector<AnalyzedPart> parts_;
};

PairComparison compare(const Cut& a, const Cut& b, const PassageOptions& options = {}) {
  return PairComparer(options).compare(a.parts(), b.parts());
}

const char* const kCrane =
    "The old crane in the harbour came down on Friday. Nobody was hurt when it fell. "
    "The port had wanted to sell it for years.";

TEST(PairComparison, FindsWhatWasCopied) {
  const Cut a("Good morning, readers. " + std::string(kCrane) + " We will report.");
  const Cut b("Short news. Rain again. " + std::string(kCrane) + " Sport follows here.");
  const PairComparison found = compare(a, b);
  ASSERT_EQ(found.passages.size(), 1U);
  const PartPassage& passage = found.passages[0];
  EXPECT_EQ(a.of(0, passage.passage.a), kCrane);
  EXPECT_EQ(b.of(0, passage.passage.b), kCrane);
  EXPECT_EQ(passage.passage.a.sentences, (SentenceRange{1, 4}));
  EXPECT_EQ(passage.passage.b.sentences, (SentenceRange{2, 5}));
  EXPECT_EQ(passage.passage.matched, 3U);
  EXPECT_EQ(passage.passage.similarity, 1.0);
  EXPECT_EQ(found.a, (SharedAmount{31, 25, 5, 0}));
  EXPECT_FALSE(found.same_words);
}

TEST(PairComparison, LooseMatchingFindsTheSameWordsInAnotherOrder) {
  const std::string news =
      "The port sold its last steam crane to a museum in the north on Friday. Workers had kept the boiler polished "
      "since the harbour railway closed. A barge will carry the iron arm along the coast before winter storms begin. ";
  const std::string reordered =
      "On Friday the port sold to a museum in the north its last steam crane. Since the harbour railway closed, "
      "workers "
      "had kept polished the boiler. Before winter storms begin a barge will carry along the coast the iron arm. ";
  const Cut a("Bread needs patience and a cool pantry more than any special flour. " + news);
  const Cut b(reordered + "Her opponent castled late, lost two pawns and resigned at midnight.");
  PassageOptions options;
  EXPECT_TRUE(compare(a, b, options).passages.empty());
  options.match = SentenceMatching::loose;
  const PairComparison found = compare(a, b, options);
  ASSERT_EQ(found.passages.size(), 1U);
  EXPECT_NE(a.of(0, found.passages[0].passage.a).find("museum"), std::string::npos);
  EXPECT_EQ(a.of(0, found.passages[0].passage.a).find("flour"), std::string::npos);
  EXPECT_EQ(b.of(0, found.passages[0].passage.b).find("midnight"), std::string::npos);
}

TEST(PairComparison, LooseMatchingTellsWhatMatchesAnywayOnce) {
  const Cut a("Good morning, readers. " + std::string(kCrane) + " We will report.");
  const Cut b("Short news. Rain again. " + std::string(kCrane) + " Sport follows here.");
  PassageOptions options;
  options.match = SentenceMatching::loose;
  EXPECT_EQ(compare(a, b, options).passages.size(), 1U);
}

TEST(PairComparison, SeesThatDocumentsHaveTheSameWords) {
  const PairComparison found = compare(Cut(kCrane), Cut("»" + std::string(kCrane) + "«"));
  EXPECT_TRUE(found.same_words);
  EXPECT_EQ(found.a.share(), 1.0);
  EXPECT_EQ(found.b.share(), 1.0);
}

TEST(PairComparison, MatchesSentencesThatDifferInAWordUnlessExact) {
  const std::string longer =
      "The old crane in the harbour that once lifted the engines of the largest ships on this coast came down on "
      "Friday "
      "shortly after noon.";
  const std::string edited =
      "Yesterday the old crane in the harbour that once lifted the engines of the largest ships on this coast came "
      "down "
      "on Friday shortly after noon.";
  const Cut a(longer + " Nobody was hurt. It was empty.");
  const Cut b(edited + " Nobody was hurt. It was empty.");
  PassageOptions options;
  const PairComparison near = compare(a, b, options);
  ASSERT_EQ(near.passages.size(), 1U);
  EXPECT_LT(near.passages[0].passage.similarity, 1.0);
  EXPECT_GT(near.passages[0].passage.similarity, 0.96);
  EXPECT_EQ(b.of(0, near.passages[0].passage.b).substr(0, 13), "the old crane");
  options.match = SentenceMatching::exact;
  EXPECT_TRUE(compare(a, b, options).passages.empty());
  EXPECT_EQ(compare(a, b, options).a.lone_sentences, 2U);
}

TEST(PairComparison, GoesOverAGapAsWideAsAllowed) {
  const Cut a("One came in. Two went out. This was rewritten. Three sat down. Four stood up.");
  const Cut b("One came in. Two went out. Somebody changed it. Three sat down. Four stood up.");
  PassageOptions options;
  ASSERT_EQ(compare(a, b, options).passages.size(), 1U);
  EXPECT_EQ(compare(a, b, options).passages[0].passage.matched, 4U);
  options.max_gap = 0;
  EXPECT_TRUE(compare(a, b, options).passages.empty());
  options.min_sentences = 2;
  EXPECT_EQ(compare(a, b, options).passages.size(), 2U);
}

TEST(PairComparison, LeavesTheEdgesAtTheSentencesIfToldTo) {
  const Cut a(std::string(kCrane) + " The mayor spoke for an hour.");
  const Cut b(std::string(kCrane) + " The mayor spoke for a minute.");
  PassageOptions options;
  EXPECT_EQ(a.of(0, compare(a, b, options).passages[0].passage.a), std::string(kCrane) + " The mayor spoke for");
  options.edges = PassageEdges::sentence;
  EXPECT_EQ(a.of(0, compare(a, b, options).passages[0].passage.a), kCrane);
}

TEST(PairComparison, ComparesEachPartWithEach) {
  const Cut a(std::vector<std::string>{"A title", kCrane, kCrane});
  const Cut b(std::vector<std::string>{kCrane, "Other words"});
  const PairComparison found = compare(a, b);
  ASSERT_EQ(found.passages.size(), 2U);
  EXPECT_EQ(found.passages[0].part_a, 1U);
  EXPECT_EQ(found.passages[0].part_b, 0U);
  EXPECT_EQ(found.passages[1].part_a, 2U);
  EXPECT_EQ(found.b.shared_words, 25U);
}

TEST(PairComparison, CountsWordsAsSharedThatBothHave) {
  const std::string more = " Snow covers every roof of this quiet town, and all roads behind us.";
  const Cut a(std::string(kCrane) + " In between. " + kCrane);
  const Cut b(std::string(kCrane) + more + " " + kCrane);
  const PairComparison found = compare(a, b);
  EXPECT_EQ(found.a.words - found.a.shared_words, 2U);
  EXPECT_EQ(found.b.words - found.b.shared_words, 13U);
}

TEST(PairComparison, OfEmptyDocumentsFindsNothing) {
  const PairComparison found = compare(Cut(""), Cut("... !"));
  EXPECT_TRUE(found.passages.empty());
  EXPECT_TRUE(found.same_words);
  EXPECT_EQ(found.a.share(), 0.0);
}

TEST(PairComparison, SaysWhatItLeftOutOfSentencesThatRepeatVeryOften) {
  std::string text;
  for (int i = 0; i < 2100; ++i) text += "No. ";
  const PairComparison found = compare(Cut(text), Cut(text));
  ASSERT_EQ(found.passages.size(), 1U);
  EXPECT_EQ(found.passages[0].passage.matched, 2100U);
  EXPECT_EQ(found.left_out_matches, 2100U * 2100U - 2100U);
  EXPECT_EQ(found.a.share(), 1.0);
}

TEST(PairComparison, RefusesASignatureThatNeedsStatisticsItDoesNotHave) {
  PassageOptions options;
  options.signature = "imatch:0.1:1";
  EXPECT_THROW(PairComparer comparer(options), UsageError);
  options.signature = "shingles";
  EXPECT_THROW(PairComparer comparer(options), UsageError);
}

std::string random_document() {
  const std::vector<std::string> sentences = {"One came in.", "Two went out of the house at noon.", "Three sat down.",
                                              "Two went out of the house at one.", "Four stood up and left us."};
  std::string text;
  for (const std::size_t chosen : *rc::gen::container<std::vector<std::size_t>>(rc::gen::inRange<std::size_t>(0, 5))) {
    text += sentences[chosen] + " ";
  }
  return text;
}

RC_GTEST_PROP(PairComparison, IsTheSameWhenTheDocumentsAreSwapped, ()) {
  const Cut a(std::vector<std::string>{random_document(), random_document()});
  const Cut b(random_document());
  PassageOptions options;
  options.threshold = 0.5;
  options.min_sentences = 2;
  const PairComparison found = compare(a, b, options);
  PairComparison swapped = compare(b, a, options);
  std::swap(swapped.a, swapped.b);
  for (PartPassage& passage : swapped.passages) {
    std::swap(passage.part_a, passage.part_b);
    std::swap(passage.passage.a, passage.passage.b);
  }
  RC_ASSERT(std::is_permutation(found.passages.begin(), found.passages.end(), swapped.passages.begin(),
                                swapped.passages.end()));
  swapped.passages = found.passages;
  RC_ASSERT(found == swapped);
}

}  // namespace
}  // namespace cento
