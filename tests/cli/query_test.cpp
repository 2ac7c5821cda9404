// `cento query` as a user runs it, on small files written here.

#include "run_program.hpp"

namespace cento {
namespace {

using testing::count_lines;
using testing::field;
using testing::json_line;
using testing::lines_of;
using testing::Outcome;
using Strings = std::vector<std::string>;

const std::string kPier =
    "The ferry leaves the northern pier at noon on most days of the week. It carries forty carts and a brass band from "
    "the upper town. The crossing takes an hour when the lake is calm and two when it is not.";
const std::string kMill =
    "The mill stands at the bend of the river. Its wheel has not turned for thirty years. Swallows nest in the loft.";
const std::string kBread = "Bread is baked before dawn. It is sold at noon. It is eaten at night.";

/// How often a word occurs in a text.
std::size_t count_of(const std::string& text, const std::string& word) {
  std::size_t count = 0;
  for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) ++count;
  return count;
}

class Query : public testing::ProgramTest {
 protected:
  void SetUp() override {
    ProgramTest::SetUp();
    write("docs.jsonl", json_line("pier", kPier, R"(,"year":1901)") + json_line("mill", "In short. " + kMill) +
                            json_line("bread", kBread));
    ASSERT_EQ(run("index add archive docs.jsonl --quiet").code, 0);
  }

  /// The answers about what is in `question.jsonl`.
  Strings answers(const std::string& question, const std::string& options = "") const {
    write("question.jsonl", question);
    const Outcome outcome = run("query archive question.jsonl " + options);
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    return lines_of(outcome.out);
  }

  /// Runs a bash script, in which $cento is the program.
  Outcome bash(const std::string& script) const {
    write("script.sh", "cento='" CENTO_PROGRAM "'\n" + script);
    return shell("bash script.sh");
  }
};

TEST_F(Query, AnswersInTheOrderOfTheInput) {
  const Strings replies =
      answers(json_line("one", kPier) + json_line("two", "Nobody wrote this before.") + json_line("three", kBread));
  ASSERT_EQ(replies.size(), 3U);
  EXPECT_EQ(field(replies[0], "id"), "\"one\"");
  EXPECT_EQ(field(replies[0], "identical"), R"([{"id":"pier","metadata":{"year":1901}}])");
  EXPECT_EQ(replies[1], R"({"id":"two","identical":[],"similar":[],"passages":[]})");
  EXPECT_EQ(field(replies[2], "id"), "\"three\"");
  EXPECT_EQ(field(replies[2], "identical"), R"([{"id":"bread","metadata":{}}])");
}

TEST_F(Query, TellsPassagesOnBothSides) {
  const Strings replies = answers(json_line("new", "Something of our own. " + kMill + " And more of it."));
  ASSERT_EQ(replies.size(), 1U);
  EXPECT_EQ(field(replies[0], "identical"), "[]");
  const std::string end_a = std::to_string(22 + kMill.size());
  const std::string end_b = std::to_string(10 + kMill.size());
  EXPECT_EQ(field(replies[0], "passages"), R"([{"a":{"sentences":[1,4],"bytes":[22,)" + end_a +
                                               R"(]},"b":{"id":"mill","metadata":{},"sentences":[1,4],"bytes":[10,)" +
                                               end_b + R"(]},"matched":3,"similarity":1}])");
}

TEST_F(Query, TellsSimilarDocuments) {
  std::string changed = kPier;
  changed.replace(changed.rfind("not"), 3, "so");
  const Strings replies = answers(json_line("new", changed), "--answers documents");
  ASSERT_EQ(replies.size(), 1U);
  EXPECT_EQ(field(replies[0], "passages"), "") << "not asked for";
  const std::string similar = field(replies[0], "similar");
  EXPECT_TRUE(similar.starts_with(R"([{"id":"pier","metadata":{"year":1901},"similarity":0.)")) << similar;
}

TEST_F(Query, NamesPartsWhereThereAreSeveral) {
  write("parts.jsonl", R"({"id":"letter","subject":"A letter.","body":")" + kBread + "\"}\n");
  const Outcome outcome = run("query archive parts.jsonl --text-field subject,body --answers passages");
  EXPECT_NE(outcome.out.find(R"("a":{"part":"body","sentences":[0,3])"), std::string::npos) << outcome.out;
  EXPECT_NE(outcome.out.find(R"("b":{"id":"bread","metadata":{},"sentences":[0,3])"), std::string::npos) << outcome.out;
}

