#include "study/judge/judged_files.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cento/error.hpp"
#include "write/records/pair_records.hpp"

namespace cento {
namespace {

ReporterOptions quiet() {
  ReporterOptions options;
  options.quiet = true;
  return options;
}

/// A file whose layout was inspected.
struct LookedAt {
  explicit LookedAt(std::string_view bytes, JudgedRole role = JudgedRole::gold,
                    std::optional<JudgedContent> expected = std::nullopt)
      : input(memory_input("FILE", bytes)), layout(look_at_judged_file(*input, role, expected)) {}

  std::unique_ptr<Input> input;
  JudgedLayout layout;
  Reporter reporter = Reporter(quiet());

  std::vector<LabelledPair> gold_pairs() { return read_gold_pairs(*input, layout, reporter); }
  std::vector<FoundPair> found_pairs() { return read_found_pairs(*input, layout, reporter); }
  std::vector<ClusteredItem> clusters() { return read_clusters(*input, layout, reporter); }
  SpanFile spans() { return read_spans(*input, layout, reporter); }
};

std::string shown(const std::vector<LabelledPair>& pairs) {
  std::string text;
  for (const LabelledPair& pair : pairs) {
    text += pair.name.a + (pair.name.b.empty() ? "" : "-" + pair.name.b) + (pair.is_positive ? "+" : "-") + pair.kind +
            (pair.query.empty() ? "" : "?" + pair.query) + " ";
  }
  return text;
}

std::string shown(const std::vector<FoundPair>& pairs) {
  std::string text;
  for (const FoundPair& pair : pairs) {
    text += pair.name.a + (pair.name.b.empty() ? "" : "-" + pair.name.b) + "=";
    append_short_number(text, pair.score);
    text += " ";
  }
  return text;
}

std::string shown(const std::vector<ReuseSpan>& spans) {
  const auto range = [](const ByteRange& r) { return std::to_string(r.begin) + ".." + std::to_string(r.end); };
  std::string text;
  for (const ReuseSpan& span : spans) {
    text += span.documents.a + ":" + range(span.a) + "=" + span.documents.b + ":" + range(span.b) + span.kind + " ";
  }
  return text;
}

TEST(JudgedFiles, AreToldByTheirHeader) {
  EXPECT_EQ(LookedAt("a_id\tb_id\tlabel\tkind\n").layout.content, JudgedContent::pairs);
  EXPECT_EQ(LookedAt("id\tcluster\n").layout.content, JudgedContent::clusters);
  EXPECT_EQ(LookedAt("a_id\ta_begin\ta_end\tb_id\tb_begin\tb_end\tkind\n").layout.content, JudgedContent::spans);
  EXPECT_EQ(LookedAt("id\tlabel\n").layout.content, JudgedContent::questions);
  EXPECT_EQ(LookedAt("a\tb\tsimilarity\n").layout.content, JudgedContent::pairs);
}

TEST(JudgedFiles, AreToldByTheirFirstRecord) {
  EXPECT_EQ(LookedAt(R"({"a":"x","b":"y","similarity":0.5})").layout.content, JudgedContent::pairs);
  EXPECT_EQ(LookedAt(R"({"a":"x","b":"y","label":1})").layout.content, JudgedContent::pairs);
  EXPECT_EQ(LookedAt(R"({"id":"x","cluster":"y","kept":false})").layout.content, JudgedContent::clusters);
  EXPECT_EQ(LookedAt(R"({"id":"q","a":"a text","b":"another","label":1})").layout.content, JudgedContent::questions);
  EXPECT_EQ(LookedAt(R"({"id":"q","a":{"title":"t"},"b":{"title":"u","id":7},"label":1})").layout.content,
            JudgedContent::questions);
  EXPECT_EQ(LookedAt(R"({"a":{"id":"x","bytes":[1,2]},"b":{"id":"y","bytes":[3,4]},"similarity":1})").layout.content,
            JudgedContent::spans);
  EXPECT_EQ(LookedAt("\n{\"broken\n{\"id\":1,\"cluster\":2}\n").layout.content, JudgedContent::clusters);
}

TEST(JudgedFiles, WithoutAHeaderAreToldByTheirColumnsOrAreWhatIsExpected) {
  EXPECT_EQ(LookedAt("x\ty\t1\tk\n").layout.content, JudgedContent::pairs);
  EXPECT_EQ(LookedAt("x\ty\n").layout.content, JudgedContent::clusters);
  EXPECT_EQ(LookedAt("x\t1\t2\ty\t3\t4\n").layout.content, JudgedContent::spans);
  EXPECT_EQ(LookedAt("x\ty\n", JudgedRole::found, JudgedContent::pairs).layout.content, JudgedContent::pairs);
  EXPECT_EQ(LookedAt("x\t1\t2\ty\t3\t4\n", JudgedRole::found, JudgedContent::pairs).layout.content,
            JudgedContent::spans);
  EXPECT_EQ(LookedAt("", JudgedRole::found, JudgedContent::pairs).layout.content, JudgedContent::pairs);
  EXPECT_FALSE(LookedAt("\n \r\n").layout.content);
}

TEST(JudgedFiles, ThatSayNothingAreRefused) {
  EXPECT_THROW(LookedAt("just some text\n"), Error);
  EXPECT_THROW(LookedAt(R"({"text":"no ids"})"), Error);
  EXPECT_THROW(LookedAt("a_id\tlabel\nx\t1\n", JudgedRole::found, JudgedContent::pairs), Error);
}

TEST(JudgedFiles, GivePairsWithLabels) {
  LookedAt file(
      "\xEF\xBB\xBF"
      "a_id\tb_id\tlabel\tkind\r\nx\ty\t1\tnear\r\n\r\nz\tw\t0\tfar\tmore\n");
  EXPECT_EQ(shown(file.gold_pairs()), "x-y+near w-z-far ");
  LookedAt bare("x\ty\t1\tk\nz\tw\t0\n");
  EXPECT_EQ(shown(bare.gold_pairs()), "x-y+k w-z- ");
  LookedAt records(
      "{\"a_id\":\"x\",\"b_id\":\"y\",\"label\":true}\n{\"a_id\":2,\"b_id\":1,\"label\":\"0\",\"kind\":null}\n");
  EXPECT_EQ(shown(records.gold_pairs()), "x-y+ 1-2- ");
}

TEST(JudgedFiles, GiveQuestionsWithLabelsAndQueries) {
  LookedAt file(
      "{\"id\":\"q1\",\"a\":\"one\",\"b\":\"two\",\"label\":1,\"query\":\"Q\"}\n"
      "{\"id\":2,\"a\":{\"title\":\"t\"},\"b\":{\"title\":\"u\"},\"label\":0}\n");
  EXPECT_EQ(shown(file.gold_pairs()), "q1+?Q 2- ");
}

TEST(JudgedFiles, GivePairsWithScores) {
  LookedAt rows("x\ty\t0.5\ny\tz\n", JudgedRole::found, JudgedContent::pairs);
  EXPECT_EQ(shown(rows.found_pairs()), "x-y=0.5 y-z=1 ");
  LookedAt records(R"({"a":"x","b":"\u0079","similarity":0.25,"contained_a":1})", JudgedRole::found);
  EXPECT_EQ(shown(records.found_pairs()), "x-y=0.25 ");
  LookedAt passages(R"({"a":{"id":"x","bytes":[1,2]},"b":{"id":"y","bytes":[3,4]},"similarity":0.2})",
                    JudgedRole::found);
  EXPECT_EQ(shown(passages.found_pairs()), "x-y=1 ") << "a passage's similarity is not that of its documents";
  LookedAt scores("q1\t-3e-1\nq2\t+7\n", JudgedRole::found, JudgedContent::questions);
  EXPECT_EQ(shown(scores.found_pairs()), "q1=-0.3 q2=7 ");
}

TEST(JudgedFiles, UndoTheEscapesOfTablesThatCentoWrote) {
  std::string table;
  append_pair_header(table, PlaceColumns::no);
  append_pair_row(table, {{"tab\there", {}}, {"C:\\new", {}}, 0.5, 1, 1}, PlaceColumns::no);
  LookedAt written(table, JudgedRole::found, JudgedContent::pairs);
  EXPECT_EQ(shown(written.found_pairs()), "C:\\new-tab\there=0.5 ");
  LookedAt other("a_id\tb_id\tscore\nC:\\new\tx\t1\n", JudgedRole::found, JudgedContent::pairs);
  EXPECT_EQ(shown(other.found_pairs()), "C:\\new-x=1 ");
}

TEST(JudgedFiles, GiveSpansInOrderWithoutEmptyOnes) {
  LookedAt file("a_id\ta_begin\ta_end\tb_id\tb_begin\tb_end\tkind\ny\t1\t5\tx\t2\t6\tk\nx\t3\t3\ty\t0\t1\tk\n");
  const SpanFile read = file.spans();
  EXPECT_EQ(shown(read.spans), "x:2..6=y:1..5k ");
  EXPECT_EQ(read.empty, 1U);
  LookedAt passage(R"({"a":{"id":"x","sentences":[0,1],"bytes":[1,2]},"b":{"id":"y","part":"p","bytes":[3,4]}})");
  EXPECT_EQ(shown(passage.spans().spans), "x:1..2=y:3..4 ");
}

TEST(JudgedFiles, TellBadLinesAndUseTheOthers) {
  LookedAt pairs("a_id\tb_id\tlabel\nx\ty\t2\nx\ty\t1\nonly one\nz\tw\tmaybe\n");
  EXPECT_EQ(shown(pairs.gold_pairs()), "x-y+ ");
  EXPECT_EQ(pairs.reporter.rejected(), 3U);
  LookedAt scores("x\ty\tnan\nx\ty\thigh\nx\ty\t\nx\ty\t1\n", JudgedRole::found, JudgedContent::pairs);
  EXPECT_EQ(shown(scores.found_pairs()), "x-y=1 ");
  EXPECT_EQ(scores.reporter.rejected(), 3U);
  LookedAt spans("x\t1\t2\ty\t3\t4\nx\t-1\t2\ty\t3\t4\nx\t1.5\t2\ty\t3\t4\nx\t0\t9e15\ty\t3\t4\nx\t0\t1\ty\t3\n");
  EXPECT_EQ(spans.spans().spans.size(), 1U);
  EXPECT_EQ(spans.reporter.rejected(), 4U);
  LookedAt records("{\"id\":1,\"cluster\":2}\n{\"id\":3}\n{\"id\":4,\n");
  EXPECT_EQ(records.clusters().size(), 1U);
  EXPECT_EQ(records.reporter.rejected(), 2U);
}

TEST(JudgedFiles, ThatContradictThemselvesKeepTheFirst) {
  LookedAt pairs("a_id\tb_id\tlabel\tkind\nx\ty\t1\tk\ny\tx\t1\tk\ny\tx\t0\tk\nx\ty\t1\tm\n");
  EXPECT_EQ(shown(pairs.gold_pairs()), "x-y+k ");
  EXPECT_EQ(pairs.reporter.rejected(), 2U) << "saying the same twice is not a contradiction";
  LookedAt clusters("id\tcluster\nx\tA\nx\tA\nx\tB\n");
  EXPECT_EQ(clusters.clusters().size(), 1U);
  EXPECT_EQ(clusters.reporter.rejected(), 1U);
}

TEST(JudgedFiles, AreStoppedAtTheFirstBadLineIfThatIsWanted) {
  const auto input = memory_input("FILE", "x\ty\t1\nx\ty\t0\n");
  const JudgedLayout layout = look_at_judged_file(*input, JudgedRole::gold, std::nullopt);
  ReporterOptions options = quiet();
  options.strict = true;
  Reporter reporter(options);
  try {
    (void)read_gold_pairs(*input, layout, reporter);
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_EQ(std::string(error.what()),
              "FILE, line 2: \"x\", \"y\" is in line 1 with another label, which is used (`strict` stops at the first "
              "bad record)");
  }
}

TEST(JudgedFiles, MayBeginWithAVeryLongLine) {
  const std::string file = "{\"a\":\"" + std::string(300'000, 'x') + "\",\"b\":\"y\",\"id\":\"q\",\"label\":1}\n";
  LookedAt looked(file);
  EXPECT_EQ(shown(looked.gold_pairs()), "q+ ");
}

RC_GTEST_PROP(JudgedFiles, GiveBackWhatCentoWrote, (std::vector<std::pair<std::string, std::uint8_t>> pairs)) {
  std::string table;
  std::string lines;
  append_pair_header(table, PlaceColumns::no);
  for (const auto& [id, score] : pairs) {
    const std::string a = "a" + id;
    const std::string b = "b" + id;
    const PairRecord record{{a, {}}, {b, {}}, score / 256.0, 1, 1};
    append_pair_row(table, record, PlaceColumns::no);
    append_pair_line(lines, record);
  }
  LookedAt rows(table, JudgedRole::found, JudgedContent::pairs);
  LookedAt records(lines, JudgedRole::found, JudgedContent::pairs);
  const auto from_rows = rows.found_pairs();
  const auto from_records = records.found_pairs();
  RC_ASSERT(from_rows.size() == pairs.size());
  RC_ASSERT(from_records.size() == pairs.size());
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    RC_ASSERT(from_rows[i].name == from_records[i].name);
    RC_ASSERT(from_rows[i].score == from_records[i].score);
  }
}

}  // namespace
}  // namespace cento
