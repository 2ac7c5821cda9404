#include "study/forum/forum_tuning.hpp"

#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "cento/error.hpp"
#include "study/forum/forum_tables.hpp"
#include "study/forum/word_factors.hpp"
#include "study/judge/curve_svg.hpp"

namespace cento {
namespace {

const std::vector<std::string> kThings = {"rope",    "anchor", "sail", "mast",  "oar",    "tiller", "keel",   "compass",
                                          "lantern", "chart",  "buoy", "winch", "rudder", "bilge",  "galley", "hull"};
const std::vector<std::string> kDeeds = {"mend", "paint", "buy", "clean", "store", "lift", "lend", "sell"};

/// Adds a pair of questions, each a title and maybe a body.
void add(LabelledQuestions& labelled, const std::string& a, const std::string& b, bool is_positive,
         const std::string& query = {}) {
  DocumentBatch& threads = labelled.threads;
  for (const std::string* text : {&a, &b}) {
    const std::vector<Part> parts = {{"title", threads.arena.store(*text)}};
    threads.add(threads.arena.store(std::to_string(threads.documents.size())), parts);
  }
  const auto last = static_cast<DocId>(threads.documents.size());
  labelled.pairs.push_back({std::to_string(labelled.pairs.size()), last - 2, last - 1, is_positive, query});
}

/// Duplicates ask about the same action and thing in other words; the others differ in the thing.
void fill(LabelledQuestions& labelled) {
  for (std::size_t thing = 0; thing < kThings.size(); ++thing) {
    for (const std::string& deed : kDeeds) {
      const std::string& other = kThings[(thing + 1) % kThings.size()];
      add(labelled, "How do I " + deed + " a " + kThings[thing] + "?",
          "What is the best way to " + deed + " my " + kThings[thing], true, "q" + std::to_string(thing));
      add(labelled, "How do I " + deed + " a " + kThings[thing] + "?", "How do I " + deed + " a " + other + "?", false,
          "q" + std::to_string(thing));
    }
  }
}

TuningOptions few_starts() {
  TuningOptions options;
  options.starts = 4;
  return options;
}

TEST(ForumTuning, LearnsThatThingsMatterAndWordingDoesNot) {
  LabelledQuestions labelled;
  fill(labelled);
  const TuningResult result = tune_forum(labelled, {}, few_starts());
  EXPECT_NO_THROW(check(result.model));
  EXPECT_EQ(result.folds.size(), 5U);
  EXPECT_EQ(result.held_out.pairs(), labelled.pairs.size());
  EXPECT_GT(*result.held_out.f1(), 0.9);
  EXPECT_GT(*result.trained.f1(), 0.95);
  ASSERT_EQ(result.model.parts.size(), 1U);
  EXPECT_EQ(result.model.parts[0].part, "title");
  for (const Comparison& comparison : result.model.parts[0].comparisons) EXPECT_GE(comparison.weight, 0.01);
}

TEST(ForumTuning, GivesTheScoresThatTheModelGives) {
  LabelledQuestions labelled;
  fill(labelled);
  const TuningResult result = tune_forum(labelled, {}, few_starts());
  const auto scores = labelled_scores(labelled, {}, result.model, {});
  EXPECT_EQ(count_at(scores, result.model.threshold), result.trained);
  const auto again = labelled_scores(labelled, {}, read_forum_model(to_json(result.model), "o.json"), {});
  EXPECT_EQ(count_at(again, result.model.threshold), result.trained);
}

TEST(ForumTuning, IsTheSameOnAnyNumberOfThreads) {
  LabelledQuestions labelled;
  fill(labelled);
  TuningOptions options = few_starts();
  const TuningResult one = tune_forum(labelled, {}, options);
  options.run.threads = 3;
  const TuningResult three = tune_forum(labelled, {}, options);
  EXPECT_EQ(one.model, three.model);
  EXPECT_EQ(one.held_out, three.held_out);
}

TEST(ForumTuning, TriesWhatItIsTold) {
  LabelledQuestions labelled;
  fill(labelled);
  TuningOptions options = few_starts();
  options.comparisons = {parse_comparison("order"), parse_comparison("imatch")};
  options.learns_words = false;
  const TuningResult result = tune_forum(labelled, {}, options);
  for (const ComparedPart& part : result.model.parts) {
    for (const Comparison& comparison : part.comparisons) {
      EXPECT_TRUE(comparison.features == "order" || comparison.features == "imatch") << comparison.features;
    }
  }
  EXPECT_TRUE(result.model.word_factors.empty());
}

TEST(ForumTuning, WeighsScoresFromOutside) {
  LabelledQuestions labelled;
  fill(labelled);
  TuningOptions options = few_starts();
  options.comparisons = {parse_comparison("order")};
  options.learns_words = false;
  std::vector<double> outside;
  for (const ForumLabel& pair : labelled.pairs) outside.push_back(pair.is_positive ? 0.9 : 0.1);
  outside[3] = kMissing;
  const TuningResult with = tune_forum(labelled, outside, options);
  EXPECT_GT(with.model.outside_weight, 0.3);
  EXPECT_GT(*with.held_out.f1(), *tune_forum(labelled, {}, options).held_out.f1());
}

TEST(ForumTuning, RefusesTooFewLabelsAndFolds) {
  LabelledQuestions labelled;
  add(labelled, "one", "two", true);
  add(labelled, "three", "four", false);
  EXPECT_THROW(static_cast<void>(tune_forum(labelled, {}, {})), Error);
  fill(labelled);
  TuningOptions options;
  options.folds = 1;
  EXPECT_THROW(static_cast<void>(tune_forum(labelled, {}, options)), UsageError);
}

TEST(ForumTuning, TakesAsFewLabelsAsTwoOfEach) {
  LabelledQuestions labelled;
  for (int i = 0; i < 2; ++i) {
    add(labelled, "Where is the key " + kThings[static_cast<std::size_t>(i)], "Where is the key?", true);
    add(labelled, "Who has a " + kThings[static_cast<std::size_t>(i)], "Anything else?", false);
  }
  const TuningResult result = tune_forum(labelled, {}, few_starts());
  EXPECT_EQ(result.held_out.pairs(), 4U);
  EXPECT_NO_THROW(check(result.model));
}

TEST(MapByQuery, RanksThePairsOfEachQuery) {
  LabelledQuestions labelled;
  labelled.pairs = {{"1", 0, 0, true, "q"},
                    {"2", 0, 0, false, "q"},
                    {"3", 0, 0, true, "r"},
                    {"4", 0, 0, false, "r"},
                    {"5", 0, 0, true, ""}};
  const std::vector<ScoredLabel> scores = {{0.9, true}, {0.1, false}, {0.2, true}, {0.4, false}, {0.0, true}};
  const MeanAveragePrecision map = map_by_query(labelled, scores);
  EXPECT_EQ(map.rankings, 2U);
  EXPECT_DOUBLE_EQ(*map.mean, 0.75);
}

TEST(WordFactors, AreHighForWordsThatPartQuestionsAndLowForOthers) {
  LabelledQuestions labelled;
  for (int i = 0; i < 100; ++i) {
    const std::string same = "question " + std::to_string(i);
    add(labelled, same + " please", same, true);
    add(labelled, same + " Rope", same, false);
  }
  add(labelled, "seldom", "question", true);
  const UnsharedWords words(labelled);
  const auto factors = words.learn(all_rows(labelled), {});
  EXPECT_LT(factors.at("please"), 0.5);
  EXPECT_GT(factors.at("rope"), 1.3);
  EXPECT_FALSE(factors.contains("question"));
  EXPECT_FALSE(factors.contains("seldom"));
  const LabelledRows positives_only = {0, 2, 4};
  EXPECT_TRUE(words.learn(positives_only, {}).empty());
}

TEST(CurveSvg, DrawsTheCurveAndThePoint) {
  const std::vector<ScoredLabel> pairs = {{0.9, true}, {0.8, false}, {0.7, true}};
  const std::string svg = curve_svg(pairs, 0.85, "labels <&>");
  EXPECT_EQ(svg.find("<svg "), 0U);
  EXPECT_NE(svg.find("labels &lt;&amp;&gt;"), std::string::npos);
  // Precision 1, 1/2, 2/3 at recall 1/2, 1/2, 1.
  EXPECT_NE(svg.find("points=\"260.0,40.0 260.0,240.0 460.0,173.3\""), std::string::npos) << svg;
  EXPECT_NE(svg.find("<circle cx=\"260.0\" cy=\"40.0\""), std::string::npos);
  EXPECT_EQ(svg.substr(svg.size() - 7), "</svg>\n");
}

TEST(ForumTables, TellTheBestOfEachSignatureInEachPart) {
  LabelledQuestions labelled;
  fill(labelled);
  const std::vector<StudyTable> tables = forum_tables(labelled, {});
  ASSERT_EQ(tables.size(), 1U);  // Table 2 is for three parts
  ASSERT_EQ(tables[0].rows.size(), 9U);
  ASSERT_EQ(tables[0].columns.size(), 2U);
  EXPECT_EQ(tables[0].rows[1].name.shown, "shingle:3");
  ForumModel shingles;
  shingles.parts = {{"title", 1, {parse_comparison("shingle:3")}}};
  auto scores = labelled_scores(labelled, {}, shingles, {});
  for (ScoredLabel& pair : scores) pair.score = pair.score > 0 ? pair.score : kNeverFound;
  EXPECT_DOUBLE_EQ(*tables[0].rows[1].values[0], best_f1(scores)->f1);
}

}  // namespace
}  // namespace cento
