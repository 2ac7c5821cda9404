#include "wrong_usage.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace cento {
namespace {

using testing::commands;
using Strings = std::vector<std::string>;

enum class Kind { flag, text, list, name, choice, whole, real, any_real, size };

/// What an option takes. A missing one makes the test fail, so that a new option gets its row.
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

/// Values that no option of the kind accepts; "" has another message.
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

class WrongUsage : public testing::WrongUsageTest {
 protected:
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

}  // namespace
}  // namespace cento
