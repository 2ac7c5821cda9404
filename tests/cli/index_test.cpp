// `cento index` as a user runs it, on small files written here.

#include "run_program.hpp"

namespace cento {
namespace {

using testing::count_lines;
using testing::field;
using testing::json_line;
using testing::Outcome;
using Names = std::vector<std::string>;

const std::string kLakePier =
    "The ferry leaves the northern pier at noon. It carries forty carts and a brass band. The crossing takes an hour "
    "when the lake is calm.";
const std::string kLoftMill =
    "The mill stands at the bend of the river. Its wheel has not turned for thirty years. Swallows nest in the loft.";
const std::string kDayBread = "Bread is baked before dawn. It is sold at noon. It is eaten at night.";

class Index : public testing::ProgramTest {
 protected:
  void SetUp() override {
    ProgramTest::SetUp();
    write("docs.jsonl", json_line("pier", kLakePier) + json_line("mill", kLoftMill) + json_line("bread", kDayBread));
  }

  /// Runs a command that must succeed.
  Outcome done(const std::string& arguments) const {
    Outcome outcome = run(arguments);
    EXPECT_EQ(outcome.code, 0) << arguments << ": " << outcome.err;
    return outcome;
  }

  [[nodiscard]] std::string stat(const std::string& key, const std::string& folder = "archive") const {
    return field(run("index stats --json " + folder).out, key);
  }

  /// The ids of the documents with this text, according to the index.
  [[nodiscard]] std::string holders(const std::string& text, const std::string& folder = "archive") const {
    write("question.jsonl", json_line("question", text));
    const std::string answer = run("query " + folder + " question.jsonl --quiet").out;
    std::string ids;
    const std::string identical = field(answer, "identical");
    for (std::size_t at = identical.find("\"id\":\""); at != std::string::npos; at = identical.find("\"id\":\"", at)) {
      at += 6;
      ids += (ids.empty() ? "" : " ") + identical.substr(at, identical.find('"', at) - at);
    }
    return ids;
  }

  /// The only segment file of an index.
  [[nodiscard]] std::filesystem::path segment_of(const std::string& folder) const {
    std::filesystem::path found;
    for (const auto& entry : std::filesystem::directory_iterator(folder_ / folder)) {
      const std::string name = entry.path().filename().string();
      if (name.ends_with(".segment")) found = entry.path();
    }
    EXPECT_FALSE(found.empty());
    return found;
  }

