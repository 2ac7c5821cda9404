#include "sign/words/frequencies_file.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <zlib.h>

#include <fstream>
#include <iterator>
#include <map>

#include "../temp_folder.hpp"
#include "cento/error.hpp"
#include "read/input/input.hpp"

namespace cento {
namespace {

using testing::TempFolder;

constexpr std::uint64_t kEnough = std::uint64_t{1} << 30;

std::string bytes_of(const std::vector<SavedFrequencies>& tables) {
  std::string bytes;
  write_frequencies(tables, [&](std::string_view more) { bytes += more; });
  return bytes;
}

std::vector<SavedFrequencies> read(std::string_view bytes, std::uint64_t memory_bytes = kEnough) {
  return read_frequencies(*memory_input("s.freq", bytes), memory_bytes);
}

/// The error message for these bytes, or "read".
std::string message_of(std::string_view bytes, std::uint64_t memory_bytes = kEnough) {
  try {
    const auto tables = read(bytes, memory_bytes);
  } catch (const Error& error) {
    return error.what();
  }
  return "read";
}

/// `body` with its checksum.
std::string with_checksum(std::string body) {
  auto checksum = ::crc32_z(0, reinterpret_cast<const Bytef*>(body.data()), body.size());
  for (int i = 0; i < 4; ++i, checksum >>= 8U) body.push_back(static_cast<char>(checksum));
  return body;
}

std::string without_checksum(std::string bytes) {
  bytes.resize(bytes.size() - 4);
  return bytes;
}

std::vector<SavedFrequencies> two_tables() {
  std::vector<SavedFrequencies> tables;
  tables.push_back({"tokens", R"({"fold":true})", DocumentFrequencies(10, {{9, 1}, {7, 10}})});
  tables.push_back({"shingle:5", "{}", DocumentFrequencies(10, {{~std::uint64_t{0}, 2}, {0, 3}})});
  return tables;
}

/// The one table of docs/formats/statistics.md.
std::vector<SavedFrequencies> table_of_the_page() {
  std::vector<SavedFrequencies> tables;
  tables.push_back({"tokens", "{}", DocumentFrequencies(3, {{0x0102030405060708, 2}})});
  return tables;
}

void expect_equal(const std::vector<SavedFrequencies>& got, const std::vector<SavedFrequencies>& expected) {
  ASSERT_EQ(got.size(), expected.size());
  for (std::size_t i = 0; i < got.size(); ++i) {
    EXPECT_EQ(got[i].counted, expected[i].counted);
    EXPECT_EQ(got[i].options, expected[i].options);
    EXPECT_EQ(got[i].frequencies.documents(), expected[i].frequencies.documents());
    EXPECT_EQ(got[i].frequencies.counts(), expected[i].frequencies.counts());
  }
}

TEST(FrequenciesFile, LoadsWhatWasSavedPlainOrCompressed) {
  const TempFolder folder;
  for (const std::string name : {"s.freq", "s.freq.gz", "s.freq.zst"}) {
    save_frequencies(folder / name, two_tables());
    const auto tables = load_frequencies(folder / name, kEnough);
    expect_equal(tables, two_tables());
    EXPECT_EQ(require_table(name, tables, "tokens").frequencies.of(7), 10U);
  }
  EXPECT_EQ(folder.size(), 3U);
}

TEST(FrequenciesFile, HasTheBytesThatThePageSays) {
  const std::string bytes = bytes_of(table_of_the_page());
  const std::string expected(
      "CENTOFRQ"
      "\x01\0\0\0"
      "\x01\0\0\0"
      "\x06\0\0\0tokens"
      "\x02\0\0\0{}"
      "\x03\0\0\0\0\0\0\0"
      "\x01\0\0\0\0\0\0\0"
      "\x08\x07\x06\x05\x04\x03\x02\x01\x02\0\0\0"
      "\x38\x4c\x25\x6f",
      64);
  EXPECT_EQ(bytes, expected);
}

TEST(FrequenciesFile, AFileMayHaveNoTableAndATableNoEntry) {
  EXPECT_TRUE(read(bytes_of({})).empty());
  std::vector<SavedFrequencies> empty;
  empty.push_back({"tokens", "{}", DocumentFrequencies(0, {})});
  expect_equal(read(bytes_of(empty)), empty);
}

TEST(FrequenciesFile, AnyChangedByteIsNoticed) {
  const std::string sound = bytes_of(two_tables());
  for (std::size_t at = 0; at < sound.size(); ++at) {
    for (const int change : {0x01, 0x80, 0xff}) {
      std::string damaged = sound;
      damaged[at] = static_cast<char>(damaged[at] ^ change);
      EXPECT_NE(message_of(damaged), "read") << "byte " << at;
    }
  }
}

TEST(FrequenciesFile, AnyMissingOrAddedByteIsNoticed) {
  const std::string sound = bytes_of(two_tables());
  for (std::size_t size = 0; size < sound.size(); ++size) {
    EXPECT_NE(message_of(sound.substr(0, size)), "read") << "cut at " << size;
  }
  EXPECT_EQ(message_of(sound.substr(0, 30)),
            "s.freq is damaged (it ends early, after 30 bytes); make it again with `cento stats`");
  EXPECT_EQ(message_of(sound + "x"),
            "s.freq is damaged (there is data after its end); make it again with `cento stats`");
}

TEST(FrequenciesFile, SomethingElseIsToldApart) {
  const std::string sentence = "s.freq is not a statistics file; `cento stats` makes one";
  EXPECT_EQ(message_of(""), sentence);
  EXPECT_EQ(message_of(R"({"id":"1","text":"a document"})"), sentence);
}

TEST(FrequenciesFile, ANewerVersionIsNotGuessedAt) {
  std::string bytes = without_checksum(bytes_of(two_tables()));
  bytes[8] = 2;
  EXPECT_EQ(message_of(with_checksum(bytes)),
            "s.freq has version 2 of the statistics format and this Cento reads version 1; use a newer Cento, or make "
            "the file again with `cento stats`");
}

TEST(FrequenciesFile, ADamagedCompressionIsNamed) {
  const TempFolder folder;
  save_frequencies(folder / "s.freq.gz", two_tables());
  const std::string packed = folder.read("s.freq.gz");
  const std::string message = message_of(std::string_view(packed).substr(0, packed.size() - 10));
  EXPECT_NE(message.find("gzip"), std::string::npos) << message;
}

TEST(FrequenciesFile, AFileThatIsNotThereIsNamed) {
  EXPECT_THROW((void)load_frequencies("/no/such/file.freq", kEnough), Error);
}

/// A valid checksum does not make a valid file.
TEST(FrequenciesFile, WhatCannotBeIsRefused) {
  const auto refusal = [](std::vector<SavedFrequencies> tables) {
    const std::string message = message_of(bytes_of(tables));
    const std::size_t begin = message.find('(') + 1;
    return message.substr(begin, message.find(')') - begin);
  };
  std::vector<SavedFrequencies> twice = two_tables();
  twice[1].counted = "tokens";
  EXPECT_EQ(refusal(twice), "two tables count tokens");
  EXPECT_EQ(refusal({{"", "{}", {}}}), "a table has no valid name");
  EXPECT_EQ(refusal({{"\xff", "{}", {}}}), "a table has no valid name");
  EXPECT_EQ(refusal({{"tokens", "[]", {}}}), "the options of a table are not a JSON object");
  EXPECT_EQ(refusal({{"tokens", "{\"a\":}", {}}}), "the options of a table are not a JSON object");
  EXPECT_EQ(refusal({{"tokens", "{}", DocumentFrequencies(1, {{5, 2}})}}), "a hash has more documents than there are");
  EXPECT_EQ(refusal({{"tokens", "{}", DocumentFrequencies(1, {{5, 1}, {5, 1}})}}), "its hashes do not ascend");
}

TEST(FrequenciesFile, AHugeCountInAShortFileEndsEarly) {
  std::string bytes = without_checksum(bytes_of(table_of_the_page()));
  constexpr std::size_t kEntryCountAt = 40;
  bytes[kEntryCountAt + 3] = 0x7f;
  EXPECT_NE(message_of(with_checksum(bytes), 1U << 20U).find("ends early"), std::string::npos);
}

TEST(FrequenciesFile, TablesLargerThanTheMemoryAreRefused) {
  std::vector<Frequency> many;
  for (std::uint64_t hash = 0; hash < 10'000; ++hash) many.push_back({hash, 1});
  std::vector<SavedFrequencies> tables;
  tables.push_back({"tokens", "{}", DocumentFrequencies(1, many)});
  const std::string bytes = bytes_of(tables);
  EXPECT_EQ(message_of(bytes, 160'000), "read");
  EXPECT_NE(message_of(bytes, 159'999).find("raise `memory_bytes`"), std::string::npos);
}

TEST(FrequenciesFile, AMissingTableIsNamedWithThoseThatAreThere) {
  try {
    (void)require_table("s.freq", two_tables(), "spot:60");
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(),
                 "s.freq has no counts of spot:60, only of tokens, shingle:5; make them with `cento stats`");
  }
}

TEST(FrequenciesFile, OtherOptionsAreRefused) {
  const auto tables = two_tables();
  EXPECT_NO_THROW(require_options("s.freq", tables[0], R"({"fold":true})"));
  EXPECT_THROW(require_options("s.freq", tables[0], R"({"fold":false})"), Error);
}

RC_GTEST_PROP(FrequenciesFile, EveryTableComesBack,
              (const std::map<std::uint64_t, std::uint32_t>& known, std::uint64_t more)) {
  std::vector<Frequency> entries;
  std::uint64_t documents = more % kEnough;
  for (const auto& [hash, count] : known) {
    entries.push_back({hash, count});
    documents = std::max<std::uint64_t>(documents, count);
  }
  std::vector<SavedFrequencies> tables;
  tables.push_back({"tokens", "{}", DocumentFrequencies(documents, entries)});
  const auto loaded = read(bytes_of(tables));
  RC_ASSERT(loaded.at(0).frequencies.documents() == documents);
  RC_ASSERT(loaded.at(0).frequencies.counts() == entries);
}

TEST(FrequenciesFile, PiecesGiveTheSameBytes) {
  std::vector<Frequency> entries;
  for (std::uint64_t i = 0; i < 10'000; ++i) entries.push_back({i * i, static_cast<std::uint32_t>(1 + i % 7)});
  const std::vector<SavedFrequencies> whole = {{"tokens", "{}", DocumentFrequencies(9, entries)}};
  const TempFolder folder;
  const std::string file = folder / "pieces";
  const std::vector<FrequencyPieces> pieces = {{"tokens", "{}", 9, entries.size(), [&](const auto& take) {
                                                  for (const Frequency& entry : entries) take({&entry, 1});
                                                }}};
  save_frequencies(file, pieces);
  std::ifstream saved(file, std::ios::binary);
  const std::string bytes((std::istreambuf_iterator<char>(saved)), std::istreambuf_iterator<char>());
  EXPECT_EQ(bytes, bytes_of(whole));
}

}  // namespace
}  // namespace cento
