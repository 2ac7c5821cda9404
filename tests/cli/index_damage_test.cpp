// Damaged indexes as a user meets them: a flipped byte anywhere gives the right answer, an incomplete one that says so,
// or an error; never silently a wrong one. CENTO_FLIPS says how many bytes are flipped, each in a separate index.

#include <array>
#include <cstdio>
#include <cstdlib>
#include <random>

#include "run_program.hpp"

namespace cento {
namespace {

namespace fs = std::filesystem;
using testing::count_lines;
using testing::lines_of;
using testing::Outcome;

/// Sentences of few words, many of which are repeated.
class Texts {
 public:
  std::string sentence() {
    constexpr std::array<std::string_view, 12> kWords = {"salt",    "river",  "clock", "mill",  "garden", "winter",
                                                         "harbour", "letter", "paper", "light", "bridge", "market"};
    std::string text = "The";
    for (unsigned i = below(7) + 3; i > 0; --i) text += " " + std::string(kWords[below(kWords.size())]);
    return text + " " + std::to_string(below(50)) + ".";
  }

  std::string text() {
    std::string text;
    const unsigned copied = below(static_cast<unsigned>(made_.size()) + 1);
    if (copied < made_.size()) text = made_[copied];
    if (below(8) > 0) {
      for (unsigned i = below(12) + 1; i > 0; --i) text += (text.empty() ? "" : " ") + sentence();
    }
    if (text.size() < 2000) made_.push_back(text);
    return text;
  }

  unsigned below(std::size_t bound) { return static_cast<unsigned>(random_() % bound); }

 private:
  std::mt19937 random_{5};
  std::vector<std::string> made_;
};

class IndexDamage : public testing::ProgramTest {
 protected:
  /// Documents with equal numbers in their ids are equal.
  void write_lines(const std::string& name, unsigned begin, unsigned end, const std::string& prefix) {
    while (texts_.size() < end) texts_.push_back(maker_.text());
    std::string lines;
    for (unsigned i = begin; i < end; ++i) {
      lines += R"({"id":")" + prefix + std::to_string(i) + R"(","title":")" + texts_[i].substr(0, texts_[i].find('.')) +
               R"(","text":")" + texts_[i] + "\"}\n";
    }
    write(name, lines);
  }

  void SetUp() override {
    ProgramTest::SetUp();
    write_lines("first.jsonl", 0, 60, "d");
    write_lines("second.jsonl", 60, 75, "d");
    write_lines("third.jsonl", 75, 90, "d");
    write_lines("asked.jsonl", 50, 90, "q");
  }

  void must(const std::string& arguments) const {
    const Outcome outcome = run(arguments);
    ASSERT_EQ(outcome.code, 0) << arguments << ": " << outcome.err;
  }

  void make_index(const std::string& options) const {
    must("index create good " + options);
    must("index add good first.jsonl");
    must("index remove good d3 d41");
    must("index add good second.jsonl");
  }

  /// Adds documents one by one until the program is killed, so that its log remains.
  void add_and_kill() const {
    const Outcome killed = shell(
        "mkfifo pipe; '" CENTO_PROGRAM
        "' query good - --add --durable each --quiet < pipe > answers & program=$!; exec 3> pipe; cat third.jsonl >&3; "
        "while [ $(wc -l < answers) -lt 15 ]; do sleep 0.01; done; kill -9 $program; wait $program; exec 3>&-; true");
    ASSERT_EQ(killed.code, 0) << killed.err;
    ASSERT_TRUE(exists("good/catalog.sqlite-wal"));
  }

  void put_back() const {
    fs::remove_all(folder_ / "index");
    fs::copy(folder_ / "good", folder_ / "index");
  }

  [[nodiscard]] Outcome ask(const std::string& answers) const {
    return run("query index asked.jsonl --quiet --limit 5 --answers " + answers);
  }

  struct File {
    std::string name;
    std::uint64_t bytes = 0;
  };

  [[nodiscard]] std::vector<File> files() const {
    std::vector<File> files;
    for (const std::string& name : names_in("good")) {
      const std::uint64_t bytes = fs::file_size(folder_ / "good" / name);
      if (bytes > 0) files.push_back({name, bytes});
    }
    return files;
  }

  void flip(const std::string& name, std::uint64_t at, unsigned bits) const {
    std::fstream file(folder_ / "index" / name, std::ios::binary | std::ios::in | std::ios::out);
    file.seekg(static_cast<std::streamoff>(at));
    const auto byte = static_cast<char>(static_cast<unsigned>(file.get()) ^ bits);
    file.seekp(static_cast<std::streamoff>(at));
    file.put(byte);
  }

  /// The outcomes of flipped bytes.
  struct Counts {
    unsigned right = 0;
    unsigned incomplete = 0;
    unsigned failed = 0;
  };