  static void flip_byte(const std::filesystem::path& file, std::uint64_t at) {
    std::fstream bytes(file, std::ios::binary | std::ios::in | std::ios::out);
    bytes.seekg(static_cast<std::streamoff>(at));
    const char old = static_cast<char>(bytes.get());
    bytes.seekp(static_cast<std::streamoff>(at));
    bytes.put(static_cast<char>(old ^ 0x10));
  }
};

TEST_F(Index, IsMadeOnceAndSaysWhatItKeeps) {
  const Outcome made = done("index create archive");
  EXPECT_NE(made.err.find("created index archive: passages (exact), documents"), std::string::npos) << made.err;
  EXPECT_EQ(stat("documents"), "0");
  EXPECT_EQ(stat("statistics"), "null");
  const Outcome again = run("index create archive");
  EXPECT_EQ(again.code, 2);
  EXPECT_NE(again.err.find("archive"), std::string::npos) << again.err;
}

TEST_F(Index, KeepsTheOptionsItWasMadeWith) {
  done(
      "index create archive --match near --signature shingle:2 --threshold 0.85 --no-blog --reuse --signature-bits 32 "
      "--least-similarity 0.6");
  const std::string options = stat("options");
  EXPECT_EQ(field(options, "match"), "\"near\"");
  EXPECT_EQ(field(options, "signature"), "\"shingle:2\"");
  EXPECT_EQ(field(options, "threshold"), "0.85");
  EXPECT_EQ(field(options, "blog"), "false");
  EXPECT_EQ(field(options, "reuse"), "true");
  EXPECT_EQ(field(options, "signature_bits"), "32");
  EXPECT_EQ(field(options, "least_similarity"), "0.6");
}

TEST_F(Index, IsNotMadeWithOptionsThatNoIndexCanHave) {
  for (const std::string wrong :
       {"--match loose", "--threshold 2", "--match near --threshold 0.5", "--features nonsense", "--signature-bits 129",
        "--signature-bits 16 --word-bits 17"}) {
    const Outcome outcome = run("index create archive " + wrong);
    EXPECT_EQ(outcome.code, 2) << wrong << ": " << outcome.err;
    EXPECT_FALSE(exists("archive")) << wrong;
  }
}

TEST_F(Index, IsNotLeftBehindByARunThatFails) {
  write("bad.jsonl", json_line("a", kLakePier) + "{\"id\":\n");
  EXPECT_EQ(run("index add archive bad.jsonl --strict").code, 1);
  EXPECT_FALSE(exists("archive"));
  done("index create archive");
  EXPECT_EQ(run("index add archive bad.jsonl --strict").code, 1);
  EXPECT_TRUE(exists("archive")) << "it existed before";
}

TEST_F(Index, IsMadeAndCopiedAfterProgramsThatWereKilled) {
  done("index add archive docs.jsonl");
  for (const std::string left : {"copy", "new"}) {
    write(left + ".tmp-4194305-0000abcd/catalog.sqlite", "half a catalog");
  }
  for (const std::string after : {"0.002", "0.005", "0.01", "0.02"}) {
    for (const std::string made : {"backup archive copy", "create new"}) {
      (void)shell("'" CENTO_PROGRAM "' index " + made + " & sleep " + after +
                  "; kill -KILL $!; wait $!; rm -rf copy new");
    }
  }
  done("index backup archive copy");
  done("index create new");
  EXPECT_EQ(names_in("."), (Names{"archive", "copy", "docs.jsonl", "new"}));
  EXPECT_EQ(holders(kLoftMill, "copy"), "mill");
}

TEST_F(Index, GrowsAndIsMadeWhenItIsNotThere) {
  const Outcome added = done("index add archive docs.jsonl");
  EXPECT_NE(added.err.find("created index archive"), std::string::npos) << added.err;
  EXPECT_NE(added.err.find("3 documents added, 0 of them replacing one with the same id; 9 sentences"),
            std::string::npos)
      << added.err;
  EXPECT_EQ(stat("documents"), "3");
  EXPECT_EQ(stat("sentences"), "9");
  EXPECT_GT(std::stoull(stat("bytes")), 0U);
  EXPECT_EQ(holders(kLoftMill), "mill");
}

TEST_F(Index, PutsADocumentInThePlaceOfOneWithTheSameId) {
  done("index add archive docs.jsonl");
  write("new.jsonl",
        json_line("mill", "The mill was pulled down. Nothing is left of it.") + json_line("copy", kLakePier));
  const Outcome added = done("index add archive new.jsonl --stats-json stats.json");
  EXPECT_NE(added.err.find("2 documents added, 1 of them replacing one with the same id"), std::string::npos)
      << added.err;
  EXPECT_EQ(field(read("stats.json"), "added"), "2");
  EXPECT_EQ(field(read("stats.json"), "replaced"), "1");
  EXPECT_EQ(stat("documents"), "4");
  EXPECT_EQ(holders(kLoftMill), "");
  EXPECT_EQ(holders(kLakePier), "pier copy");
  write("twice.jsonl", json_line("copy", "An older version.") + json_line("copy", "A newer version."));
  done("index add archive twice.jsonl");
  EXPECT_EQ(holders("An older version."), "");
  EXPECT_EQ(holders("A newer version."), "copy");
}

TEST_F(Index, ReadsAllThatOtherCommandsReadAndCollectsBadRecords) {
  write("more/mixed.jsonl",
        json_line("oats", "Oats grow slowly. They are cut in August.") + "{broken\n" + json_line("rye", "Rye."));
  write("more/plain.txt", "A plain text. It has two sentences.");
  const Outcome added = run("index add archive docs.jsonl more --rejects rejects.jsonl --threads 2");
  EXPECT_EQ(added.code, 3) << added.err;
  EXPECT_EQ(count_lines(read("rejects.jsonl")), 1U);
  EXPECT_NE(added.err.find("1 bad record"), std::string::npos) << added.err;
  EXPECT_EQ(stat("documents"), "6");
  EXPECT_EQ(holders("Rye."), "rye");
}

TEST_F(Index, LosesWhatIsRemovedAndSaysWhatWasNotThere) {
  done("index add archive docs.jsonl");
  const Outcome removed = done("index remove archive mill nobody");
  EXPECT_EQ(removed.err, "1 document removed\nthere is no document \"nobody\"\n");
  EXPECT_EQ(stat("documents"), "2");
  EXPECT_EQ(holders(kLoftMill), "");
  write("ids.txt", "pier\r\n\nnobody\nbread");
  EXPECT_EQ(done("index remove archive --ids ids.txt").err, "2 documents removed\nthere is no document \"nobody\"\n");
  EXPECT_EQ(stat("documents"), "0");
  done("index add archive docs.jsonl");
  EXPECT_EQ(holders(kLoftMill), "mill") << "what was removed may be added again";
}

TEST_F(Index, TellsAboutItselfForPeopleAndPrograms) {
  done("stats docs.jsonl -o words.stats");
  done("index create archive --stats words.stats");
  write("more.jsonl", json_line("oats", "Oats grow slowly."));
  done("index add archive docs.jsonl more.jsonl");
  const std::string text = done("index stats archive").out;
  EXPECT_TRUE(text.starts_with("4 documents, 10 sentences, ")) << text;
  EXPECT_NE(text.find(" bytes per sentence, not counting the text\n"), std::string::npos) << text;
  EXPECT_NE(text.find("statistics: from 3 documents; the collection now has 33.3 % more\n"), std::string::npos) << text;
  const std::string statistics = stat("statistics");
  EXPECT_EQ(field(statistics, "documents"), "3");
  EXPECT_EQ(field(statistics, "drift"), "0.333333");
  for (const std::string key : {"bytes", "text_bytes", "catalog_bytes", "segment_bytes", "bytes_per_sentence",
                                "segments", "tail_documents", "removed", "sections", "options"}) {
    EXPECT_NE(stat(key), "") << key;
  }
}

TEST_F(Index, IsMergedIntoOneSegment) {
  done("index add archive docs.jsonl");
  write("more.jsonl", json_line("oats", "Oats grow slowly. They are cut in August."));
  done("index add archive more.jsonl");
  done("index remove archive mill");
  done("index merge archive");
  EXPECT_EQ(stat("segments"), "1");
  EXPECT_EQ(stat("removed"), "0");
  EXPECT_EQ(stat("documents"), "3");
  EXPECT_EQ(holders(kLoftMill), "");
  EXPECT_EQ(holders(kLakePier), "pier");
}

TEST_F(Index, IsVerified) {
  done("index add archive docs.jsonl");
  EXPECT_EQ(done("index verify archive").err, "3 documents checked, no faults found\n");
}

TEST_F(Index, NamesADamagedSegmentAndIsRebuilt) {
  done("index add archive docs.jsonl");
  done("index merge archive");
  const std::filesystem::path segment = segment_of("archive");
  flip_byte(segment, std::filesystem::file_size(segment) / 2);
  const Outcome damaged = run("index verify archive");
  EXPECT_EQ(damaged.code, 1);
  EXPECT_NE(damaged.out.find(segment.filename().string()), std::string::npos) << damaged.out;
  EXPECT_NE(damaged.err.find("`cento index rebuild archive`"), std::string::npos) << damaged.err;
  done("index rebuild archive");
  EXPECT_EQ(run("index verify archive").code, 0);
  EXPECT_EQ(holders(kLakePier), "pier");
}

TEST_F(Index, IsRebuiltWhenASegmentIsGone) {
  done("index add archive docs.jsonl");
  done("index merge archive");
  std::filesystem::remove(segment_of("archive"));
  const Outcome asked = run("query archive docs.jsonl");
  EXPECT_EQ(asked.code, 1);
  EXPECT_NE(asked.err.find("cento index rebuild"), std::string::npos) << asked.err;
  done("index rebuild archive");
  EXPECT_EQ(holders(kLakePier), "pier");
}

TEST_F(Index, IsRebuiltWithOtherStatisticsAndOptions) {
  done("index add archive docs.jsonl");
  done("stats docs.jsonl -o words.stats");
  done("index rebuild archive --stats words.stats --match near --no-blog");
  EXPECT_EQ(field(stat("statistics"), "documents"), "3");
  EXPECT_EQ(field(stat("options"), "match"), "\"near\"");
  EXPECT_EQ(field(stat("options"), "blog"), "false");
  done("index rebuild archive --blog");
  EXPECT_EQ(field(stat("options"), "blog"), "true");
  EXPECT_EQ(field(stat("options"), "match"), "\"near\"") << "the others stay";
  EXPECT_EQ(field(stat("statistics"), "documents"), "3") << "so do the statistics";
  EXPECT_EQ(holders(kLoftMill), "mill");
}

TEST_F(Index, IsCopied) {
  done("index add archive docs.jsonl");
  done("index backup archive copy");
  done("index remove archive mill");
  EXPECT_EQ(stat("documents", "copy"), "3");
  EXPECT_EQ(holders(kLoftMill, "copy"), "mill");
  EXPECT_EQ(run("index backup archive copy").code, 2) << "it already exists";
}

TEST_F(Index, HasOneWriterAtATime) {
  done("index create archive");
  write("script.sh",
        "cento='" CENTO_PROGRAM
        "'\n"
        "mkfifo asked answered\n"
        "$cento query archive - --add --quiet <asked >answered &\n"
        "exec 3>asked 4<answered\n"
        "head -n 1 docs.jsonl >&3; read -r -t 60 answer <&4 || exit 8\n"  // from now on there is a writer
        "$cento index add archive docs.jsonl --quiet; echo refused: $?\n"
        "$cento index remove archive pier --wait 3>&- &\n"
        "exec 3>&-; wait $!; echo waited: $?\n");
  const Outcome outcome = shell("bash script.sh");
  EXPECT_EQ(outcome.out, "refused: 1\nwaited: 0\n") << outcome.err;
  EXPECT_NE(outcome.err.find("1 document removed\n"), std::string::npos) << "the other had added it: " << outcome.err;
  EXPECT_NE(outcome.err.find("writing to the index archive"), std::string::npos) << outcome.err;
  EXPECT_EQ(stat("documents"), "0");
}

TEST_F(Index, IsCalledLikeThis) {
  EXPECT_EQ(run("index").code, 2);
  EXPECT_EQ(run("index shrink archive").code, 2);
  EXPECT_EQ(run("index create").code, 2);
  EXPECT_EQ(run("index add archive").code, 2);
  EXPECT_EQ(run("index backup archive").code, 2);
  done("index create archive");
  const Outcome nothing = run("index remove archive");
  EXPECT_EQ(nothing.code, 2);
  EXPECT_NE(nothing.err.find("--ids"), std::string::npos) << nothing.err;
  for (const std::string command : {"stats", "verify", "merge", "rebuild", "remove x"}) {
    const Outcome missing =
        run("index " + command.substr(0, command.find(' ')) + " nowhere" + (command.ends_with("x") ? " x" : ""));
    EXPECT_EQ(missing.code, 1) << command;
    EXPECT_NE(missing.err.find("nowhere"), std::string::npos) << missing.err;
    EXPECT_FALSE(exists("nowhere")) << command;
  }
}

}  // namespace
}  // namespace cento
