#include <gtest/gtest.h>

#include <map>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "run_program.hpp"

namespace cento {
namespace {

using testing::count_lines;
using testing::Outcome;
using Strings = std::vector<std::string>;

enum class Kind { flag, text, list, name, choice, whole, real, any_real, size };

/// What an option takes. One that is not here makes the test fail, so that a new option gets its row.
const std::map<std::string, Kind>& kinds() {
  static const std::map<std::string, Kind> kKinds = {
      {"--add", Kind::flag},
      {"--against", Kind::list},
      {"--all", Kind::flag},
      {"--answers", Kind::choice},
      {"--as", Kind::choice},
      {"--as-jsonl", Kind::flag},
      {"--asked-threshold", Kind::real},
      {"--audit", Kind::text},
      {"--blog", Kind::flag},
      {"--boilerplate", Kind::whole},
      {"--by", Kind::choice},
      {"--charset", Kind::name},
      {"--closed", Kind::flag},
      {"--clusters", Kind::text},
      {"--collisions", Kind::whole},
      {"--color", Kind::choice},
      {"--compare", Kind::name},
      {"--context", Kind::whole},
      {"--curve", Kind::text},
      {"--df-cutoff", Kind::real},
      {"--distance", Kind::whole},
      {"--documents", Kind::flag},
      {"--drop-emptied", Kind::flag},
      {"--durable", Kind::choice},
      {"--edges", Kind::choice},
      {"--extra-words", Kind::real},
      {"--false-hits", Kind::real},
      {"--features", Kind::name},
      {"--folds", Kind::whole},
      {"--format", Kind::choice},
      {"--forum", Kind::flag},
      {"--gap", Kind::whole},
      {"--help", Kind::flag},
      {"--id", Kind::text},
      {"--id-field", Kind::text},
      {"--ids", Kind::text},
      {"--json", Kind::flag},
      {"--keep", Kind::name},
      {"--keep-what-is-left", Kind::flag},
      {"--least", Kind::whole},
      {"--least-similarity", Kind::real},
      {"--level", Kind::choice},
      {"--limit", Kind::whole},
      {"--match", Kind::choice},
      {"--max-document", Kind::size},
      {"--max-repeats", Kind::whole},
      {"--memory", Kind::size},
      {"--method", Kind::name},
      {"--min-sentences", Kind::whole},
      {"--min-tokens", Kind::whole},
      {"--min-words", Kind::whole},
      {"--near-duplicate", Kind::real},
      {"--negation-guard", Kind::real},
      {"--no-blog", Kind::flag},
      {"--no-documents", Kind::flag},
      {"--no-forum", Kind::flag},
      {"--no-passages", Kind::flag},
      {"--no-reuse", Kind::flag},
      {"--no-word-factors", Kind::flag},
      {"--number-guard", Kind::real},
      {"--only-found", Kind::flag},
      {"--options", Kind::text},
      {"--output", Kind::text},
      {"--overlap", Kind::choice},
      {"--pairs", Kind::text},
      {"--pairs-up-to", Kind::whole},
      {"--part", Kind::text},
      {"--parts", Kind::text},
      {"--passages", Kind::flag},
      {"--queries", Kind::whole},
      {"--query-sentences", Kind::whole},
      {"--quiet", Kind::flag},
      {"--recall", Kind::real},
      {"--rejects", Kind::text},
      {"--reuse", Kind::flag},
      {"--reuse-by", Kind::choice},
      {"--sample", Kind::whole},
      {"--scores", Kind::text},
      {"--scores-weight", Kind::real},
      {"--sct", Kind::whole},
      {"--sct-sizes", Kind::choice},
      {"--seed", Kind::whole},
      {"--signature", Kind::name},
      {"--signature-bits", Kind::whole},
      {"--signatures", Kind::name},
      {"--split", Kind::text},
      {"--starts", Kind::whole},
      {"--stats", Kind::text},
      {"--stats-json", Kind::text},
      {"--strict", Kind::flag},
      {"--temp-dir", Kind::text},
      {"--text-field", Kind::list},
      {"--theta", Kind::real},
      {"--threads", Kind::whole},
      {"--threshold", Kind::real},
      {"--version", Kind::flag},
      {"--wait", Kind::flag},
      {"--warn-share", Kind::real},
      {"--within", Kind::flag},
      {"--word-bits", Kind::whole},
      // Where a command differs.
      {"eval --threshold", Kind::any_real},
      {"scan --method", Kind::choice},
      {"study ndd --least", Kind::real},
      {"study threads --parts", Kind::list},
      {"tune --parts", Kind::list},
  };
  return kKinds;
}

/// All commands, with words that they can be called with.
const std::vector<std::pair<std::string, std::string>>& commands() {
  static const std::vector<std::pair<std::string, std::string>> kCommands = {
      {"show", "in.jsonl"},
      {"convert", "in.jsonl"},
      {"scan", "in.jsonl"},
      {"pairs", "in.jsonl"},
      {"dedup", "in.jsonl"},
      {"compare", "in.jsonl in.jsonl"},
      {"threads", "in.jsonl"},
      {"index create", "archive"},
      {"index add", "archive in.jsonl"},
      {"index remove", "archive x"},
      {"index stats", "archive"},
      {"index merge", "archive"},
      {"index verify", "archive"},
      {"index rebuild", "archive"},
      {"index backup", "archive copy"},
      {"query", "archive in.jsonl"},
      {"stats", "in.jsonl"},
      {"tune", "in.jsonl"},
      {"eval", "in.jsonl in.jsonl"},
      {"study ndd", "in.jsonl"},
      {"study qsign", "in.jsonl"},
      {"study threads", "in.jsonl"},
      {"formats", ""},
      {"completion", "bash"},
  };
  return kCommands;
}

/// Values that no option of the kind takes; "" is told in other words.
Strings absurd(Kind kind) {
  switch (kind) {
    case Kind::whole:
      return {"abc", "-1", "1.5", "1e400", "nan", "inf", "99999999999999999999999", "0x10", "1 ", " 1", "+1"};
    case Kind::real: return {"abc", "-1", "1e400", "nan", "inf", "-0.5", "0x10", "0.5 ", "0,5"};
    case Kind::any_real: return {"abc", "1e400", "nan", "inf", "0x10", "0.5 "};
    case Kind::size: return {"abc", "-1", "1e400", "nan", "inf", "0x10", "1 ", "99999999999999999999999T", "0"};
    case Kind::choice:
    case Kind::name: return {"nonsense", "0", "-1"};
    case Kind::flag:
    case Kind::text:
    case Kind::list: break;
  }
  return {};
}

std::string quoted(const std::string& word) {
  return "'" + word + "'";
}

class WrongUsage : public testing::ProgramTest {
 protected:
  void SetUp() override {
    ProgramTest::SetUp();
    write("in.jsonl", "{\"id\":\"a\",\"text\":\"The lock keeper counts the boats.\"}\n");
  }

