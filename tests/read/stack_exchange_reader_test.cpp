#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "read/formats.hpp"
#include "read_all.hpp"

namespace cento {
namespace {

using testing::ReadResult;
using Parts = std::vector<std::pair<std::string, std::string>>;

ReadResult read_dump(std::string_view bytes, const ReadOptions& options = {}) {
  return testing::read_all(format_named("stackexchange")->make(options), bytes);
}

std::string dump(std::string_view rows) {
  return "\xEF\xBB\xBF<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<posts>\n" + std::string(rows) + "</posts>";
}

std::string question(int id, std::string_view more = "") {
  return "  <row Id=\"" + std::to_string(id) + "\" PostTypeId=\"1\" Title=\"Q" + std::to_string(id) +
         "\" Body=\"&lt;p&gt;Why?&lt;/p&gt;\" " + std::string(more) + " />\n";
}

std::string answer(int id, int parent, int score) {
  return "  <row Id=\"" + std::to_string(id) + "\" PostTypeId=\"2\" ParentId=\"" + std::to_string(parent) +
         "\" Score=\"" + std::to_string(score) + "\" Body=\"&lt;p&gt;A" + std::to_string(id) + "&lt;/p&gt;\" />\n";
}

/// The text of the part "answer"; "none" when there is no such part.
std::string answer_in(const testing::ReadDocument& document) {
  for (const auto& [name, text] : document.parts) {
    if (name == "answer") return text.substr(text.find('A'), text.find_last_not_of('\n') + 1 - text.find('A'));
  }
  return "none";
}

/// A folder that is removed after the test.
class Folder {
 public:
  Folder() : path_(::testing::TempDir() + "cento-threads") {
    std::filesystem::remove_all(path_);
    std::filesystem::create_directories(path_);
  }
  ~Folder() { std::filesystem::remove_all(path_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  [[nodiscard]] std::string write(const std::string& name, std::string_view bytes) const {
    std::string path = path_ + "/" + name;
    std::ofstream(path, std::ios::binary) << bytes;
    return path;
  }

 private:
  std::string path_;
};

ReadResult read_file(const std::string& path, const ReadOptions& options = {}) {
  return testing::read_all(*format_named("stackexchange")->make(options),
                           *open_input("Posts.xml", path, options.memory_bytes));
}

TEST(StackExchange, ReadsAThread) {
  const ReadResult result = read_dump(dump(
      "  <row Id=\"4\" PostTypeId=\"1\" AcceptedAnswerId=\"9\" CreationDate=\"2011-08-17T20:18:56.507\" Score=\"-2\""
      " Body=\"&lt;p&gt;Where is &lt;em&gt;it&lt;/em&gt;?&lt;/p&gt;&#xA;\" Title=\"Where &amp;amp; when\""
      " Tags=\"&lt;place&gt;&lt;c++&gt;\" AnswerCount=\"2\" />\n"
      "  <row Id=\"8\" PostTypeId=\"2\" ParentId=\"4\" Score=\"70\" Body=\"&lt;p&gt;Nowhere.&lt;/p&gt;\" />\n"
      "  <row Id=\"9\" PostTypeId=\"2\" ParentId=\"4\" Score=\"3\" Body=\"&lt;p&gt;A &amp;lt; B&lt;/p&gt;\" />\n"));
  ASSERT_EQ(result.documents.size(), 1U);
  const testing::ReadDocument& thread = result.documents[0];
  EXPECT_EQ(thread.id, "4");
  ASSERT_EQ(thread.parts.size(), 3U);
  EXPECT_EQ(thread.parts[0], (std::pair<std::string, std::string>("title", "Where &amp; when")));
  EXPECT_EQ(thread.parts[1].first, "description");
  EXPECT_NE(thread.parts[1].second.find("Where is it?"), std::string::npos);
  EXPECT_EQ(thread.parts[2].first, "answer");
  EXPECT_NE(thread.parts[2].second.find("A < B"), std::string::npos);
  EXPECT_EQ(thread.metadata, R"({"tags":["place","c++"],"date":"2011-08-17T20:18:56.507","score":-2,"answers":2,)"
                             R"("accepted":true,"answer_id":"9"})");
  EXPECT_EQ(thread.place, "FILE, line 3");
  EXPECT_TRUE(result.rejected.empty());
}

TEST(StackExchange, CountsPostsByType) {
  const ReadResult result = read_dump(
      dump(question(1) + answer(2, 1, 0) + answer(3, 1, 0) + "<row Id=\"4\" PostTypeId=\"5\" Body=\"wiki\" />\n"));
  const std::map<std::string, std::uint64_t> expected{{"posts", 4}, {"answers", 2}, {"posts of other types", 1}};
  EXPECT_EQ(result.counts, expected);
  EXPECT_EQ(result.documents.size(), 1U);
}

TEST(StackExchange, ReadsBothStylesOfTags) {
  const ReadResult result = read_dump(dump(question(1, "Tags=\"|left|right|\"") + question(2, "Tags=\"&lt;one&gt;\"")));
  ASSERT_EQ(result.documents.size(), 2U);
  EXPECT_EQ(result.documents[0].metadata, R"({"tags":["left","right"]})");
  EXPECT_EQ(result.documents[1].metadata, R"({"tags":["one"]})");
}

TEST(StackExchange, WithoutAcceptedAnswerTheBestScoredIsTakenAndOfEqualsTheFirst) {
  const ReadResult result = read_dump(dump(question(1) + question(2) + question(3, "AcceptedAnswerId=\"99\"") +
                                           question(4, "AnswerCount=\"0\"") + answer(11, 1, 5) + answer(12, 1, 8) +
                                           answer(13, 1, 7) + answer(22, 2, 4) + answer(21, 2, 4) + answer(31, 3, -1)));
  ASSERT_EQ(result.documents.size(), 4U);
  EXPECT_EQ(answer_in(result.documents[0]), "A12");
  EXPECT_EQ(answer_in(result.documents[1]), "A21");
  EXPECT_EQ(answer_in(result.documents[2]), "A31");
  EXPECT_EQ(answer_in(result.documents[3]), "none");
  EXPECT_EQ(result.documents[2].metadata, R"({"accepted":false,"answer_id":"31"})");
  EXPECT_EQ(result.documents[3].metadata, R"({"answers":0})");
}

TEST(StackExchange, AnswersMayComeBeforeTheirQuestion) {
  const ReadResult result = read_dump(
      dump(answer(11, 1, 50) + answer(12, 1, 2) + answer(13, 1, 70) + question(1, "AcceptedAnswerId=\"12\"")));
  ASSERT_EQ(result.documents.size(), 1U);
  EXPECT_EQ(answer_in(result.documents[0]), "A12");
}

TEST(StackExchange, AnAcceptedAnswerToAnotherQuestionIsNotTaken) {
  const ReadResult result = read_dump(dump(question(1, "AcceptedAnswerId=\"12\"") + question(2) + answer(12, 2, 9)));
  ASSERT_EQ(result.documents.size(), 2U);
  EXPECT_EQ(answer_in(result.documents[0]), "none");
  EXPECT_EQ(answer_in(result.documents[1]), "A12");
}

TEST(StackExchange, ReadsDuplicateLinksFromTheFileBeside) {
  const Folder folder;
  const std::string path = folder.write("Posts.xml", dump(question(1) + question(2) + question(3) + question(4)));
  (void)folder.write("PostLinks.xml",
                     "<?xml version=\"1.0\"?>\n<postlinks>\n"
                     "  <row Id=\"1\" PostId=\"3\" RelatedPostId=\"2\" LinkTypeId=\"3\" />\n"
                     "  <row Id=\"2\" PostId=\"3\" RelatedPostId=\"1\" LinkTypeId=\"3\" />\n"
                     "  <row Id=\"3\" PostId=\"4\" RelatedPostId=\"1\" LinkTypeId=\"1\" />\n"
                     "  <row Id=\"4\" PostId=\"4\" RelatedPostId=\"77\" LinkTypeId=\"3\" />\n"
                     "  <row Id=\"5\" RelatedPostId=\"1\" LinkTypeId=\"3\" />\n</postlinks>\n");
  const ReadResult result = read_file(path);
  ASSERT_EQ(result.documents.size(), 4U);
  EXPECT_EQ(result.documents[2].metadata, R"({"duplicates":["1","2"]})");
  EXPECT_EQ(result.documents[3].metadata, "{}");
  EXPECT_EQ(result.counts.at("duplicate links"), 2U);
  EXPECT_EQ(result.counts.at("duplicate links with a missing question"), 1U);
  ASSERT_EQ(result.rejected.size(), 1U);
  EXPECT_NE(result.rejected[0].find("PostLinks.xml, line 7: the link has no PostId"), std::string::npos);
}

TEST(StackExchange, BadRowsAreRejectedAloneWithTheirLine) {
  const ReadResult result = read_dump(dump(question(1) +
                                           "<row PostTypeId=\"1\" Title=\"no id\" />\n"
                                           "<row Id=\"x\" PostTypeId=\"1\" />\n"
                                           "<row Id=\"5\" Title=\"no type\" />\n"
                                           "<row Id=\"6\" PostTypeId=\"2\" Body=\"no parent\" />\n"
                                           "<row Id=\"7\" PostTypeId=\"1\" Title=\"open />\n"
                                           "<row Id=\"8\" PostTypeId=\"1\" Title=\"a & b\" />\n"
                                           "<row Id=\"9\" PostTypeId=\"1\" Title=\"a\" Title=\"b\" />\n"
                                           "<row Id=\"10\" PostTypeId=\"1\" Title=bare />\n"
                                           "<row Id=\"11\" PostTypeId=\"1\" />\n" +
                                           question(12) + "<row Id=\"13\" PostTypeId=\"1\""));
  ASSERT_EQ(result.documents.size(), 2U);
  EXPECT_EQ(result.documents[0].id, "1");
  EXPECT_EQ(result.documents[1].id, "12");
  const std::vector<std::string> expected{
      "FILE, line 4: the row has no Id",
      "FILE, line 5: the row's Id is not a positive 32-bit number",
      "FILE, line 6: the row has no PostTypeId",
      "FILE, line 7: the answer has no ParentId",
      "FILE, line 8: the row has an attribute whose quote is not closed",
      "FILE, line 9: the row has an \"&\" that does not begin a character reference",
      "FILE, line 10: the row is not well-formed XML: duplicate attribute",
      "FILE, line 11: the row has an attribute without quotes",
      "FILE, line 12: the question has neither a Title nor a Body",
      "FILE, line 14: the row is not closed",
  };
  EXPECT_EQ(result.rejected, expected);
}

TEST(StackExchange, ABadAnswerLeavesTheThreadAndTheNextBestAnswer) {
  const ReadResult result = read_dump(dump(
      question(1) + answer(2, 1, 1) + "<row Id=\"3\" PostTypeId=\"2\" ParentId=\"1\" Score=\"9\" Body=\"&bad;\" />\n"));
  ASSERT_EQ(result.documents.size(), 1U);
  EXPECT_EQ(answer_in(result.documents[0]), "A2");
  EXPECT_EQ(result.rejected.size(), 1U);
}

TEST(StackExchange, ARowMayTakeSeveralLinesAndBeClosedByATag) {
  const ReadResult result = read_dump(
      "<posts><row\n Id='1'\n PostTypeId='1' Title='say \"a > b\"'></row><row Id='2'\tPostTypeId='1' "
      "Title='second'/></posts>");
  ASSERT_EQ(result.documents.size(), 2U);
  EXPECT_EQ(result.documents[0].text(), "say \"a > b\"");
  EXPECT_EQ(result.documents[1].place, "FILE, line 3");
}

TEST(StackExchange, RejectsARowOverTheLimitWithItsSize) {
  ReadOptions options;
  options.max_document_bytes = 2000;
  const std::string large = "<row Id=\"2\" PostTypeId=\"1\" Title=\"" + std::string(3 << 20, 'x') + "\" />";
  const ReadResult result = read_dump(dump(question(1) + large + "\n" + question(3)), options);
  ASSERT_EQ(result.documents.size(), 2U);
  ASSERT_EQ(result.rejected.size(), 1U);
  EXPECT_EQ(result.rejected[0], "FILE, line 4: the row has " + std::to_string(large.size()) +
                                    " bytes, more than `max_document_bytes` allows (2000)");
}

TEST(StackExchange, GivesTheSameFromMemoryFromAFileAndFromSpoolsOnDisk) {
  std::string rows;
  for (int i = 1; i <= 2000; ++i) rows += question(i, "AcceptedAnswerId=\"" + std::to_string(i + 100'000) + "\"");
  for (int i = 2000; i >= 1; --i) rows += answer(i + 200'000, i, i % 7) + answer(i + 100'000, i, 0);
  const Folder folder;
  const std::string path = folder.write("Posts.xml", dump(rows));
  ReadOptions small;
  small.memory_bytes = 4096;
  const ReadResult from_file = read_file(path);
  const ReadResult from_file_spooled = read_file(path, small);
  const ReadResult from_memory = read_dump(dump(rows));
  const ReadResult from_memory_spooled = read_dump(dump(rows), small);
  ASSERT_EQ(from_file.documents.size(), 2000U);
  for (std::size_t i = 0; i < from_file.documents.size(); ++i) {
    ASSERT_EQ(answer_in(from_file.documents[i]), "A" + std::to_string(i + 100'001));
    ASSERT_EQ(from_file.documents[i].parts, from_file_spooled.documents.at(i).parts);
    ASSERT_EQ(from_file.documents[i].parts, from_memory.documents.at(i).parts);
    ASSERT_EQ(from_file.documents[i].metadata, from_memory_spooled.documents.at(i).metadata);
    ASSERT_EQ(from_file.documents[i].parts, from_memory_spooled.documents.at(i).parts);
  }
}

TEST(StackExchange, RowsNeverClosedTakeLinearTime) {
  std::string bytes = "<posts>";
  for (int i = 0; i < 300'000; ++i) bytes += "<row a=\"";
  const ReadResult result = read_dump(bytes);
  EXPECT_TRUE(result.documents.empty());
  EXPECT_EQ(result.rejected.size(), 300'000U);
}

RC_GTEST_PROP(StackExchange, ChoosesTheAnswerThatSortingWould, ()) {
  struct Written {
    int id;
    int question;
    int score;
  };
  const int questions = *rc::gen::inRange(1, 6);
  std::vector<Written> answers;
  const int count = *rc::gen::inRange(0, 20);
  answers.reserve(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) {
    answers.push_back({100 + i, *rc::gen::inRange(1, questions + 1), *rc::gen::inRange(-2, 3)});
  }
  std::vector<std::string> rows;
  rows.reserve(static_cast<std::size_t>(questions) + answers.size());
  std::vector<int> accepted(static_cast<std::size_t>(questions) + 1, 0);
  for (int q = 1; q <= questions; ++q) {
    accepted[q] = *rc::gen::inRange(95, 120);
    rows.push_back(question(q, "AcceptedAnswerId=\"" + std::to_string(accepted[q]) + "\""));
  }
  for (const Written& a : answers) rows.push_back(answer(a.id, a.question, a.score));
  const auto order = *rc::gen::container<std::vector<std::uint32_t>>(rows.size(), rc::gen::arbitrary<std::uint32_t>());
  std::vector<std::size_t> shuffled(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) shuffled[i] = i;
  std::stable_sort(shuffled.begin(), shuffled.end(), [&](std::size_t a, std::size_t b) { return order[a] < order[b]; });
  std::string text;
  for (const std::size_t i : shuffled) text += rows[i];

  for (const testing::ReadDocument& document : read_dump(dump(text)).documents) {
    const int id = std::stoi(document.id);
    std::vector<std::tuple<bool, int, int>> ranked;  // not accepted, score descending, id
    for (const Written& a : answers) {
      if (a.question == id) ranked.emplace_back(a.id != accepted[id], -a.score, a.id);
    }
    std::sort(ranked.begin(), ranked.end());
    const std::string expected = ranked.empty() ? "none" : "A" + std::to_string(std::get<2>(ranked[0]));
    RC_ASSERT(answer_in(document) == expected);
  }
}

TEST(RecogniseStackExchange, KnowsPostsAndPostLinks) {
  EXPECT_EQ(choose_format("Posts.xml", dump(question(1)))->name, "stackexchange");
  EXPECT_EQ(choose_format("a.xml", "<row Id=\"1\" PostTypeId=\"1\" />")->name, "stackexchange");
  EXPECT_EQ(choose_format("Posts.xml", "<?xml version=\"1.0\"?><posts></posts>")->name, "stackexchange");
  EXPECT_EQ(choose_format("PostLinks.xml", "<postlinks>\n <row Id=\"1\" PostId=\"2\" LinkTypeId=\"1\" />")->name,
            "postlinks");
  EXPECT_EQ(format_named("stackexchange")->recognise("<posts><post href=\"x\"/></posts>"), 0);
  EXPECT_EQ(format_named("stackexchange")->recognise("<users><row Id=\"1\" /></users>"), 0);
  EXPECT_EQ(format_named("stackexchange")->recognise("posts"), 0);
}

}  // namespace
}  // namespace cento
