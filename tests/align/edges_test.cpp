#include "align/edges.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <string>
#include <string_view>

namespace cento {
namespace {

/// A text cut into sentences.
struct Cut {
  explicit Cut(std::string_view words) : text(words) { TextAnalyzer().analyze(text, analyzed); }

  [[nodiscard]] PassageSide side(SentenceRange range) const {
    return {range, {analyzed.sentences[range.begin].bytes.begin, analyzed.sentences[range.end - 1].bytes.end}};
  }
  [[nodiscard]] std::string of(const PassageSide& side) const { return std::string(side.bytes.of(text)); }

  std::string text;
  AnalyzedText analyzed;
};

/// The passage with these matching sentences, after moving its edges.
Passage moved(const Cut& a, SentenceRange in_a, const Cut& b, SentenceRange in_b) {
  Passage passage{a.side(in_a), b.side(in_b), in_a.size(), 1};
  move_edges(a.analyzed, b.analyzed, {}, passage);
  return passage;
}

TEST(Edges, StayWhereTheSentencesEndIfNothingElseIsShared) {
  const Cut a("Nobody came. The bells rang at noon! Rain fell on the square.");
  const Cut b("It was late. The bells rang at noon! We left after lunch.");
  const Passage passage = moved(a, {1, 2}, b, {1, 2});
  EXPECT_EQ(a.of(passage.a), "The bells rang at noon!");
  EXPECT_EQ(b.of(passage.b), "The bells rang at noon!");
  EXPECT_EQ(passage.a.sentences, (SentenceRange{1, 2}));
}

TEST(Edges, MoveOverTheWordsThatFollowAlike) {
  const Cut a("The bells rang at noon. The mayor spoke for an hour about the bridge.");
  const Cut b("The bells rang at noon. The mayor spoke for ten minutes.");
  const Passage passage = moved(a, {0, 1}, b, {0, 1});
  EXPECT_EQ(a.of(passage.a), "The bells rang at noon. The mayor spoke for");
  EXPECT_EQ(b.of(passage.b), "The bells rang at noon. The mayor spoke for");
  EXPECT_EQ(passage.a.sentences, (SentenceRange{0, 2}));
  EXPECT_EQ(passage.b.sentences, (SentenceRange{0, 2}));
}

TEST(Edges, MoveOverTheWordsThatPrecedeAlike) {
  const Cut a("In the end everybody went home early. The bells rang at noon.");
  const Cut b("Some say that everyone went home early. The bells rang at noon.");
  const Passage passage = moved(a, {1, 2}, b, {1, 2});
  EXPECT_EQ(a.of(passage.a), "went home early. The bells rang at noon.");
  EXPECT_EQ(b.of(passage.b), "went home early. The bells rang at noon.");
  EXPECT_EQ(passage.b.sentences, (SentenceRange{0, 2}));
}

TEST(Edges, DoNotMoveForAWordOrTwo) {
  const Cut a("The bells rang at noon. The mayor was ill.");
  const Cut b("The bells rang at noon. The mayor spoke.");
  EXPECT_EQ(a.of(moved(a, {0, 1}, b, {0, 1}).a), "The bells rang at noon.");
}

TEST(Edges, EndWithTheSentenceThatIsSharedWhole) {
  // One text ends a sentence where the other continues it.
  const Cut a("The bells rang at noon. Nobody knew why (yet). Rain fell.");
  const Cut b("The bells rang at noon. Nobody knew why yet and nobody asked.");
  const Passage passage = moved(a, {0, 1}, b, {0, 1});
  EXPECT_EQ(a.of(passage.a), "The bells rang at noon. Nobody knew why (yet).");
  EXPECT_EQ(b.of(passage.b), "The bells rang at noon. Nobody knew why yet");
  EXPECT_EQ(passage.a.sentences, (SentenceRange{0, 2}));
}

TEST(Edges, CutWhatNearlyMatchingSentencesDoNotShare) {
  const Cut a("Yesterday the old crane in the harbour of Hull was taken down after years of talk in London.");
  const Cut b("The old crane in the harbour of Hull was taken down after years of talk in the council of the town.");
  const Passage passage = moved(a, {0, 1}, b, {0, 1});
  EXPECT_EQ(a.of(passage.a), "the old crane in the harbour of Hull was taken down after years of talk in");
  EXPECT_EQ(b.of(passage.b), "The old crane in the harbour of Hull was taken down after years of talk in");
}

TEST(Edges, KeepSentencesThatDifferOnlyInside) {
  const Cut a("The old crane in the harbour of Hull went down in May.");
  const Cut b("The old crane in the port of Hull went down in May.");
  const Passage passage = moved(a, {0, 1}, b, {0, 1});
  EXPECT_EQ(a.of(passage.a), a.text);
  EXPECT_EQ(b.of(passage.b), b.text);
}

TEST(Edges, GoOnInsideASentenceThatTheOtherTextCutsInTwo) {
  const Cut a("The old crane in the harbour came down. Nobody was hurt at all.");
  const Cut b("The old crane in the harbour came down, nobody was hurt at all.");
  const Passage passage = moved(a, {0, 1}, b, {0, 1});
  EXPECT_EQ(a.of(passage.a), a.text);
  EXPECT_EQ(b.of(passage.b), b.text);
  EXPECT_EQ(passage.a.sentences, (SentenceRange{0, 2}));
  EXPECT_EQ(passage.b.sentences, (SentenceRange{0, 1}));
}

TEST(Edges, KeepSentencesWholeThatShareNoWordsInARow) {
  const Cut a("Down came the crane.");
  const Cut b("The crane came down today.");
  const Passage passage = moved(a, {0, 1}, b, {0, 1});
  EXPECT_EQ(a.of(passage.a), a.text);
  EXPECT_EQ(b.of(passage.b), b.text);
}

TEST(Edges, MoveByCharactersInChinese) {
  const Cut a("中午钟声响了。市长谈到了新桥的费用。");
  const Cut b("中午钟声响了。市长谈到了明年的计划。");
  const Passage passage = moved(a, {0, 1}, b, {0, 1});
  EXPECT_EQ(a.of(passage.a), "中午钟声响了。市长谈到了");
  EXPECT_EQ(b.of(passage.b), "中午钟声响了。市长谈到了");
}

TEST(Edges, GoNoFurtherThanTheWindows) {
  const Cut a("Bells rang here. One two three four. Five six seven eight. Nine ten more words. And so it went on.");
  const Passage passage = moved(a, {0, 1}, a, {0, 1});
  EXPECT_EQ(passage.a.sentences, (SentenceRange{0, 4}));
}

TEST(Edges, NeedOnlyTheSentencesOfTheirWindows) {
  const Cut a("One is here. Two is there. The bells rang at noon. The mayor spoke for an hour.");
  const Cut b("Nothing before. The bells rang at noon. The mayor spoke for ten minutes.");
  const EdgeOptions options;
  Passage passage{a.side({2, 3}), b.side({1, 2}), 1, 1};
  EXPECT_EQ(end_window({2, 3}, 4, options), (SentenceRange{2, 4}));
  EXPECT_EQ(begin_window({2, 3}, options), (SentenceRange{0, 3}));
  move_end(window_of(a.analyzed, {2, 4}), window_of(b.analyzed, {1, 3}), options, passage);
  EXPECT_EQ(a.of(passage.a), "The bells rang at noon. The mayor spoke for");
  EXPECT_EQ(passage.a.sentences, (SentenceRange{2, 4}));
}

/// A text of few different words, so that much is shared by chance.
std::string random_text() {
  std::string text;
  const auto words = *rc::gen::container<std::vector<int>>(rc::gen::inRange(0, 12));
  for (const int word : words) {
    if (!text.empty()) text += word < 3 ? ". " : " ";
    text += std::string(1, static_cast<char>('A' + word % 4)) + "ord";
  }
  return text + ". Last.";
}

RC_GTEST_PROP(Edges, AreTheSameWhenTheTextsAreSwappedAndKeepToTheText, ()) {
  const Cut a(random_text());
  const Cut b(random_text());
  const auto range_of = [](const Cut& cut) {
    const auto count = static_cast<std::uint32_t>(cut.analyzed.sentences.size());
    const auto begin = *rc::gen::inRange<std::uint32_t>(0, count);
    return SentenceRange{begin, *rc::gen::inRange<std::uint32_t>(begin + 1, count + 1)};
  };
  const SentenceRange in_a = range_of(a);
  const SentenceRange in_b = range_of(b);
  const Passage passage = moved(a, in_a, b, in_b);
  const Passage other = moved(b, in_b, a, in_a);
  RC_ASSERT(passage.a == other.b);
  RC_ASSERT(passage.b == other.a);
  for (const auto& [cut, side] : {std::pair(&a, passage.a), std::pair(&b, passage.b)}) {
    RC_ASSERT(side.bytes.begin < side.bytes.end);
    RC_ASSERT(side.bytes.end <= cut->text.size());
    const auto& sentences = cut->analyzed.sentences;
    RC_ASSERT(sentences[side.sentences.begin].bytes.begin <= side.bytes.begin);
    RC_ASSERT(side.bytes.begin < sentences[side.sentences.begin].bytes.end);
    RC_ASSERT(side.bytes.end > sentences[side.sentences.end - 1].bytes.begin);
    RC_ASSERT(side.bytes.end <= sentences[side.sentences.end - 1].bytes.end);
  }
}

}  // namespace
}  // namespace cento
