// Sentences of the library as the program prints them.

#include "output/flag_names.hpp"

#include "run_program.hpp"

namespace cento {
namespace {

using testing::Outcome;

TEST(FlagNames, FieldsBecomeFlags) {
  EXPECT_EQ(cli::with_flags("more than `max_document_bytes` allows (10)"), "more than --max-document allows (10)");
  EXPECT_EQ(cli::with_flags("`keep` must be first; see `keep`"), "--keep must be first; see --keep");
  EXPECT_EQ(cli::with_flags("3 more (`rejects_file` keeps them all)"), "3 more (--rejects FILE keeps them all)");
}

TEST(FlagNames, OtherWordsStay) {
  for (const char* sentence : {"", "`", "a ` b", "`cento stats` saves them", "```", "a `field` of yours"}) {
    EXPECT_EQ(cli::with_flags(sentence), sentence);
  }
  EXPECT_EQ(cli::with_flags("`cento stats` saves them for `statistics_file`"), "`cento stats` saves them for --stats");
  EXPECT_EQ(cli::with_flags("a ` b `keep`"), "a ` b --keep");
}

class FlagNamesInMessages : public testing::ProgramTest {};

TEST_F(FlagNamesInMessages, OnTheScreenAndInTheRejectsFile) {
  write("a.jsonl", testing::json_line("b", "The ferry leaves.") + "{\"id\":\"a\",\"speech\":7}\n");
  const Outcome outcome = run("pairs a.jsonl -o out.jsonl --rejects bad.jsonl");
  EXPECT_EQ(outcome.code, 3);
  EXPECT_NE(outcome.err.find("name the text with --text-field"), std::string::npos) << outcome.err;
  EXPECT_NE(read("bad.jsonl").find("name the text with --text-field"), std::string::npos) << read("bad.jsonl");
  EXPECT_EQ(run("pairs a.jsonl --strict").err.find('`'), std::string::npos);
}

}  // namespace
}  // namespace cento