  /// The long names of a command's options, as --help shows them.
  [[nodiscard]] Strings options_of(const std::string& command) const {
    Strings names;
    std::istringstream lines(run(command + " --help").out);
    for (std::string line; std::getline(lines, line);) {
      const std::size_t begin = line.find("--");
      if (!line.starts_with("  -") || begin > 5) continue;
      names.push_back(line.substr(begin, line.find_first_of(" ", begin) - begin));
    }
    return names;
  }

  /// One line, in our own words, that names the help of the command; `words` are in it.
  void expect_one_sentence(const std::string& command, const std::string& arguments, const Strings& words) const {
    const Outcome outcome = run(command + " " + arguments);
    const std::string what = command + " " + arguments + ": " + outcome.err;
    EXPECT_EQ(outcome.code, 2) << what;
    EXPECT_EQ(outcome.out, "") << what;
    EXPECT_EQ(count_lines(outcome.err), 1U) << what;
    EXPECT_LT(outcome.err.size(), 400U) << what;
    EXPECT_TRUE(outcome.err.starts_with("cento: ")) << what;
    EXPECT_TRUE(outcome.err.ends_with("(see: cento " + command + " --help)\n")) << what;
    EXPECT_EQ(outcome.err.substr(0, outcome.err.find(" (see: ")).find(". "), std::string::npos) << what;
    for (const char* foreign : {"not in range", "Could not convert", "not expected", "Requires", "Excludes", "TEXT",
                                "FLOAT", "UINT", "received", "terminate", "e+", "stod"}) {
      EXPECT_EQ(outcome.err.find(foreign), std::string::npos) << what;
    }
    for (const std::string& word : words)
      EXPECT_NE(outcome.err.find(word), std::string::npos) << word << " in " << what;
  }

