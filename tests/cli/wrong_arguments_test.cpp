#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "wrong_usage.hpp"

namespace cento {
namespace {

using testing::commands;
using testing::Outcome;

class WrongArguments : public testing::WrongUsageTest {};

TEST_F(WrongArguments, OfAnOptionGivenTwiceIsOneSentence) {
  for (const auto& [command, option] : std::vector<std::pair<std::string, std::string>>{{"show", "--limit 3"},
                                                                                        {"show", "--as json"},
                                                                                        {"pairs", "--threshold 0.5"},
                                                                                        {"pairs", "--memory 1G"},
                                                                                        {"scan", "--match near"},
                                                                                        {"scan", "-o out"},
                                                                                        {"pairs", "--method shingle:3"},
                                                                                        {"pairs", "--keep first"},
                                                                                        {"threads", "--options x.json"},
                                                                                        {"tune", "--seed 7"}}) {
    expect_one_sentence(command, "in.jsonl " + option + " " + option, {"was given twice"});
  }
}

TEST_F(WrongArguments, OfAnUnknownOptionIsOneSentence) {
  for (const auto& [command, words] : commands()) {
    expect_one_sentence(command, words + " --nonsense", {"has no option \"--nonsense\""});
    expect_one_sentence(command, words + " --nonsense=3", {"has no option \"--nonsense\""});
    expect_one_sentence(command, words + " -x", {"has no option \"-x\""});
  }
}

TEST_F(WrongArguments, SuggestsWhatWasMeant) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"scan in.jsonl --treshold 0.5", "cento: cento scan has no option \"--treshold\"; did you mean \"--threshold\"?"},
      {"pairs in.jsonl --mehtod exact", "; did you mean \"--method\"?"},
      {"scan in.jsonl --match nera", "--match must be exact, near or loose, not \"nera\"; did you mean \"near\"?"},
      {"scan in.jsonl --method sub", "; did you mean \"substring\"?"},
      {"show in.jsonl --format jsnol", "; did you mean \"jsonl\"?"},
      {"show in.jsonl --as tokns", "; did you mean \"tokens\"?"},
      {"pairs in.jsonl --keep longst", "; did you mean \"longest\"?"},
      {"pairs in.jsonl --method minhsah", "; did you mean \"minhash\"?"},
      {"pairs in.jsonl --method shingel:5", "; did you mean \"shingle\"?"},
      {"scan in.jsonl --signature spto:60", "; did you mean \"spot\"?"},
      {"index crate archive", "cento index has no command \"crate\"; did you mean \"create\"?"},
      {"sacn in.jsonl", "cento has no command \"sacn\"; did you mean \"scan\"?"},
      {"pairs in.jsonl --audit x", "cento pairs has no option \"--audit\"; cento dedup has it"},
  };
  for (const auto& [arguments, words] : cases) {
    const Outcome outcome = run(arguments);
    EXPECT_EQ(outcome.code, 2) << arguments;
    EXPECT_NE(outcome.err.find(words), std::string::npos) << arguments << ": " << outcome.err;
  }
  EXPECT_EQ(run("fold in.jsonl").err, "cento: cento has no command \"fold\" (see: cento --help)\n");
}

TEST_F(WrongArguments, OfTooManyOrTooFewWordsIsOneSentence) {
  expect_one_sentence("compare", "in.jsonl", {"cento compare needs B"});
  expect_one_sentence("compare", "in.jsonl in.jsonl in.jsonl", {"takes no more arguments", "in.jsonl"});
  expect_one_sentence("index backup", "archive", {"needs COPY"});
  expect_one_sentence("dedup", "in.jsonl", {"cento dedup needs --output CLEAN"});
  expect_one_sentence("index", "", {"no command was given"});
  expect_one_sentence("study", "", {"no command was given"});
  expect_one_sentence("query", "archive in.jsonl --durable each", {"--durable needs --add"});
  expect_one_sentence("index rebuild", "archive --forum --no-forum", {"--no-forum and --forum cannot be combined"});
}

TEST_F(WrongArguments, OfAnAddressSaysThatFilesAreLocal) {
  for (const std::string address : {"https://example.org/news.jsonl", "s3://bucket/news.jsonl.gz", "file:///tmp/x"}) {
    const Outcome outcome = run("show " + address);
    EXPECT_NE(outcome.code, 0);
    EXPECT_NE(outcome.err.find(address + ": Cento reads local files"), std::string::npos) << outcome.err;
    const Outcome partly = run("show in.jsonl " + address);
    EXPECT_NE(partly.err.find("Cento reads local files"), std::string::npos) << partly.err;
  }
  EXPECT_NE(run("show 'a b://c'").err.find("there is no such file"), std::string::npos);
}

TEST_F(WrongArguments, ManyValuesAfterAnOptionLeaveTheInput) {
  const Outcome outcome = run("dedup -o clean.jsonl --against in.jsonl in.jsonl in.jsonl");
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(read("clean.jsonl"), "");
}

}  // namespace
}  // namespace cento