TEST_F(Query, DoesNotTellADocumentOfItself) {
  const Strings replies = answers(json_line("pier", kPier, R"(,"year":1902)"));
  EXPECT_EQ(replies, Strings{R"({"id":"pier","identical":[],"similar":[],"passages":[]})"});
}

TEST_F(Query, DecidesAsPaperBlogDoes) {
  const Strings replies = answers(json_line("new", kBread), "--answers blog --collisions 2");
  ASSERT_EQ(replies.size(), 1U);
  EXPECT_EQ(field(replies[0], "similar"), "");
  const std::string blog = field(replies[0], "blog");
  EXPECT_EQ(field(blog, "sentences"), "3");
  EXPECT_EQ(field(blog, "known"), "3");
  EXPECT_EQ(field(blog, "duplicate"), "true");
  EXPECT_NE(field(blog, "sources").find(R"({"id":"bread","metadata":{},"collisions":3,"matches":[{"sentence":0,)"),
            std::string::npos)
      << blog;
  EXPECT_EQ(field(field(answers(json_line("new", kBread), "--answers blog --collisions 3")[0], "blog"), "duplicate"),
            "false");
}

TEST_F(Query, TellsReusedSentencesByWordsAndBySignatures) {
  ASSERT_EQ(run("index create words --reuse").code, 0);
  ASSERT_EQ(run("index add words docs.jsonl").code, 0);
  write("question.jsonl",
        json_line("new", "It carries forty carts and a jazz band from the upper town. Nothing else."));
  for (const std::string way : {"words", "qsign"}) {
    const Outcome outcome = run("query words question.jsonl --answers reuse --theta 0.6 --reuse-by " + way);
    const std::string reused = field(outcome.out, "reused");
    EXPECT_EQ(count_of(reused, "\"overlap\""), 1U) << outcome.out;
    EXPECT_TRUE(reused.starts_with(R"([{"sentence":0,"bytes":[0,59],"there":{"id":"pier","metadata":{"year":1901},)"
                                   R"("sentence":1,)"))
        << reused;
    EXPECT_NE(outcome.err.find("1 document with sentences that overlap"), std::string::npos) << outcome.err;
    EXPECT_EQ(outcome.err.find("predicted recall") != std::string::npos, way == "qsign") << outcome.err;
  }
}

/// An index of threads.
class QueryForum : public Query {
 protected:
  void SetUp() override {
    ProgramTest::SetUp();
    write("threads.jsonl",
          R"({"id":"1","title":"When does the ferry to Westhaven leave?","answer":"At nine.","views":7})"
          "\n"
          R"({"id":"2","title":"How do I mend a kite?","description":"The string tore in the wind."})"
          "\n");
    ASSERT_EQ(run("index create archive --forum --no-passages --no-documents --no-blog --quiet").code, 0);
    ASSERT_EQ(run("index add archive threads.jsonl --quiet").code, 0);
  }
};

