#include "methods/forum/forum_model.hpp"

#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "cento/error.hpp"

namespace cento {
namespace {

ForumModel two_parts() {
  ForumModel model;
  model.parts = {{"title", 3, {parse_comparison("words*idf"), parse_comparison("order")}},
                 {"answer", 1, {parse_comparison("shingle:3")}}};
  model.parts[0].comparisons[1].weight = 3;
  return model;
}

std::string complaint_of(const ForumModel& model) {
  try {
    check(model);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "";
}

std::string reading_complaint(const std::string& json) {
  try {
    static_cast<void>(read_forum_model(json, "o.json"));
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(ComparisonText, IsReadAndWritten) {
  const Comparison plain = parse_comparison("shingle:3");
  EXPECT_EQ(plain, (Comparison{"shingle:3", 0, SetMeasure::jaccard, 1}));
  EXPECT_EQ(parse_comparison("words*idf"), (Comparison{"words", 1, SetMeasure::jaccard, 1}));
  EXPECT_EQ(parse_comparison("words*idf2/contained"), (Comparison{"words", 2, SetMeasure::containment, 1}));
  EXPECT_EQ(parse_comparison("grams:3*idf1.5/rarest"), (Comparison{"grams:3", 1.5, SetMeasure::rarest, 1}));
  EXPECT_EQ(parse_comparison("words/jaccard"), (Comparison{"words", 0, SetMeasure::jaccard, 1}));
  for (const char* text : {"shingle:3", "words*idf", "words*idf2/contained", "grams:3*idf1.5/rarest", "order"}) {
    EXPECT_EQ(to_string(parse_comparison(text)), text);
  }
}

TEST(ComparisonText, ThatIsWrongIsRefusedWithWhatThereIs) {
  for (const char* text : {"", "*idf", "/contained", "words*", "words*df", "words*idf0", "words*idf-1", "words*idfx",
                           "words*idf9", "words/", "words/most", "order*idf", "order/rarest", "words*idfnan"}) {
    try {
      static_cast<void>(parse_comparison(text));
      ADD_FAILURE() << text;
    } catch (const UsageError& error) {
      EXPECT_EQ(std::string(error.what()).find("cannot compare by \"" + std::string(text) + "\": "), 0U);
    }
  }
}

TEST(ForumModelCheck, TakesTheDefaultWithThePapersWeights) {
  const ForumModel model = default_forum_model();
  EXPECT_EQ(complaint_of(model), "");
  ASSERT_EQ(model.parts.size(), 3U);
  EXPECT_EQ(model.parts[0].weight, 0.4);
  EXPECT_EQ(model.parts[1].weight, 0.2);
  EXPECT_EQ(model.parts[2].weight, 0.4);
  EXPECT_EQ(model.threshold, 0.5);
  EXPECT_EQ(to_string(model.parts[0].comparisons[0]), "words*idf");
  EXPECT_EQ(to_string(model.parts[2].comparisons[0]), "shingle:3");
}

TEST(ForumModelCheck, SaysWhatMakesNoSense) {
  ForumModel model;
  EXPECT_EQ(complaint_of(model), "Name at least one part to compare threads by.");
  model = two_parts();
  model.parts[1].part = "title";
  EXPECT_EQ(complaint_of(model), "The part \"title\" occurs twice.");
  model = two_parts();
  model.parts[1].weight = -1;
  EXPECT_EQ(complaint_of(model), "The weight of the part \"answer\" must be a number, at least 0.");
  model = two_parts();
  model.parts[0].comparisons[1].weight = std::nan("");
  EXPECT_EQ(complaint_of(model), "The weight of order in the part \"title\" must be a number, at least 0.");
  model = two_parts();
  model.parts[1].comparisons.clear();
  EXPECT_EQ(complaint_of(model), "The part \"answer\" needs a comparison with a weight greater than 0.");
  model = two_parts();
  model.parts[0].comparisons[1] = model.parts[0].comparisons[0];
  EXPECT_EQ(complaint_of(model), "The part \"title\" is compared by words*idf twice.");
  model = two_parts();
  model.parts[0].weight = model.parts[1].weight = 0;
  EXPECT_EQ(complaint_of(model), "At least one part needs a weight greater than 0.");
  for (const double threshold : {0.0, 1.1, std::nan("")}) {
    model = two_parts();
    model.threshold = threshold;
    EXPECT_EQ(complaint_of(model), "The threshold must be greater than 0 and at most 1.");
  }
  model = two_parts();
  model.number_guard = 2;
  EXPECT_EQ(complaint_of(model), "The number guard must be a number from 0 to 1.");
  model = two_parts();
  model.word_factors = {{"tide", -0.5}};
  EXPECT_EQ(complaint_of(model), "The weight of the word \"tide\" must be a number, at least 0.");
}

TEST(ForumSimilarity, IsTheMeanOfPartsThatAreMeansOfComparisons) {
  const ForumModel model = two_parts();
  ForumSimilarities found;
  found.comparisons = {1, 0.2, 0.8};
  std::vector<double> parts;
  part_similarities(model, found, parts);
  ASSERT_EQ(parts.size(), 2U);
  EXPECT_DOUBLE_EQ(parts[0], 0.4);  // (1 · 1 + 3 · 0.2) / 4
  EXPECT_DOUBLE_EQ(parts[1], 0.8);
  EXPECT_DOUBLE_EQ(forum_similarity(model, found), 0.5);  // (3 · 0.4 + 1 · 0.8) / 4
}

TEST(ForumSimilarity, LeavesOutWhatIsMissing) {
  const ForumModel model = two_parts();
  ForumSimilarities found;
  found.comparisons = {kMissing, kMissing, 0.8};
  std::vector<double> parts;
  part_similarities(model, found, parts);
  EXPECT_TRUE(std::isnan(parts[0]));
  EXPECT_DOUBLE_EQ(forum_similarity(model, found), 0.8);
  found.comparisons = {kMissing, kMissing, kMissing};
  EXPECT_EQ(forum_similarity(model, found), 0);
}

TEST(ForumSimilarity, CountsWhatComesFromOutsideBesideTheParts) {
  ForumModel model = two_parts();
  ForumSimilarities found;
  found.comparisons = {1, 0.2, 0.8};
  found.outside = 1;
  EXPECT_DOUBLE_EQ(forum_similarity(model, found), 0.5);
  model.outside_weight = 4;
  EXPECT_DOUBLE_EQ(forum_similarity(model, found), 0.75);
  found.outside = kMissing;
  EXPECT_DOUBLE_EQ(forum_similarity(model, found), 0.5);
  found.comparisons = {kMissing, kMissing, kMissing};
  found.outside = 1;
  EXPECT_EQ(forum_similarity(model, found), 0);
}

TEST(ForumSimilarity, GuardsTakeOffDownToNothing) {
  ForumModel model = two_parts();
  model.number_guard = 0.1;
  model.negation_guard = 0.3;
  ForumSimilarities found;
  found.comparisons = {1, 0.2, 0.8};
  found.numbers_differ = true;
  EXPECT_DOUBLE_EQ(forum_similarity(model, found), 0.4);
  found.negation_differs = true;
  EXPECT_NEAR(forum_similarity(model, found), 0.1, 1e-12);
  found.comparisons = {0, 0.2, 0.2};
  EXPECT_EQ(forum_similarity(model, found), 0);
}

TEST(ForumModelJson, IsReadBackAsItWas) {
  ForumModel model = two_parts();
  model.threshold = 0.1 + 0.2;
  model.number_guard = 1e-7;
  model.outside_weight = 0.25;
  model.word_factors = {{"tide", 0.02}, {"a \"word\"", 1.5}, {"潮", 3}};
  EXPECT_EQ(read_forum_model(to_json(model), "o.json"), model);
  EXPECT_EQ(read_forum_model(to_json(default_forum_model()), "o.json"), default_forum_model());
}

TEST(ForumModelJson, HasDefaultsAndMayStandInWhiteSpace) {
  const ForumModel model =
      read_forum_model(" \n{\"parts\": [ {\"part\":\"title\", \"by\": {\"order\" : 1}} ] }\n ", "o");
  ASSERT_EQ(model.parts.size(), 1U);
  EXPECT_EQ(model.parts[0].weight, 1);
  EXPECT_EQ(model.threshold, 0.5);
  EXPECT_EQ(to_string(model.parts[0].comparisons.at(0)), "order");
}

TEST(ForumModelJson, ThatIsWrongIsRefusedWithTheFile) {
  const std::string start = "The options in o.json cannot be read: ";
  EXPECT_EQ(reading_complaint(""), start + "it is not a JSON object.");
  EXPECT_EQ(reading_complaint("[1]"), start + "it is not a JSON object.");
  EXPECT_EQ(reading_complaint("{\"parts\":"), start + "it is not a JSON object.");
  EXPECT_EQ(reading_complaint("{\"par\xff\":1}"), start + "it is not a JSON object.");
  EXPECT_EQ(reading_complaint("{}"), start + "Name at least one part to compare threads by.");
  EXPECT_EQ(reading_complaint("{\"parts\":{}}"), start + "the value of \"parts\" is not an array.");
  EXPECT_EQ(reading_complaint("{\"parts\":[1]}"), start + "an element of \"parts\" is not a JSON object.");
  EXPECT_EQ(reading_complaint("{\"tau\":1}"), start + "this Cento does not know the option \"tau\".");
  EXPECT_EQ(reading_complaint("{\"threshold\":1,\"threshold\":1}"), start + "\"threshold\" occurs twice.");
  EXPECT_EQ(reading_complaint("{\"threshold\":\"1\"}"), start + "the value of \"threshold\" is not a number.");
  EXPECT_EQ(reading_complaint("{\"parts\":[{\"part\":7}]}"), start + "the value of \"part\" is not a string.");
  EXPECT_EQ(reading_complaint("{\"parts\":[{\"part\":\"t\",\"by\":[]}]}"),
            start + "the value of \"by\" is not a JSON object.");
  EXPECT_EQ(
      reading_complaint("{\"parts\":[{\"part\":\"t\",\"by\":{\"words*x\":1}}]}").find(start + "cannot compare by"), 0U);
  EXPECT_EQ(reading_complaint("{\"parts\":[{\"part\":\"t\",\"by\":{\"order\":1}}],\"threshold\":0}"),
            start + "The threshold must be greater than 0 and at most 1.");
}

RC_GTEST_PROP(ForumModelJson, KeepsEveryWeightAndWord, ()) {
  ForumModel model = two_parts();
  const auto share = [] { return *rc::gen::inRange(1, 1'000'000) / 1e6; };
  model.parts[0].weight = share();
  model.parts[1].comparisons[0].weight = share();
  model.threshold = share();
  model.word_factors[*rc::gen::string<std::string>()] = 1;
  model.word_factors.erase("");
  const ForumModel again = read_forum_model(to_json(model), "o.json");
  RC_ASSERT(again.parts == model.parts);
  RC_ASSERT(again.threshold == model.threshold);
  RC_ASSERT(again.word_factors.size() == model.word_factors.size());
}

}  // namespace
}  // namespace cento
