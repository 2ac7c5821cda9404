#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cmath>
#include <random>
#include <sstream>
#include <thread>

#include "run_program.hpp"

namespace cento::testing {
namespace {

constexpr std::size_t kMega = std::size_t{1} << 20;

/// Runs commands with little memory on a larger generated collection.
class Memory : public ProgramTest {
 protected:
  void SetUp() override {
    ProgramTest::SetUp();
    write("in.jsonl", collection(kCollectionBytes));
  }

  /// Documents of made-up words that follow Zipf's law; one in eight is a copy of an earlier one with a few words
  /// changed, and one is far longer than all others.
  static std::string collection(std::size_t bytes) {
    std::mt19937_64 random(11);
    std::vector<std::string> texts;
    std::string lines;
    while (lines.size() < bytes) {
      const bool is_copy = !texts.empty() && random() % 8 == 0;
      std::string text = is_copy ? changed(texts[random() % texts.size()], random)
                                 : made_up(texts.size() == 100 ? 400'000 : 50 + random() % 600, random);
      lines += "{\"id\":\"a/rather/long/id/" + std::to_string(texts.size()) + "\",\"text\":\"" + text + "\"}\n";
      texts.push_back(std::move(text));
    }
    return lines;
  }

  static std::string word(std::mt19937_64& random) {
    const double unit = static_cast<double>(random() >> 11U) * 0x1p-53;
    return "w" + std::to_string(static_cast<std::uint64_t>(std::pow(30'000.0, unit)));
  }

  static std::string made_up(std::size_t words, std::mt19937_64& random) {
    std::string text;
    for (std::size_t i = 0; i < words; ++i) text += word(random) + (random() % 12 == 0 ? ". " : " ");
    return text;
  }

  static std::string changed(const std::string& text, std::mt19937_64& random) {
    std::string out;
    std::istringstream words(text);
    for (std::string one; words >> one;) out += (random() % 100 == 0 ? word(random) : one) + " ";
    return out;
  }

  /// Runs `cento ARGUMENTS` and returns the most memory that it held, without file pages; 0 if it failed.
  [[nodiscard]] std::uint64_t peak_bytes(const std::vector<std::string>& arguments) const {
    const pid_t child = ::fork();
    if (child == 0) execute(arguments);
    std::uint64_t most = 0;
    int status = 0;
    while (::waitpid(child, &status, WNOHANG) == 0) {
      most = std::max(most, anonymous_bytes(child));
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << read(".err");
    return most;
  }

  static constexpr std::size_t kCollectionBytes = 40 * kMega;

 private:
  [[noreturn]] void execute(const std::vector<std::string>& arguments) const {
    std::vector<std::string> all = {CENTO_PROGRAM};
    all.insert(all.end(), arguments.begin(), arguments.end());
    std::vector<char*> pointers;
    for (std::string& argument : all) pointers.push_back(argument.data());
    pointers.push_back(nullptr);
    if (::chdir(folder_.c_str()) == 0) {
      const int errors = ::open(".err", O_WRONLY | O_CREAT | O_TRUNC, 0600);
      ::dup2(errors, STDERR_FILENO);
      ::execv(CENTO_PROGRAM, pointers.data());
    }
    ::_exit(127);
  }

  static std::uint64_t anonymous_bytes(pid_t process) {
    std::ifstream status("/proc/" + std::to_string(process) + "/status");
    std::uint64_t bytes = 0;
    for (std::string line; std::getline(status, line);) {
      if (!line.starts_with("RssAnon:") && !line.starts_with("RssShmem:")) continue;
      bytes += std::stoull(line.substr(line.find(':') + 1)) * 1024;
    }
    return bytes;
  }
};

#if defined(__SANITIZE_ADDRESS__)
constexpr bool kMeasures = false;  // shadow memory counts as well
#else
constexpr bool kMeasures = true;
#endif

struct Command {
  const char* name;
  std::vector<std::string> arguments;
};

class MemoryOf : public Memory, public ::testing::WithParamInterface<Command> {};

TEST_P(MemoryOf, StaysWithinItsBudgetAndGivesTheSameBytes) {
  constexpr double kMost = 1.1;
  constexpr std::size_t kBudget = 80 * kMega;
  const auto run = [&](const std::string& output, const std::string& budget) {
    std::vector<std::string> arguments = GetParam().arguments;
    arguments.insert(arguments.end(), {"in.jsonl", "-o", output, "--memory", budget, "--threads", "2", "--quiet"});
    return peak_bytes(arguments);
  };
  const std::uint64_t peak = run("little", "80M");
  run("much", "4G");
  if (kMeasures) {
    EXPECT_LE(static_cast<double>(peak), kMost * kBudget);
  }
  EXPECT_FALSE(read("much").empty());
  EXPECT_TRUE(read("little") == read("much"));
}

INSTANTIATE_TEST_SUITE_P(Commands, MemoryOf,
                         ::testing::Values(Command{"statsOfShingles", {"stats", "--features", "shingle:5"}},
                                           Command{"pairs", {"pairs"}},
                                           Command{"pairsByMinhash", {"pairs", "--method", "minhash"}}),
                         [](const auto& command) { return std::string(command.param.name); });

TEST_F(Memory, AddingToAnIndexStaysWithinItsBudget) {
  constexpr double kMost = 1.1;
  constexpr std::size_t kBudget = 96 * kMega;
  const std::uint64_t peak =
      peak_bytes({"index", "add", "made", "in.jsonl", "--memory", "96M", "--threads", "2", "--quiet"});
  if (kMeasures) {
    EXPECT_LE(static_cast<double>(peak), kMost * kBudget);
  }
  const Outcome verified = this->run("index verify made");
  EXPECT_EQ(verified.code, 0) << verified.err;
}

TEST_F(Memory, WritingTablesStaysWithinItsBudget) {
  if (!CENTO_HAS_ARROW_FILES) GTEST_SKIP() << "the plug-in for Parquet and Arrow files was not built";
  constexpr double kMost = 1.1;
  constexpr std::size_t kBudget = 80 * kMega;
  constexpr int kDocuments = 1500;  // more than a million rows
  std::string documents;
  for (int i = 0; i < kDocuments; ++i) {
    const std::string number = std::to_string(i);
    documents += json_line("a/rather/long/id/" + number,
                           "It rained all day. The river rose by a metre. Nobody had "
                           "expected that. It was day " +
                               number + " of the year.");
  }
  write("alike.jsonl", documents);
  for (const std::string form : {"parquet", "arrow"}) {
    const std::uint64_t peak = peak_bytes({"scan", "alike.jsonl", "--pairs-up-to", "2000", "-o", form, "--as", form,
                                           "--memory", "80M", "--threads", "2", "--quiet"});
    EXPECT_TRUE(exists(form + "/passages." + form));
    if (kMeasures) {
      EXPECT_LE(static_cast<double>(peak), kMost * kBudget) << form;
    }
  }
}

}  // namespace
}  // namespace cento::testing