TEST_F(QueryForum, TellsWhetherSomethingWasAskedBefore) {
  const Outcome stats = run("index stats archive");
  EXPECT_NE(stats.out.find("keeps threads (title 0.4 by words*idf, description 0.2 by shingle:3, answer 0.4 by "
                           "shingle:3; at 0.5)"),
            std::string::npos)
      << stats.out;
  const Strings replies =
      answers(R"({"id":"new","title":"when does the ferry to Westhaven leave","description":"We are in a hurry."})"
              "\n"
              R"({"id":"other","title":"Who bakes the bread?"})"
              "\n");
  ASSERT_EQ(replies.size(), 2U);
  EXPECT_EQ(replies[0], R"({"id":"new","identical":[],"asked_before":[{"id":"1","metadata":{"views":7},"similarity":1,)"
                        R"("parts":{"title":1,"description":null,"answer":null}}]})");
  EXPECT_EQ(replies[1], R"({"id":"other","identical":[],"asked_before":[]})");
}

TEST_F(QueryForum, FindsWhatWasAskedAMomentAgo) {
  const Strings replies = answers(R"({"id":"3","title":"Who bakes the bread?"})"
                                  "\n"
                                  R"({"id":"4","title":"who bakes bread"})"
                                  "\n",
                                  "--add --asked-threshold 0.3");
  ASSERT_EQ(replies.size(), 2U);
  EXPECT_EQ(field(replies[0], "asked_before"), "[]");
  EXPECT_TRUE(field(replies[1], "asked_before").starts_with(R"([{"id":"3",)")) << replies[1];
  EXPECT_EQ(run("index verify archive").code, 0);
}

TEST_F(QueryForum, OtherOptionsMakeItAnew) {
  ASSERT_EQ(run("index rebuild archive --forum --parts title=1 --compare title=grams:3 --quiet").code, 0);
  const Strings replies = answers("{\"id\":\"5\",\"title\":\"mending my kites\"}\n", "--asked-threshold 0.1");
  EXPECT_TRUE(field(replies.front(), "asked_before").starts_with(R"([{"id":"2",)")) << replies.front();
  ASSERT_EQ(run("index rebuild archive --no-forum --quiet").code, 0);
  const Outcome refused = run("query archive question.jsonl --answers threads");
  EXPECT_EQ(refused.code, 2);
  EXPECT_NE(refused.err.find("the index has no threads; create it with --forum"), std::string::npos) << refused.err;
}

TEST_F(QueryForum, HowThreadsAreComparedNeedsThreads) {
  const Outcome refused = run("index create other --parts title=1");
  EXPECT_EQ(refused.code, 2);
  EXPECT_NE(refused.err.find("options for comparing threads need --forum"), std::string::npos) << refused.err;
}

TEST_F(Query, LeavesOutDocumentsThatNothingIsKnownAbout) {
  const Strings replies = answers(json_line("one", "Nobody wrote this.") + json_line("two", kBread), "--only-found");
  ASSERT_EQ(replies.size(), 1U);
  EXPECT_EQ(field(replies[0], "id"), "\"two\"");
}

TEST_F(Query, TellsTheBestAndCountsWhatTheLimitLeftOut) {
  std::string copies;
  for (int i = 0; i < 5; ++i)
    copies += json_line("copy" + std::to_string(i), kMill + " Number " + std::to_string(i) + ".");
  write("copies.jsonl", copies);
  ASSERT_EQ(run("index add archive copies.jsonl").code, 0);
  const Strings replies = answers(json_line("new", kMill + " An end."), "--limit 2 --answers passages");
  ASSERT_EQ(replies.size(), 1U);
  EXPECT_EQ(count_of(replies[0], "\"matched\""), 2U) << replies[0];
  EXPECT_EQ(field(field(replies[0], "left_out"), "documents_with_passages"), "4") << replies[0];
}

TEST_F(Query, TellsIdenticalDocumentsUpToTheLimitAndCountsTheOthers) {
  std::string copies;
  for (int i = 0; i < 50; ++i) copies += json_line("copy" + std::to_string(i), "The same few words.");
  write("copies.jsonl", copies);
  ASSERT_EQ(run("index add archive copies.jsonl").code, 0);
  const Strings replies = answers(json_line("copy7", "The same few words."), "--limit 3 --answers identical");
  ASSERT_EQ(replies.size(), 1U);
  EXPECT_EQ(count_of(replies[0], "\"metadata\""), 3U) << replies[0];
  EXPECT_EQ(field(field(replies[0], "left_out"), "identical"), "46") << "without itself: " << replies[0];
}

