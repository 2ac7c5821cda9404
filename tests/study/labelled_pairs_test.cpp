#include "study/forum/labelled_pairs.hpp"

#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "cento/error.hpp"
#include "temp_folder.hpp"

namespace cento {
namespace {

/// What was rejected, with its place, as in the rejects file.
struct ReadLines {
  LabelledQuestions labelled;
  std::vector<std::string> problems;
  std::uint64_t rejected = 0;
};

ReporterOptions quiet_labels() {
  ReporterOptions options;
  options.quiet = true;
  return options;
}

void read(std::string_view lines, LabelledQuestions& labelled, Reporter& reporter) {
  LabelledLineReader reader(labelled);
  reader.read(*memory_input("labels.jsonl", lines), reporter);
}

/// The message about the only bad line.
std::string complaint_about(std::string_view lines) {
  ReporterOptions options = quiet_labels();
  options.strict = true;
  Reporter reporter(options);
  LabelledQuestions labelled;
  try {
    read(lines, labelled, reporter);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

std::string label_complaint(const LabelledQuestions& labelled, std::size_t least) {
  try {
    check_labels(labelled, least, "labels.jsonl");
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(LabelledLines, AreTextsOrObjectsOfParts) {
  Reporter reporter(quiet_labels());
  LabelledQuestions labelled;
  read(
      "{\"id\":\"p\",\"a\":\"When is low tide?\",\"b\":\"Low tide: when?\",\"label\":1,\"query\":\"q7\"}\n"
      "{\"id\":\"n\",\"a\":{\"title\":\"Rope\",\"body\":\"Which rope?\"},\"b\":{\"title\":\"Tar\",\"body\":\" \"},"
      "\"label\":0}\n",
      labelled, reporter);
  EXPECT_EQ(reporter.rejected(), 0U);
  ASSERT_EQ(labelled.pairs.size(), 2U);
  const auto& threads = labelled.threads.documents;
  ASSERT_EQ(threads.size(), 4U);
  EXPECT_EQ(labelled.pairs[0].id, "p");
  EXPECT_TRUE(labelled.pairs[0].is_positive);
  EXPECT_EQ(labelled.pairs[0].query, "q7");
  EXPECT_EQ(threads[labelled.pairs[0].a].parts[0].name, "text");
  EXPECT_EQ(threads[labelled.pairs[0].b].parts[0].text, "Low tide: when?");
  EXPECT_FALSE(labelled.pairs[1].is_positive);
  ASSERT_EQ(threads[labelled.pairs[1].a].parts.size(), 2U);
  EXPECT_EQ(threads[labelled.pairs[1].a].parts[1].name, "body");
  EXPECT_EQ(threads[labelled.pairs[1].a].parts[1].text, "Which rope?");
  EXPECT_EQ(threads[labelled.pairs[1].b].parts.size(), 1U);  // a blank part counts as missing
}

TEST(LabelledLines, MayWriteLabelsAsTruthAndLeaveIdsOut) {
  Reporter reporter(quiet_labels());
  LabelledQuestions labelled;
  read("{\"a\":\"x\",\"b\":\"y\",\"label\":true}\n\n{\"a\":\"x\",\"b\":\"z\",\"label\":\"0\"}\n", labelled, reporter);
  ASSERT_EQ(labelled.pairs.size(), 2U);
  EXPECT_EQ(labelled.pairs[0].id, "1");
  EXPECT_EQ(labelled.pairs[1].id, "3");
  EXPECT_TRUE(labelled.pairs[0].is_positive);
  EXPECT_FALSE(labelled.pairs[1].is_positive);
  EXPECT_EQ(labelled.pairs[0].a, labelled.pairs[1].a);  // the same text is one thread
  EXPECT_EQ(labelled.threads.documents.size(), 3U);
}

TEST(LabelledLines, ThatCannotBeUsedAreToldWithTheirPlace) {
  EXPECT_NE(complaint_about("{\"id\":\"1\",\"a\":\"x\"").find("labels.jsonl, line 1"), std::string::npos);
  EXPECT_NE(complaint_about("{\"id\":\"1\",\"a\":\"x\",\"label\":1}").find("there is no text b"), std::string::npos);
  EXPECT_NE(complaint_about("{\"id\":\"1\",\"a\":\" \",\"b\":\"y\",\"label\":1}").find("a has no text"),
            std::string::npos);
  EXPECT_NE(complaint_about("{\"id\":\"1\",\"a\":7,\"b\":\"y\",\"label\":1}")
                .find("a is a number, neither a text nor an object of texts"),
            std::string::npos);
  EXPECT_NE(complaint_about("{\"id\":\"1\",\"a\":{\"t\":[]},\"b\":\"y\",\"label\":1}")
                .find("the part \"t\" of a is an array, not a text"),
            std::string::npos);
  EXPECT_NE(complaint_about("{\"id\":\"1\",\"a\":\"x\",\"b\":\"y\"}").find("there is no label"), std::string::npos);
  EXPECT_NE(
      complaint_about("{\"id\":\"1\",\"a\":\"x\",\"b\":\"y\",\"label\":2}").find("the label \"2\" is neither 0 nor 1"),
      std::string::npos);
}

TEST(LabelledLines, ThatContradictEarlierOnesAreLeftOut) {
  const std::string first = "{\"id\":\"1\",\"a\":\"x\",\"b\":\"y\",\"label\":1}\n";
  EXPECT_NE(complaint_about(first + "{\"id\":\"1\",\"a\":\"x\",\"b\":\"y\",\"label\":0}")
                .find("labels.jsonl, line 2: the id \"1\" is in line 1 with another label, which is used"),
            std::string::npos);
  EXPECT_NE(complaint_about(first + "{\"id\":\"1\",\"a\":\"x\",\"b\":\"z\",\"label\":1}")
                .find("the id \"1\" is in line 1 with other texts, which is used"),
            std::string::npos);
  EXPECT_NE(complaint_about(first + "{\"id\":\"2\",\"a\":\"y\",\"b\":\"x\",\"label\":0}")
                .find("these two texts are in line 1 with another label, which is used"),
            std::string::npos);
  Reporter reporter(quiet_labels());
  LabelledQuestions labelled;
  read(first + "{\"id\":\"2\",\"a\":\"y\",\"b\":\"x\",\"label\":0}\n" +
           "{\"id\":\"2\",\"a\":\"v\",\"b\":\"w\",\"label\":0}\n" + first,
       labelled, reporter);
  EXPECT_EQ(reporter.rejected(), 1U);
  ASSERT_EQ(labelled.pairs.size(), 2U);  // repeating a line adds nothing
  EXPECT_EQ(labelled.pairs[1].id, "2");
}

TEST(LabelledDocuments, AreLabelledByATable) {
  DocumentBatch batch;
  const std::vector<Part> parts = {{"title", "Rope"}, {"body", "Which rope?"}};
  batch.add("r", parts);
  batch.add("s", "Sails");
  batch.add("s", "another with the same id");
  LabelledQuestions labelled;
  LabelledQuestionCollector collector(labelled);
  collector.add(batch);
  Reporter reporter(quiet_labels());
  const std::vector<LabelledPair> gold = {
      {{"r", "s"}, true, "near", "q", 1}, {{"r", "unknown"}, false, {}, {}, 2}, {{"s", "s"}, false, {}, {}, 3}};
  collector.label(gold, "pairs.tsv", reporter);
  EXPECT_EQ(reporter.rejected(), 2U);
  ASSERT_EQ(labelled.pairs.size(), 1U);
  EXPECT_EQ(labelled.pairs[0].kind, "near");
  EXPECT_EQ(labelled.pairs[0].query, "q");
  const auto& threads = labelled.threads.documents;
  ASSERT_EQ(threads.size(), 2U);
  EXPECT_EQ(threads[labelled.pairs[0].a].id, "r");
  EXPECT_EQ(threads[labelled.pairs[0].a].parts[1].text, "Which rope?");
  EXPECT_EQ(threads[labelled.pairs[0].b].parts[0].text, "Sails");
}

TEST(LabelledDocuments, OfATableThatNamesUnknownIdsAreToldWithTheLine) {
  LabelledQuestions labelled;
  LabelledQuestionCollector collector(labelled);
  ReporterOptions options = quiet_labels();
  options.strict = true;
  Reporter reporter(options);
  try {
    collector.label({{{"r", "s"}, true, {}, {}, 12}}, "pairs.tsv", reporter);
    ADD_FAILURE();
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("pairs.tsv, line 12: \"r\" is not a document of the inputs"),
              std::string::npos);
  }
}

TEST(Labels, MustBeThereAndOfBothKinds) {
  LabelledQuestions labelled;
  EXPECT_EQ(label_complaint(labelled, 1), "labels.jsonl: no labelled pair can be used");
  labelled.pairs = {{"1", 0, 1, true}, {"2", 0, 2, true}};
  EXPECT_EQ(label_complaint(labelled, 1), "labels.jsonl: all labels are 1; label duplicates 1 and other pairs 0");
  EXPECT_EQ(label_complaint(labelled, 0), "");
  labelled.pairs.push_back({"3", 1, 2, false});
  EXPECT_EQ(label_complaint(labelled, 1), "");
  EXPECT_EQ(label_complaint(labelled, 2),
            "labels.jsonl: only 1 of 3 pairs is labelled 0; at least 2 of each label are needed");
  labelled.pairs.erase(labelled.pairs.begin(), labelled.pairs.begin() + 2);
  EXPECT_EQ(label_complaint(labelled, 1), "labels.jsonl: all labels are 0; label duplicates 1 and other pairs 0");
}

}  // namespace
}  // namespace cento
