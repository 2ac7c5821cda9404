#include "write/records/answer_records.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "core/json/json_value.hpp"
#include "core/memory/arena.hpp"

namespace cento {
namespace {

std::string line_of(const AnswerRecord& answer) {
  std::string out;
  append_answer_line(out, answer);
  return out;
}

constexpr KnownDocument kPier = {"pier", R"({"year":1901})"};
constexpr KnownDocument kMill = {"mill", "{}"};

TEST(AnswerLine, OfADocumentThatNothingIsKnownAboutHasWhatWasAskedFor) {
  AnswerRecord answer;
  answer.id = "new \"one\"";
  EXPECT_EQ(line_of(answer), "{\"id\":\"new \\\"one\\\"\",\"identical\":[]}\n");
  answer.similar.emplace();
  answer.passages.emplace();
  answer.blog.emplace();
  answer.reused.emplace();
  EXPECT_EQ(line_of(answer),
            "{\"id\":\"new \\\"one\\\"\",\"identical\":[],\"similar\":[],\"passages\":[],"
            "\"blog\":{\"sentences\":0,\"known\":0,\"duplicate\":false,\"sources\":[],\"sources_unlisted\":0},"
            "\"reused\":[]}\n");
}

TEST(AnswerLine, NamesIdenticalAndSimilarDocumentsWithTheirMetadata) {
  AnswerRecord answer;
  answer.id = "x";
  answer.identical = {kPier, kMill};
  answer.similar = {{kPier, 10.0 / 11, 1, 0.5}};
  EXPECT_EQ(line_of(answer),
            R"({"id":"x","identical":[{"id":"pier","metadata":{"year":1901}},{"id":"mill","metadata":{}}],)"
            R"("similar":[{"id":"pier","metadata":{"year":1901},"similarity":0.909091,"contained_a":1,)"
            R"("contained_b":0.5}]})"
            "\n");
}

TEST(AnswerLine, TellsPassagesOnBothSides) {
  AnswerRecord answer;
  answer.id = "x";
  const Passage passage = {{{3, 9}, {412, 1187}}, {{0, 6}, {0, 764}}, 6, 0.98};
  answer.passages = {{"", kMill, "", passage}};
  EXPECT_EQ(line_of(answer),
            R"({"id":"x","identical":[],"passages":[{"a":{"sentences":[3,9],"bytes":[412,1187]},)"
            R"("b":{"id":"mill","metadata":{},"sentences":[0,6],"bytes":[0,764]},"matched":6,"similarity":0.98}]})"
            "\n");
}

TEST(AnswerLine, NamesPartsWhereSaid) {
  AnswerRecord answer;
  answer.id = "x";
  const Passage passage = {{{0, 3}, {0, 90}}, {{1, 4}, {20, 110}}, 3, 1};
  answer.passages = {{"body", kMill, "answer", passage}};
  answer.reused = {{{"body", 2, {60, 90}}, kMill, {"title", 0, {0, 20}}, 0.75}};
  EXPECT_EQ(line_of(answer),
            R"({"id":"x","identical":[],"passages":[{"a":{"part":"body","sentences":[0,3],"bytes":[0,90]},)"
            R"("b":{"id":"mill","metadata":{},"part":"answer","sentences":[1,4],"bytes":[20,110]},)"
            R"("matched":3,"similarity":1}],"reused":[{"part":"body","sentence":2,"bytes":[60,90],)"
            R"("there":{"id":"mill","metadata":{},"part":"title","sentence":0,"bytes":[0,20]},"overlap":0.75}]})"
            "\n");
}

TEST(AnswerLine, TellsTheDecisionOfPaperBlogAndItsSources) {
  AnswerRecord answer;
  answer.id = "x";
  answer.blog = BlogRecord{
      5, 4, true, {{kMill, 2, {{{"", 0, {0, 40}}, {"", 7, {300, 340}}}, {{"", 1, {41, 80}}, {"", 8, {341, 380}}}}}}, 9};
  EXPECT_EQ(
      line_of(answer),
      R"({"id":"x","identical":[],"blog":{"sentences":5,"known":4,"duplicate":true,"sources":[{"id":"mill",)"
      R"("metadata":{},"collisions":2,"matches":[{"sentence":0,"bytes":[0,40],"there":{"sentence":7,)"
      R"("bytes":[300,340]}},{"sentence":1,"bytes":[41,80],"there":{"sentence":8,"bytes":[341,380]}}]}],"sources_unlisted":9}})"
      "\n");
}

TEST(AnswerLine, TellsWhatLimitsLeftOutOfIt) {
  AnswerRecord answer;
  answer.id = "x";
  answer.left_out = {5, 3, 0, 2, 7, 1};
  EXPECT_EQ(line_of(answer),
            R"({"id":"x","identical":[],"left_out":{"identical":5,"documents_with_passages":3,"places":0,)"
            R"("repetitive_texts":2,"candidates":7,"reused":1}})"
            "\n");
}

TEST(AnswerLine, SaysThatDamageLeftSomethingOut) {
  AnswerRecord answer;
  answer.id = "x";
  answer.incomplete = true;
  EXPECT_EQ(line_of(answer), "{\"id\":\"x\",\"identical\":[],\"incomplete\":true}\n");
}

TEST(AnswerFindings, AreNamedDocumentsAndAPositiveDecision) {
  AnswerRecord answer;
  EXPECT_FALSE(has_findings(answer));
  answer.similar.emplace();
  answer.passages.emplace();
  answer.reused.emplace();
  answer.blog = BlogRecord{9, 2, false, {{kMill, 2, {}}}, 0};
  EXPECT_FALSE(has_findings(answer));
  answer.blog->is_duplicate = true;
  EXPECT_TRUE(has_findings(answer));
  answer.blog.reset();
  answer.similar->push_back({kMill, 1, 1, 1});
  EXPECT_TRUE(has_findings(answer));
  answer.similar->clear();
  answer.identical = {kMill};
  EXPECT_TRUE(has_findings(answer));
}

RC_GTEST_PROP(AnswerLine, IsOneLineOfJsonWhateverTheIdsAre, (std::string id, std::string other)) {
  AnswerRecord answer;
  answer.id = id;
  answer.identical = {{other, "{}"}};
  answer.passages = {{id, {other, "{}"}, other, {}}};
  answer.reused = {{{id, 1, {}}, {other, "{}"}, {other, 2, {}}, 1}};
  const std::string line = line_of(answer);
  RC_ASSERT(line.find('\n') == line.size() - 1);
  Arena arena;
  RC_ASSERT(read_json_object(line, arena).problem.empty());
}

}  // namespace
}  // namespace cento