TEST_F(Query, TextsThatRepeatThemselvesShareWhatCoversThem) {
  std::string text;
  for (int i = 0; i < 5000; ++i) text += "Word. ";
  write("words.jsonl", json_line("words", text));
  ASSERT_EQ(run("index add archive words.jsonl").code, 0);
  const Strings replies = answers(json_line("asked", text), "--answers passages");
  ASSERT_EQ(replies.size(), 1U);
  EXPECT_EQ(count_of(replies[0], "\"matched\""), 1U);
  EXPECT_NE(replies[0].find("\"matched\":5000,"), std::string::npos) << replies[0];
  EXPECT_EQ(field(field(replies[0], "left_out"), "repetitive_texts"), "1") << replies[0];
}

TEST_F(Query, SumsUp) {
  write("question.jsonl",
        json_line("one", kPier) + json_line("two", "New.") + json_line("three", kMill + " More of it."));
  const Outcome outcome = run("query archive question.jsonl -o answers.jsonl --stats-json stats.json");
  EXPECT_EQ(outcome.out, "");
  EXPECT_EQ(count_lines(read("answers.jsonl")), 3U);
  EXPECT_NE(outcome.err.find("1 document with an identical one in the index, "), std::string::npos) << outcome.err;
  EXPECT_EQ(field(read("stats.json"), "documents"), "3");
  EXPECT_EQ(field(read("stats.json"), "with_identical"), "1");
  EXPECT_EQ(field(read("stats.json"), "with_passages"), "2");
  EXPECT_EQ(run("query archive question.jsonl --quiet").err, "");
}

TEST_F(Query, GivesTheSameOnAnyNumberOfThreads) {
  std::string many;
  for (int i = 0; i < 3000; ++i) {
    many += json_line(std::to_string(i), (i % 3 == 0 ? kPier : kMill) + " Number " + std::to_string(i) + " ends here.");
  }
  write("many.jsonl", many);
  const std::string one = run("query archive many.jsonl --threads 1").out;
  EXPECT_EQ(count_lines(one), 3000U);
  EXPECT_EQ(run("query archive many.jsonl --threads 3").out, one);
  EXPECT_EQ(run("query archive - --threads 3", "cat many.jsonl |").out, one);
}

TEST_F(Query, AddsWhatItAnsweredSoThatLaterDocumentsFindIt) {
  const Strings replies = answers(
      json_line("first", "A new thing.") + json_line("second", "A new thing.") + json_line("pier", "No longer so."),
      "--add");
  ASSERT_EQ(replies.size(), 3U);
  EXPECT_EQ(field(replies[0], "identical"), "[]");
  EXPECT_EQ(field(replies[1], "identical"), R"([{"id":"first","metadata":{}}])");
  EXPECT_EQ(field(run("index stats archive --json").out, "documents"), "5") << "pier was replaced";
  EXPECT_EQ(field(answers(json_line("x", kPier))[0], "identical"), "[]");
  EXPECT_EQ(field(answers(json_line("x", "A new thing."))[0], "identical"),
            R"([{"id":"first","metadata":{}},{"id":"second","metadata":{}}])");
}

TEST_F(Query, AddsOneByOneWhatAddingAtOnceGives) {
  std::string many;
  for (int i = 0; i < 40; ++i) {
    many +=
        json_line(std::to_string(i), (i % 4 == 0 ? kPier : kMill) + " Number " + std::to_string(i % 7) + " ends here.");
  }
  write("many.jsonl", many);
  ASSERT_EQ(run("index add whole many.jsonl").code, 0);
  for (const std::string durable : {"each", "batch"}) {
    ASSERT_EQ(run("index create " + durable).code, 0);
    const Outcome outcome = run("query " + durable + " many.jsonl --add --durable " + durable);
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_NE(outcome.err.find("40 documents added, 0 of them replacing"), std::string::npos) << outcome.err;
    EXPECT_EQ(run("query " + durable + " docs.jsonl").out, run("query whole docs.jsonl").out);
    EXPECT_EQ(run("index verify " + durable).code, 0);
  }
}