  static void judge(const Outcome& outcome, const std::vector<std::string>& truth, const std::string& where,
                    Counts& counts) {
    if (outcome.code == 1) {
      ++counts.failed;
      EXPECT_FALSE(outcome.err.empty()) << where;
      return;
    }
    ASSERT_TRUE(outcome.code == 0 || outcome.code == 3)
        << where << " ends with " << outcome.code << ": " << outcome.err;
    const std::vector<std::string> lines = lines_of(outcome.out);
    ASSERT_EQ(lines.size(), truth.size()) << where;
    bool says_so = false;
    for (std::size_t i = 0; i < lines.size(); ++i) {
      const bool is_incomplete = lines[i].find("\"incomplete\":true") != std::string::npos;
      says_so = says_so || is_incomplete;
      EXPECT_TRUE(is_incomplete || lines[i] == truth[i]) << "a wrong answer, with " << where << ":\n" << lines[i];
    }
    EXPECT_EQ(outcome.code, says_so ? 3 : 0) << where << ": " << outcome.err;
    ++(says_so ? counts.incomplete : counts.right);
  }

  /// Flips bytes of all files of the index, more in larger ones, at least a few in each.
  Counts flip_bytes(const std::string& answers, unsigned seed) const {
    put_back();
    const Outcome whole = ask(answers);
    EXPECT_EQ(whole.code, 0) << whole.err;
    const std::vector<std::string> truth = lines_of(whole.out);
    const char* wanted = std::getenv("CENTO_FLIPS");  // NOLINT: no other thread
    const unsigned flips = wanted == nullptr ? 70 : static_cast<unsigned>(std::stoul(wanted));
    const std::vector<File> all = files();
    std::uint64_t bytes = 0;
    for (const File& file : all) bytes += file.bytes;
    std::mt19937_64 random(seed);
    Counts counts;
    for (unsigned i = 0; i < flips && !HasFatalFailure(); ++i) {
      File file = all[i / 3 % all.size()];
      std::uint64_t at = random() % file.bytes;
      if (i % 3 != 0) {
        at = random() % bytes;
        for (std::size_t j = 0; at >= (file = all[j]).bytes; ++j) at -= file.bytes;
      }
      put_back();
      flip(file.name, at, 1 + static_cast<unsigned>(random() % 255));
      judge(ask(answers), truth, "byte " + std::to_string(at) + " of " + file.name + " flipped", counts);
    }
    RecordProperty("right", static_cast<int>(counts.right));
    RecordProperty("incomplete", static_cast<int>(counts.incomplete));
    RecordProperty("failed", static_cast<int>(counts.failed));
    std::printf("%u flips: %u right, %u incomplete and said so, %u refused, 0 wrong\n", flips, counts.right,
                counts.incomplete, counts.failed);
    return counts;
  }

  Texts maker_;
  std::vector<std::string> texts_;
};

TEST_F(IndexDamage, OfAnIndexNeverGivesAWrongAnswer) {
  make_index("--reuse");
  must("index add good third.jsonl");
  const Counts counts = flip_bytes("documents,passages,blog,reuse", 1);
  EXPECT_GT(counts.incomplete, 10U);
}

TEST_F(IndexDamage, OfAnIndexWhoseWriterWasKilledNeverGivesAWrongAnswer) {
  make_index("--match near");
  add_and_kill();
  const Counts counts = flip_bytes("documents,passages,blog", 2);
  EXPECT_GT(counts.failed, 10U) << "most of it is the log";
}

TEST_F(IndexDamage, OfAnIndexOfThreadsNeverGivesAWrongAnswer) {
  make_index("--forum --parts title=0.5,text=0.5 --no-blog --no-documents");
  add_and_kill();
  (void)flip_bytes("passages,threads", 3);
}

TEST_F(IndexDamage, OfASegmentIsNamedAndAnswersSayThatTheyAreIncomplete) {
  make_index("");
  put_back();
  flip("00000001.segment", 5000, 1);
  const Outcome outcome = run("query index asked.jsonl -o answers.jsonl");
  EXPECT_EQ(outcome.code, 3) << outcome.err;
  EXPECT_NE(outcome.err.find("index/00000001.segment, byte 1024: the block is damaged and left out"), std::string::npos)
      << outcome.err;
  EXPECT_NE(outcome.err.find("incomplete: the index is damaged"), std::string::npos) << outcome.err;
  EXPECT_NE(read("answers.jsonl").find("\"incomplete\":true"), std::string::npos);
  EXPECT_EQ(run("query index asked.jsonl --strict -o other.jsonl").code, 1);
  EXPECT_EQ(run("index rebuild index").code, 0);
  EXPECT_EQ(run("query index asked.jsonl -o whole.jsonl").code, 0);
}

TEST_F(IndexDamage, OfALogIsNeverCalledFine) {
  make_index("");
  add_and_kill();
  put_back();
  flip("catalog.sqlite-wal", 20'000, 4);
  for (const std::string command : {"query index asked.jsonl", "index verify index", "index stats index",
                                    "index add index first.jsonl", "index backup index copy", "index rebuild index"}) {
    const Outcome outcome = run(command);
    EXPECT_EQ(outcome.code, 1) << command;
    EXPECT_NE(outcome.err.find("commits are lost"), std::string::npos) << command << ": " << outcome.err;
  }
  EXPECT_FALSE(exists("copy"));
  EXPECT_EQ(run("index rebuild index --keep-what-is-left").code, 0);
  EXPECT_EQ(run("index verify index").code, 0);
  EXPECT_EQ(run("query index asked.jsonl -o answers.jsonl").code, 0);
}

}  // namespace
}  // namespace cento
