// data/segment-v1.bin was written by format version 1 and never changes, nor do those of later versions: a later Cento
// must read them.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fstream>
#include <string>

#include "index/segment/segment.hpp"
#include "plain_documents.hpp"

namespace cento {
namespace {

using testing::Kept;
using testing::kOptionsHash;
using testing::PlainDocument;
using testing::PlainDocuments;
using testing::PlainSentence;

/// Sentence i, with hashes that repeat after every fifth.
PlainSentence fixture_sentence(std::uint32_t i) {
  const std::uint64_t hash = 0x9e37'79b9'7f4a'7c15 * (i % 5 + 1);
  PlainSentence sentence;
  sentence.content = i + 100;
  sentence.bits = {{i, hash}};
  for (std::uint32_t word = 0; word < i % 3; ++word) sentence.words.push_back(i + 1000 * word);
  for (const IndexTable table :
       {IndexTable::sentences, IndexTable::blog, IndexTable::near, IndexTable::words, IndexTable::bits}) {
    sentence.hashes.emplace_back(table, hash + (static_cast<std::uint64_t>(table) << 50U));
  }
  return sentence;
}

/// Documents 10, 13, 16, 19 with 0 to 3 parts of 4 sentences, some far apart, some long, two that overlap.
PlainDocuments fixture_documents() {
  constexpr std::array<Span, 4> kSpans = {{{0, 40}, {41, 300}, {100'000, 100'007}, {99'990, 105'000}}};
  PlainDocuments documents;
  std::uint32_t sentences = 0;
  for (std::uint32_t i = 0; i < 4; ++i) {
    PlainDocument& document = documents.emplace_back();
    document.number = 10 + 3 * i;
    document.text = {std::uint64_t{i} << 60U, i};
    document.bands = {std::uint64_t{i} << 59U, 77};
    document.parts.resize(i);
    for (testing::PlainPart& part : document.parts) {
      for (const Span& span : kSpans) part.emplace_back(fixture_sentence(sentences++)).span = span;
    }
  }
  return documents;
}

/// With CENTO_FIXTURE naming a new file, when a version of the format is done.
TEST(SegmentFixture, DISABLED_IsMade) {
  const std::vector<std::byte> bytes = segment_bytes(fixture_documents());
  std::ofstream file(std::getenv("CENTO_FIXTURE"), std::ios::binary);
  file.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
}

std::shared_ptr<const Segment> fixture_of(int version) {
  return Segment::open(std::string(CENTO_TEST_DATA) + "/index/data/segment-v" + std::to_string(version) + ".bin",
                       kOptionsHash);
}

void expect_is_fixture(const Segment& segment) {
  segment.verify();
  const PlainDocuments documents = fixture_documents();
  ASSERT_EQ(segment.documents(), documents.size());
  for (std::uint32_t i = 0; i < documents.size(); ++i) {
    EXPECT_EQ(segment.numbers()[i], documents[i].number);
    EXPECT_EQ(segment.texts()[i], documents[i].text);
  }
  expect_holds(segment, documents, Kept::all);
}

TEST(SegmentFixture, OfVersion1IsRead) {
  const auto segment = fixture_of(1);
  EXPECT_EQ(segment->checksum(), 0x77ac'8b8d'ba87'c9a5U);
  expect_is_fixture(*segment);
}

TEST(SegmentFixture, OfOlderVersionsAreMergedIntoTheNewest) {
  for (const int version : {1, 2}) {
    const std::vector<std::shared_ptr<const Segment>> segments = {fixture_of(version)};
    EXPECT_EQ(merge_segments(segments, {}, 1), segment_bytes(fixture_documents())) << version;
  }
}

TEST(SegmentFixture, OfVersion2IsRead) {
  expect_is_fixture(*fixture_of(2));
}

TEST(SegmentFixture, OfVersion3IsRead) {
  expect_is_fixture(*fixture_of(3));
}

TEST(SegmentFixture, OfVersion3IsWhatIsWritten) {
  const std::vector<std::byte> bytes = segment_bytes(fixture_documents());
  EXPECT_TRUE(std::ranges::equal(fixture_of(3)->bytes(), bytes));
}

}  // namespace
}  // namespace cento