TEST_F(Query, AnswersALineFromAPipeBeforeTheNextOneComes) {
  write("one", json_line("one", kPier));
  write("two", json_line("two", "New to all."));
  for (const std::string options : {"", "--add", "--add --durable each", "--threads 1"}) {
    const Outcome outcome = bash(
        "rm -f asked answered; mkfifo asked answered; rm -rf copy; cp -r archive copy\n"
        "$cento query copy - --quiet " +
        options +
        " <asked >answered &\n"
        "exec 3>asked 4<answered\n"
        "cat one >&3; read -r -t 60 answer <&4 || exit 8; echo \"$answer\"\n"
        "cat two >&3; read -r -t 60 answer <&4 || exit 9; echo \"$answer\"\n"
        "exec 3>&-; wait $!");
    EXPECT_EQ(outcome.code, 0) << options << outcome.err;
    const Strings replies = lines_of(outcome.out);
    ASSERT_EQ(replies.size(), 2U) << options;
    EXPECT_EQ(field(replies[0], "identical"), R"([{"id":"pier","metadata":{"year":1901}}])") << options;
    EXPECT_EQ(field(replies[1], "id"), "\"two\"") << options;
  }
}

TEST_F(Query, GoesOnAfterABadLine) {
  const Outcome outcome = bash(
      "printf '%s\\n' '{\"id\":\"a\",\"text\":\"New.\"}' '{\"id\":' '' '{\"id\":\"b\",\"text\":\"Newer.\"}'"
      " | $cento query archive - --rejects rejects.jsonl");
  EXPECT_EQ(outcome.code, 3) << outcome.err;
  ASSERT_EQ(count_lines(outcome.out), 2U);
  EXPECT_NE(outcome.out.find("\"id\":\"b\""), std::string::npos);
  EXPECT_NE(read("rejects.jsonl").find("\"line\":2"), std::string::npos) << read("rejects.jsonl");
}

TEST_F(Query, TakesOtherFormatsFromAPipeToo) {
  const Outcome outcome = run("query archive -", "printf '%s' '" + kMill + "' |");
  ASSERT_EQ(count_lines(outcome.out), 1U) << outcome.err;
  EXPECT_NE(field(outcome.out, "passages").find("\"mill\""), std::string::npos) << outcome.out;
  const Outcome object = run("query archive -", "printf '{\\n\"id\":\"x\",\\n\"text\":\"" + kBread + "\"}' |");
  EXPECT_EQ(field(object.out, "id"), "\"x\"") << object.err;
}

TEST_F(Query, IsCalledLikeThis) {
  EXPECT_EQ(run("query").code, 2);
  EXPECT_EQ(run("query archive").code, 2);
  EXPECT_EQ(run("query archive docs.jsonl --answers everything").code, 2);
  EXPECT_EQ(run("query archive docs.jsonl --limit 0").code, 2);
  EXPECT_EQ(run("query archive docs.jsonl --durable each").code, 2) << "nothing is added";
  EXPECT_EQ(run("query archive docs.jsonl --answers reuse").code, 2) << "the index has no data for it";
  const Outcome missing = run("query nowhere docs.jsonl");
  EXPECT_EQ(missing.code, 1);
  EXPECT_NE(missing.err.find("nowhere"), std::string::npos) << missing.err;
  EXPECT_EQ(run("query nowhere docs.jsonl --add").code, 1);
  EXPECT_FALSE(exists("nowhere"));
}

}  // namespace
}  // namespace cento