  [[nodiscard]] static Kind kind_of(const std::string& command, const std::string& option) {
    const auto own = kinds().find(command + " " + option);
    if (own != kinds().end()) return own->second;
    const auto usual = kinds().find(option);
    EXPECT_NE(usual, kinds().end()) << "what does " << option << " take?";
    return usual == kinds().end() ? Kind::flag : usual->second;
  }
};

/// Calls `test(command, words, option, kind)`; for options that many commands share, only for the first that has them.
template <typename Options, typename Test>
void for_each_option(const Options& options_of, const Test& test) {
  std::set<std::string> shared_seen;
  const std::set<std::string> shared = {"--format",  "--text-field", "--id-field", "--split",  "--charset",
                                        "--threads", "--memory",     "--temp-dir", "--strict", "--max-document",
                                        "--rejects", "--quiet",      "--output",   "--help",   "--stats-json"};
  for (const auto& [command, words] : commands()) {
    for (const std::string& option : options_of(command)) {
      if (shared.contains(option) && !shared_seen.insert(option).second) continue;
      test(command, words, option);
    }
  }
}

TEST_F(WrongUsage, OfAValueIsOneSentenceThatNamesIt) {
  for_each_option([&](const std::string& command) { return options_of(command); },
                  [&](const std::string& command, const std::string& words, const std::string& option) {
                    for (const std::string& value : absurd(kind_of(command, option))) {
                      expect_one_sentence(command, words + " " + option + "=" + quoted(value), {option, value});
                    }
                  });
}

TEST_F(WrongUsage, OfAMissingOrEmptyValueIsOneSentence) {
  for_each_option([&](const std::string& command) { return options_of(command); },
                  [&](const std::string& command, const std::string& words, const std::string& option) {
                    const Kind kind = kind_of(command, option);
                    if (option == "--help") return;
                    if (kind == Kind::flag) {
                      expect_one_sentence(command, words + " " + option + "=1", {option, "takes no value"});
                      return;
                    }
                    expect_one_sentence(command, words + " " + option, {option, "needs a value"});
                    expect_one_sentence(command, words + " " + option + " --quiet", {option, "needs a value"});
                    expect_one_sentence(command, words + " " + option + " ''", {option, "must not be empty"});
                    expect_one_sentence(command, words + " " + option + "=", {option, "must not be empty"});
                  });
}

TEST_F(WrongUsage, OfAnOptionGivenTwiceIsOneSentence) {
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

TEST_F(WrongUsage, OfAnUnknownOptionIsOneSentence) {
  for (const auto& [command, words] : commands()) {
    expect_one_sentence(command, words + " --nonsense", {"has no option \"--nonsense\""});
    expect_one_sentence(command, words + " --nonsense=3", {"has no option \"--nonsense\""});
    expect_one_sentence(command, words + " -x", {"has no option \"-x\""});
  }
}

TEST_F(WrongUsage, SuggestsWhatWasMeant) {
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

TEST_F(WrongUsage, OfTooManyOrTooFewWordsIsOneSentence) {
  expect_one_sentence("compare", "in.jsonl", {"cento compare needs B"});
  expect_one_sentence("compare", "in.jsonl in.jsonl in.jsonl", {"takes no further word", "in.jsonl"});
  expect_one_sentence("index backup", "archive", {"needs COPY"});
  expect_one_sentence("dedup", "in.jsonl", {"cento dedup needs --output CLEAN"});
  expect_one_sentence("index", "", {"no command was given"});
  expect_one_sentence("study", "", {"no command was given"});
  expect_one_sentence("query", "archive in.jsonl --durable each", {"--durable needs --add"});
  expect_one_sentence("index rebuild", "archive --forum --no-forum", {"--no-forum and --forum exclude each other"});
}

TEST_F(WrongUsage, TooLittleMemoryIsRefusedWithTheLeast) {
  expect_one_sentence("pairs", "in.jsonl --memory 1 --threads 2", {"--memory must be at least 32M", "not 1"});
  expect_one_sentence("scan", "in.jsonl --threads 4 --memory 35M", {"--memory must be at least 36M", "4 threads"});
  expect_one_sentence("show", "in.jsonl --memory 9M --threads 1", {"--memory must be at least 10M", "1 thread"});
  for (const auto& [command, words] : commands()) {
    const Strings options = options_of(command);
    if (std::find(options.begin(), options.end(), "--memory") == options.end()) continue;
    const bool has_output = std::find(options.begin(), options.end(), "--output") != options.end();
    expect_one_sentence(command, words + (has_output ? " -o new" : "") + " --memory 1 --threads 1",
                        {"--memory must be at least "});
  }
  EXPECT_EQ(run("pairs in.jsonl --memory 32M --threads 2").code, 0);
  EXPECT_EQ(run("scan in.jsonl --memory 36M --threads 4").code, 0);
}

TEST_F(WrongUsage, OfAnAddressSaysThatFilesAreLocal) {
  for (const std::string address : {"https://example.org/news.jsonl", "s3://bucket/news.jsonl.gz", "file:///tmp/x"}) {
    const Outcome outcome = run("show " + address);
    EXPECT_NE(outcome.code, 0);
    EXPECT_NE(outcome.err.find(address + ": Cento reads local files"), std::string::npos) << outcome.err;
    const Outcome partly = run("show in.jsonl " + address);
    EXPECT_NE(partly.err.find("Cento reads local files"), std::string::npos) << partly.err;
  }
  EXPECT_NE(run("show 'a b://c'").err.find("there is no such file"), std::string::npos);
}

TEST_F(WrongUsage, ManyValuesAfterAnOptionLeaveTheInput) {
  const Outcome outcome = run("dedup -o clean.jsonl --against in.jsonl in.jsonl in.jsonl");
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(read("clean.jsonl"), "");
}

}  // namespace
}  // namespace cento
