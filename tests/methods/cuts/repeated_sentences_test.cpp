#include "methods/cuts/repeated_sentences.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "cento/error.hpp"
#include "methods/word_documents.hpp"

namespace cento {
namespace {

using testing::Batches;

struct Found {
  std::vector<RepeatedRun> runs;
  RepeatCounts counts;
};

Found find(const std::vector<std::string>& texts, const RepeatOptions& options, std::size_t references = 0) {
  const Batches batches(texts, 1);
  RepeatedSentenceFinder finder(options);
  std::size_t added = 0;
  for (const DocumentBatch& batch : batches.all()) {
    finder.add(*finder.sign(batch));
    if (++added == references) finder.end_reference();
  }
  Found found;
  found.counts = finder.find([&](const RepeatedRun& run) { found.runs.push_back(run); });
  return found;
}

RepeatOptions level(std::uint32_t min_sentences, std::uint32_t min_tokens = 3) {
  RepeatOptions options;
  options.min_sentences = min_sentences;
  options.min_tokens = min_tokens;
  return options;
}

/// The texts after the cuts.
std::vector<std::string> cut(std::vector<std::string> texts, const RepeatOptions& options, std::size_t references = 0) {
  Found found = find(texts, options, references);
  std::reverse(found.runs.begin(), found.runs.end());
  for (const RepeatedRun& run : found.runs) {
    texts[run.cut.document].erase(run.cut.bytes.begin, run.cut.bytes.size());
  }
  return texts;
}

using Texts = std::vector<std::string>;

TEST(RepeatedSentences, GoButForTheFirst) {
  const Texts texts = {"The ferry leaves at noon. Bread is baked early.",
                       "We came late. The FERRY leaves, at noon! So?"};
  EXPECT_EQ(cut(texts, level(1)), (Texts{texts[0], "We came late. So?"}));
  const Found found = find(texts, level(1));
  const RepeatedRun expected{{1, 0, {1, 2}, {14, 41}}, {0, 0, {0, 1}, {0, 25}}};
  EXPECT_EQ(found.runs, std::vector<RepeatedRun>{expected});
  EXPECT_EQ(found.counts.sentences, 5U);
  EXPECT_EQ(found.counts.cut_sentences, 1U);
  EXPECT_EQ(found.counts.cut_documents, 1U);
  EXPECT_EQ(found.counts.cut_bytes, 27U);
}

TEST(RepeatedSentences, StayIfTheyAreShort) {
  EXPECT_EQ(cut({"Yes. No way.", "Yes. No way."}, level(1)), (Texts{"Yes. No way.", "Yes. No way."}));
  EXPECT_EQ(cut({"Yes. No way.", "Yes. No way."}, level(1, 2)), (Texts{"Yes. No way.", "Yes."}));
  EXPECT_EQ(cut({"Yes. No way.", "Yes. No way."}, level(1, 1)), (Texts{"Yes. No way.", ""}));
}

TEST(RepeatedSentences, GoWithinADocument) {
  EXPECT_EQ(cut({"The sea is calm. It rains a bit. The sea is calm."}, level(1)),
            Texts{"The sea is calm. It rains a bit."});
}

TEST(RepeatedSentences, ArePutBackTogetherAsTheyWereSeparated) {
  const std::string sea = "The sea is calm.";
  EXPECT_EQ(cut({sea, "It rains.\n\n" + sea + " It snows."}, level(1))[1], "It rains.\n\nIt snows.");
  EXPECT_EQ(cut({sea, "It rains. " + sea + "\n\nIt snows."}, level(1))[1], "It rains.\n\nIt snows.");
  EXPECT_EQ(cut({sea, "It rains.\n\n" + sea + "\nIt snows."}, level(1))[1], "It rains.\n\nIt snows.");
  EXPECT_EQ(cut({sea, "It rains. " + sea + "\n"}, level(1))[1], "It rains.\n");
  EXPECT_EQ(cut({sea, "  " + sea + "\nIt rains."}, level(1))[1], "  It rains.");
  EXPECT_EQ(cut({sea, " \n" + sea + "\n"}, level(1))[1], "");
}

const std::string kA = "Ann reads books.";
const std::string kB = "Ben sells boats.";
const std::string kC = "Cat eats corn.";
const std::string kD = "Dan plays drums.";
const std::string kE = "Eve paints eggs.";

TEST(RepeatedPassages, GoIfTheyAreLongEnough) {
  const std::string first = kA + " " + kB + " " + kC + " " + kD;
  EXPECT_EQ(cut({first, kE + " " + kB + " " + kC + " " + kD + " " + kE}, level(3))[1], kE + " " + kE);
  EXPECT_EQ(cut({first, kE + " " + kB + " " + kC + " " + kE}, level(3))[1], kE + " " + kB + " " + kC + " " + kE);
  EXPECT_EQ(cut({first, kB + " " + kC + " " + kE}, level(2))[1], kE);
  EXPECT_EQ(cut({first, kC + " " + kB + " " + kA}, level(2))[1], kC + " " + kB + " " + kA) << "in another order";
}

TEST(RepeatedPassages, TellWhereTheyStay) {
  const Found found = find({kA + " " + kB + " " + kC, kE, kE + "\n" + kA + "\n" + kB + "\n" + kC}, level(3));
  const RepeatedRun expected{{2, 0, {1, 4}, {16, 65}}, {0, 0, {0, 3}, {0, 48}}};
  EXPECT_EQ(found.runs, std::vector<RepeatedRun>{expected});
}

TEST(RepeatedPassages, AreToldInPiecesThatStayTogether) {
  const Found found = find({kA + " " + kB, kC + " " + kD, kA + " " + kB + " " + kC + " " + kD}, level(2));
  ASSERT_EQ(found.runs.size(), 2U);
  EXPECT_EQ(found.runs[0], (RepeatedRun{{2, 0, {0, 2}, {0, 34}}, {0, 0, {0, 2}, {0, 33}}}));
  EXPECT_EQ(found.runs[1], (RepeatedRun{{2, 0, {2, 4}, {34, 65}}, {1, 0, {0, 2}, {0, 31}}}));
  EXPECT_EQ(found.counts.emptied_parts, 1U);
}

/// So many other sentences that no window before them is remembered as a recent one.
std::string many_other_sentences() {
  std::string text;
  for (int i = 0; i < 400'000; ++i) text += "It is x" + std::to_string(i) + ".\n";
  return text;
}

TEST(RepeatedPassages, StayAtTheFirstPlaceOfAllWhateverLiesBetween) {
  const std::string bc = kB + "\n" + kC + "\n";
  const Texts texts = {bc, kA + "\n" + kB + "\n", kA + "\n" + bc, kD + "\n" + bc};
  Texts apart = texts;
  apart.insert(apart.begin() + 2, many_other_sentences());
  const Found near = find(texts, level(2));
  Found far = find(apart, level(2));
  for (RepeatedRun& run : far.runs) {
    --run.cut.document;
    ASSERT_LT(run.kept.document, 2U);
  }
  ASSERT_EQ(near.runs.size(), 3U);
  EXPECT_EQ(near.runs[2].kept.document, 0U);
  EXPECT_EQ(far.runs, near.runs);
}

TEST(RepeatedPassages, DoNotOverlapWhatTheyRepeat) {
  const auto times = [](std::size_t count) {
    std::string text;
    for (std::size_t i = 0; i < count; ++i) text += kA + "\n";
    return text;
  };
  EXPECT_EQ(cut({times(5)}, level(3))[0], times(5));
  EXPECT_EQ(cut({times(6)}, level(3))[0], times(3));
  EXPECT_EQ(cut({times(1000)}, level(3))[0], times(3));
}

TEST(RepeatedPassages, TakeWhatHasNoWordsWithThem) {
  EXPECT_EQ(cut({kA + " " + kB, kE + "\n\n* * *\n\n" + kA + "\n\n* * *\n\n" + kB}, level(2))[1], kE + "\n\n* * *");
}

TEST(RepeatedPassages, EndAtTheEndOfAPart) {
  DocumentBatch first;
  first.add("first", std::string_view("Ann reads books. Ben sells boats."));
  DocumentBatch batch;
  const std::vector<Part> parts = {{"title", "Ann reads books."},
                                   {"body", "Ben sells boats. Ann reads books. Ben sells boats."}};
  batch.add("second", parts);
  RepeatedSentenceFinder finder(level(2));
  finder.add(*finder.sign(first));
  finder.add(*finder.sign(batch));
  std::vector<RepeatedRun> runs;
  static_cast<void>(finder.find([&](const RepeatedRun& run) { runs.push_back(run); }));
  ASSERT_EQ(runs.size(), 1U);
  EXPECT_EQ(runs[0].cut, (SentenceRun{1, 1, {1, 3}, {16, 50}}));
}

TEST(RepeatedPassages, AreCutForTheReferenceButNotInIt) {
  const Texts texts = {kA + " " + kB, kA + " " + kB, kE + " " + kA + " " + kB};
  EXPECT_EQ(cut(texts, level(2), 2), (Texts{texts[0], texts[1], kE}));
  const RepeatCounts counts = find(texts, level(2), 2).counts;
  EXPECT_EQ(counts.by_reference, 2U);
  EXPECT_EQ(counts.cut_documents, 1U);
}

TEST(RepeatedSentences, RefuseWindowsOfNothing) {
  EXPECT_THROW(RepeatedSentenceFinder{level(0)}, UsageError);
}

/// A collection as letters, one per sentence.
Texts random_letters(std::uint32_t seed) {
  std::mt19937 random(seed);
  Texts documents(1 + random() % 12);
  const std::size_t letters = 1 + random() % 6;
  for (std::string& document : documents) {
    for (std::size_t i = random() % 20; i > 0; --i) document += static_cast<char>('a' + random() % letters);
  }
  return documents;
}

std::string text_of(const std::string& letters) {
  std::string text;
  for (const char letter : letters) text += std::string("This is x") + letter + ".\n";
  return text;
}

struct Position {
  std::size_t document;
  std::size_t at;
  friend auto operator<=>(const Position&, const Position&) = default;
};

/// What is cut, by definition: every window compared with every earlier one.
std::set<Position> cut_by_definition(const Texts& documents, std::size_t size, std::size_t references) {
  std::vector<Position> windows;
  std::set<Position> cut;
  for (std::size_t document = 0; document < documents.size(); ++document) {
    for (std::size_t at = 0; at + size <= documents[document].size(); ++at) {
      const std::string window = documents[document].substr(at, size);
      const bool repeats = std::any_of(windows.begin(), windows.end(), [&](const Position& earlier) {
        return documents[earlier.document].compare(earlier.at, size, window) == 0 &&
               (earlier.document != document || earlier.at + size <= at);
      });
      for (std::size_t i = 0; repeats && document >= references && i < size; ++i) cut.insert({document, at + i});
      windows.push_back({document, at});
    }
  }
  return cut;
}

RC_GTEST_PROP(RepeatedSentences, AreThoseOfTheDefinitionAndStayElsewhere, (std::uint32_t seed)) {
  const Texts documents = random_letters(seed);
  const std::size_t size = 1 + seed % 4;
  const std::size_t references = seed % 3 == 0 ? documents.size() / 3 : 0;
  RepeatOptions options = level(static_cast<std::uint32_t>(size));
  options.threads = 1 + seed % 3;
  options.memory_bytes = seed % 2 == 0 ? std::uint64_t{1} << 30 : 1000;
  Texts texts;
  for (const std::string& letters : documents) texts.push_back(text_of(letters));
  const Found found = find(texts, options, references);
  std::set<Position> cut;
  for (const RepeatedRun& run : found.runs) {
    for (std::uint32_t i = run.cut.sentences.begin; i < run.cut.sentences.end; ++i) cut.insert({run.cut.document, i});
  }
  RC_ASSERT(cut == cut_by_definition(documents, size, references));
  for (const RepeatedRun& run : found.runs) {
    RC_ASSERT(run.cut.sentences.size() == run.kept.sentences.size());
    for (std::uint32_t i = 0; i < run.cut.sentences.size(); ++i) {
      const Position gone{run.cut.document, run.cut.sentences.begin + i};
      const Position stays{run.kept.document, run.kept.sentences.begin + i};
      RC_ASSERT(stays < gone);
      RC_ASSERT(!cut.contains(stays));
      RC_ASSERT(documents[stays.document][stays.at] == documents[gone.document][gone.at]);
    }
    const std::string kept =
        text_of(documents[run.kept.document].substr(run.kept.sentences.begin, run.kept.sentences.size()));
    RC_ASSERT(run.kept.bytes.of(texts[run.kept.document]) == kept.substr(0, kept.size() - 1));
  }
}

}  // namespace
}  // namespace cento
