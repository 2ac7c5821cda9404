#include "write/records/passage_records.hpp"

#include <gtest/gtest.h>

#include <rapidcheck/gtest.h>
#include <array>
#include <span>
#include <string>

#include "core/json/json_value.hpp"
#include "core/utf8.hpp"

namespace cento {
namespace {

const NamedStretch kIn1{{"x\"1", ""}, "", {{3, 9}, {412, 1187}}};
const NamedStretch kIn2{{"y", ""}, "", {{0, 6}, {0, 764}}};
const NamedStretch kInAnswer{{"y", "f, line 2"}, "answer", {{0, 6}, {0, 764}}};

std::string line(const PassageRecord& passage) {
  std::string out;
  append_passage_line(out, passage);
  return out;
}

TEST(PassageLine, HoldsBothSides) {
  EXPECT_EQ(line({kIn1, kIn2, 6, 0.98}),
            R"({"a":{"id":"x\"1","sentences":[3,9],"bytes":[412,1187]},)"
            R"("b":{"id":"y","sentences":[0,6],"bytes":[0,764]},"matched":6,"similarity":0.98})"
            "\n");
}

TEST(PassageLine, TellsPartsAndPlacesWhereThereAreSeveral) {
  EXPECT_EQ(line({kIn2, kInAnswer, 6, 1}),
            R"({"a":{"id":"y","sentences":[0,6],"bytes":[0,764]},)"
            R"("b":{"id":"y","place":"f, line 2","part":"answer","sentences":[0,6],"bytes":[0,764]},)"
            R"("matched":6,"similarity":1})"
            "\n");
}

TEST(PassageRow, BeginsWithTheColumnsOfSpans) {
  std::string out;
  append_passage_header(out, {});
  append_passage_row(out, {{{"tab\there", ""}, "", {{3, 9}, {412, 1187}}}, kIn2, 6, 0.98}, {});
  EXPECT_EQ(out,
            "a_id\ta_begin\ta_end\tb_id\tb_begin\tb_end\ta_first_sentence\ta_end_sentence\tb_first_sentence\t"
            "b_end_sentence\tmatched\tsimilarity\n"
            "tab\\there\t412\t1187\ty\t0\t764\t3\t9\t0\t6\t6\t0.98\n");
}

TEST(PassageRow, EndsWithPartsAndPlacesIfWanted) {
  std::string out;
  append_passage_header(out, {true, true});
  append_passage_row(out, {kIn2, kInAnswer, 6, 1}, {true, true});
  EXPECT_TRUE(out.find("\tsimilarity\ta_part\tb_part\ta_place\tb_place\n") != std::string::npos) << out;
  EXPECT_TRUE(out.ends_with("\t6\t1\t\tanswer\t\tf, line 2\n")) << out;
}

TEST(CutLine, TellsWhatGoesAndWhatStays) {
  std::string out;
  append_cut_line(out, {kInAnswer, kIn1, "passage"});
  EXPECT_EQ(out, R"({"id":"y","place":"f, line 2","part":"answer","sentences":[0,6],"bytes":[0,764],)"
                 R"("kept":{"id":"x\"1","sentences":[3,9],"bytes":[412,1187]},"reason":"passage"})"
                 "\n");
}

TEST(FamilyLine, IsMadeOfPieces) {
  const FamilyRecord family{"17", 2, 6, false, "It was a …"};
  const std::array<NamedStretch, 2> places = {kIn1, kInAnswer};
  const std::string expected = R"({"family":"17","documents":2,"sentences":6,"text":"It was a …",)"
                               R"("places":[{"id":"x\"1","sentences":[3,9],"bytes":[412,1187]},)"
                               R"({"id":"y","place":"f, line 2","part":"answer","sentences":[0,6],"bytes":[0,764]}]})"
                               "\n";
  std::string whole;
  append_family_piece(whole, {family, places, true, true});
  EXPECT_EQ(whole, expected);
  std::string joined;
  append_family_piece(joined, {family, std::span(places).first(1), true, false});
  append_family_piece(joined, {family, std::span(places).last(1), false, false});
  append_family_piece(joined, {family, {}, false, true});
  EXPECT_EQ(joined, expected);
}

TEST(FamilyLine, MarksBoilerplate) {
  std::string out;
  append_family_piece(out, {{"b", 5000, 3, true, ""}, {}, true, true});
  EXPECT_EQ(out, R"({"family":"b","documents":5000,"sentences":3,"boilerplate":true,"text":"","places":[]})"
                 "\n");
}

TEST(FirstWords, EndBehindAWord) {
  EXPECT_EQ(first_words(" It  was\n\na dark night. ", 100), "It was a dark night.");
  EXPECT_EQ(first_words("It was a dark night.", 10), "It was a …");
  EXPECT_EQ(first_words("It was a dark night.", 8), "It was a …");
  EXPECT_EQ(first_words("It was a dark night.", 7), "It was …");
  EXPECT_EQ(first_words("It was", 6), "It was");
  EXPECT_EQ(first_words("", 6), "");
}

TEST(FirstWords, EndBehindACharacterInAVeryLongWord) {
  EXPECT_EQ(first_words("深山古寺鐘聲", 7), "深山 …");
}

RC_GTEST_PROP(PassageLine, IsJsonWhateverTheIdsAre, (const std::string& a, const std::string& b)) {
  const std::string text = line({{{a, b}, a, {{1, 2}, {3, 4}}}, {{b, ""}, "", {{1, 2}, {3, 4}}}, 1, 0.5});
  RC_ASSERT(is_json_value(std::string_view(text).substr(0, text.size() - 1)));
}

RC_GTEST_PROP(FirstWords, AreValidAndShort, (const std::vector<std::uint16_t>& points, std::uint8_t most)) {
  std::string text;
  for (const std::uint16_t point : points) append_utf8(text, point);
  const std::string words = first_words(text, most);
  RC_ASSERT(is_valid_utf8(words));
  RC_ASSERT(words.size() <= std::size_t{most} + 4);
}

}  // namespace
}  // namespace cento
