#include "index/segment/segment.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <filesystem>
#include <random>
#include <string>

#include "../temp_folder.hpp"
#include "cento/error.hpp"
#include "index/segment/segment_builder.hpp"
#include "index/segment/span_codec.hpp"
#include "plain_documents.hpp"

namespace cento {
namespace {

using testing::add_to_builder;
using testing::expect_holds;
using testing::Kept;
using testing::kOptionsHash;
using testing::PlainDocument;
using testing::PlainDocuments;
using testing::PlainSentence;
using testing::random_documents;
using testing::segment_bytes;
using testing::TempFolder;

using Bytes = std::vector<std::byte>;
using Segments = std::vector<std::shared_ptr<const Segment>>;
using Numbers = std::vector<std::uint32_t>;

/// Two documents with a part of two sentences each; both begin with the same sentence.
PlainDocuments two_documents() {
  PlainDocument first{7, {0x7000, 1}, {{{{0, 30}, 11, {{3, 0}}, {5, 6}, {}}, {{31, 80}, 12, {{4, 1}}, {}, {}}}}, {}};
  PlainDocument second{
      9, {0x9000, 2}, {{}, {{{2, 32}, 11, {{3, 0}}, {5, 6}, {}}, {{32, 50}, 13, {{5, 0}}, {7}, {}}}}, {}};
  first.parts[0][0].hashes = second.parts[1][0].hashes = {{IndexTable::sentences, 0xaaaa'0000'0000'0000}};
  return {first, second};
}

TEST(Segment, KnowsWhereSentencesStand) {
  const auto segment = Segment::of_bytes(segment_bytes(two_documents()));
  EXPECT_EQ(segment->documents(), 2U);
  EXPECT_EQ(segment->sentences(), 4U);
  EXPECT_EQ(segment->ordinal_of(9), 1U);
  EXPECT_EQ(segment->ordinal_of(8), 2U) << "that is, none";
  const auto found = segment->table(IndexTable::sentences).find(0xaaaa'0000'0000'0000);
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[1].value, 2U);
  const SegmentPlace place = segment->place_of(found[1].value);
  EXPECT_EQ(place.document, 1U);
  EXPECT_EQ(place.part, 1U);
  EXPECT_EQ(place.sentence, 0U);
  EXPECT_EQ(segment->bytes_of(1, 1, {0, 1}), (Span{2, 32}));
  EXPECT_EQ(segment->bytes_of(1, 1, {0, 2}), (Span{2, 50}));
  expect_holds(*segment, two_documents(), Kept::all);
}

TEST(Segment, HasNothingForWhatIsNotThere) {
  const auto segment = Segment::of_bytes(segment_bytes(two_documents()));
  PlainVector<Span> spans;
  segment->spans_of(0, 1, spans);
  EXPECT_TRUE(spans.empty());
  EXPECT_EQ(segment->parts_of(2), 0U);
  EXPECT_EQ(segment->positions_of(2, 0), SentenceRange());
  EXPECT_EQ(segment->positions_of(0, ~0U), SentenceRange());
  EXPECT_EQ(segment->bytes_of(0, 0, {2, 3}), Span());
  EXPECT_EQ(segment->bytes_of(0, 0, {1, 900}), (Span{31, 80}));
  EXPECT_EQ(segment->place_of(4).document, 2U);
  EXPECT_TRUE(segment->words_of(4).empty());
}

TEST(Segment, MayBeEmpty) {
  const auto segment = Segment::of_bytes(SegmentBuilder(kOptionsHash).finish(1));
  EXPECT_EQ(segment->documents(), 0U);
  EXPECT_EQ(segment->sentences(), 0U);
  EXPECT_TRUE(segment->table(IndexTable::texts).find(0).empty());
  segment->verify();
}

TEST(Segment, IsReadFromAFile) {
  const TempFolder folder;
  SegmentBuilder builder(kOptionsHash);
  add_to_builder(two_documents(), Kept::all, builder);
  builder.write(folder / "one", 1);
  EXPECT_EQ(builder.documents(), 0U);
  EXPECT_EQ(folder.size(), 1U);
  const auto segment = Segment::open(folder / "one", kOptionsHash);
  segment->verify();
  EXPECT_EQ(segment->path(), folder / "one");
  expect_holds(*segment, two_documents(), Kept::all);
}

std::string message_of_opening(const std::string& path, std::uint64_t options_hash) {
  try {
    (void)Segment::open(path, options_hash);
  } catch (const Error& error) {
    return error.what();
  }
  return "opened";
}

TEST(Segment, SaysWhyItCannotBeOpened) {
  const TempFolder folder;
  const std::string path = folder / "one";
  EXPECT_EQ(message_of_opening(path, 0), "cannot read " + path + ": No such file or directory");
  folder.write("one", "not a segment");
  EXPECT_EQ(message_of_opening(path, 0), path + " is not a segment of an index; `cento index rebuild` recreates it");
  SegmentBuilder(kOptionsHash).write(path, 1);
  EXPECT_EQ(message_of_opening(path, 5),
            path + " was made with other options than its index; `cento index rebuild` recreates it");
  std::string bytes = folder.read("one");
  bytes[8] = 4;
  folder.write("one", bytes);
  EXPECT_EQ(message_of_opening(path, kOptionsHash),
            path + " has format version 4, but this Cento reads up to 3; use a newer Cento");
}

TEST(Segment, TakesFewBytesASentence) {
  std::mt19937_64 random(5);
  DigestBatch batch;
  Numbers numbers;
  for (std::uint32_t document = 0; document < 10'000; ++document) {
    numbers.push_back(document);
    batch.texts.push_back({random(), random()});
    batch.keys_of(IndexTable::texts).push_back({random(), document});
    for (int i = 0; i < 10; ++i) batch.keys_of(IndexTable::documents).push_back({random(), document});
    batch.part_counts.push_back(1);
    batch.part_sizes.push_back(100);
    std::uint32_t begin = 0;
    for (std::uint32_t i = 0; i < 100; ++i) {
      const auto position = static_cast<std::uint32_t>(batch.sentences());
      batch.contents.push_back(static_cast<std::uint32_t>(random()));
      batch.spans.push_back({begin, begin + 20 + static_cast<std::uint32_t>(random() % 150)});
      begin = batch.spans.back().end + 1;
      batch.keys_of(IndexTable::sentences).push_back({random(), position});
      batch.keys_of(IndexTable::blog).push_back({random(), position});
    }
  }
  SegmentBuilder builder(kOptionsHash);
  builder.add(batch, numbers);
  EXPECT_LE(builder.finish(2).size(), 24U * batch.sentences());
}

RC_GTEST_PROP(Segment, GivesBackWhatWasPutIn, (std::uint64_t seed)) {
  std::mt19937_64 random(seed);
  const PlainDocuments documents = random_documents(random, random() % 30);
  for (const Kept kept : {Kept::least, Kept::all}) {
    const auto segment = Segment::of_bytes(segment_bytes(documents, kept));
    segment->verify();
    expect_holds(*segment, documents, kept);
  }
}

RC_GTEST_PROP(Segment, IsTheSameHoweverDocumentsAreAdded, (std::uint64_t seed)) {
  std::mt19937_64 random(seed);
  const PlainDocuments documents = random_documents(random, 20);
  SegmentBuilder builder(kOptionsHash);
  for (const PlainDocument& document : documents) add_to_builder({document}, Kept::all, builder);
  RC_ASSERT(builder.finish(3) == segment_bytes(documents));
}

TEST(Segment, RefusesDocumentsOfOtherOptions) {
  SegmentBuilder builder(kOptionsHash);
  add_to_builder(two_documents(), Kept::all, builder);
  EXPECT_THROW(add_to_builder(two_documents(), Kept::least, builder), Error);
}

/// Distributes documents over `count` segments, and merges them without the removed ones.
Bytes dealt_and_merged(const PlainDocuments& documents, std::size_t count, const Numbers& removed,
                       std::mt19937_64& random) {
  std::vector<PlainDocuments> dealt(count);
  for (const PlainDocument& document : documents) dealt[random() % count].push_back(document);
  Segments segments;
  for (const PlainDocuments& some : dealt) segments.push_back(Segment::of_bytes(segment_bytes(some)));
  return merge_segments(segments, removed, 2);
}

RC_GTEST_PROP(MergeSegments, GivesTheBytesOfBuildingInOneGo, (std::uint64_t seed)) {
  std::mt19937_64 random(seed);
  const PlainDocuments documents = random_documents(random, random() % 60);
  Numbers removed = {0};
  PlainDocuments left;
  for (const PlainDocument& document : documents) {
    if (random() % 4 == 0) {
      removed.push_back(document.number);
    } else {
      left.push_back(document);
    }
  }
  const std::size_t count = 1 + random() % 5;
  RC_ASSERT(dealt_and_merged(documents, count, {}, random) == segment_bytes(documents));
  RC_ASSERT(dealt_and_merged(documents, count, removed, random) == segment_bytes(left));
}

TEST(MergeSegments, MergesManyDocuments) {
  std::mt19937_64 random(8);
  const PlainDocuments documents = random_documents(random, 10'000);
  const Bytes expected = segment_bytes(documents, Kept::all, 2);
  EXPECT_EQ(dealt_and_merged(documents, 3, {}, random), expected);
}

/// Documents without parts, each with `bands` bands; some bands repeat, some differ only in late bits.
PlainDocuments banded_documents(std::size_t count, std::size_t bands, std::mt19937_64& random) {
  PlainDocuments documents(count);
  std::uint32_t number = 0;
  for (PlainDocument& document : documents) {
    document.number = ++number;
    for (std::size_t i = 0; i < bands; ++i) {
      document.bands.push_back(random() % 8 == 0 ? (random() % 1000 << 40U) + random() % 0xffff'ffff : random());
    }
  }
  return documents;
}

TEST(MergeSegments, BandsTakeFourBytes) {
  std::mt19937_64 random(9);
  const PlainDocuments documents = banded_documents(2000, 18, random);
  const Bytes bytes = segment_bytes(documents, Kept::least);
  const auto segment = Segment::of_bytes(bytes);
  EXPECT_TRUE(segment->table(IndexTable::documents).is_narrow());
  expect_holds(*segment, documents, Kept::least);
  EXPECT_EQ(dealt_and_merged(documents, 3, {}, random), bytes);
  const PlainDocuments few(documents.begin(), documents.begin() + 400);
  Numbers removed;
  for (std::uint32_t number = 401; number <= 2000; ++number) removed.push_back(number);
  EXPECT_EQ(dealt_and_merged(documents, 1, removed, random), segment_bytes(few)) << "a small table again";
}

TEST(MergeSegments, MoreDocumentsThanTheDirectoryHasNumbersNeedWiderEntries) {
  std::mt19937_64 random(10);
  const PlainDocuments documents = banded_documents(66'000, 1, random);
  const Bytes bytes = segment_bytes(documents, Kept::least);
  const auto segment = Segment::of_bytes(bytes);
  EXPECT_FALSE(segment->table(IndexTable::documents).is_narrow());
  expect_holds(*segment, documents, Kept::least);
  EXPECT_EQ(dealt_and_merged(documents, 2, {}, random), bytes);
}

TEST(MergeSegments, WritesTheSameIntoAFile) {
  const TempFolder folder;
  const Segments segments = {Segment::of_bytes(segment_bytes(two_documents()))};
  merge_segments(segments, {}, 1, folder / "merged");
  const auto merged = Segment::open(folder / "merged", kOptionsHash);
  EXPECT_TRUE(std::ranges::equal(merged->bytes(), segments[0]->bytes()));
  EXPECT_EQ(folder.size(), 1U);
}

TEST(MergeSegments, RefusesADocumentThatIsTwice) {
  const TempFolder folder;
  const Segments segments(2, Segment::of_bytes(segment_bytes(two_documents())));
  EXPECT_THROW(merge_segments(segments, {}, 1, folder / "merged"), Error);
  EXPECT_EQ(folder.size(), 0U);
}

TEST(MergeSegments, RefusesOtherOptions) {
  const Segments segments = {Segment::of_bytes(SegmentBuilder(1).finish(1)),
                             Segment::of_bytes(SegmentBuilder(2).finish(1))};
  EXPECT_THROW((void)merge_segments(segments, {}, 1), Error);
}

PlainVector<Span> unpacked(std::span<const std::byte> packed, std::size_t count) {
  PlainVector<Span> spans;
  SpanReader reader(packed, static_cast<std::uint32_t>(count));
  for (std::size_t i = 0; i < count; ++i) spans.push_back(reader.next());
  return spans;
}

std::size_t packed_size(const PlainVector<Span>& spans) {
  PlainVector<std::byte> packed;
  pack_spans(spans, packed);
  EXPECT_EQ(unpacked(packed, spans.size()), spans);
  for (std::uint32_t i = 0; i < spans.size(); ++i) {
    SpanReader reader(packed, static_cast<std::uint32_t>(spans.size()));
    reader.seek(i);
    EXPECT_EQ(reader.next(), spans[i]);
  }
  return packed.size();
}

TEST(SpanCodec, TakesAByteForAnOrdinarySentence) {
  EXPECT_EQ(packed_size({{0, 31}, {32, 160}, {161, 350}}), 2U + 1U + 1U) << "a blank between sentences";
  EXPECT_EQ(packed_size({{0, 31}, {31, 160}, {160, 350}, {350, 400}}), 2U + 2U + 1U + 1U) << "nothing between them";
  EXPECT_EQ(packed_size({{0, 31}, {32, 160}, {162, 250}, {251, 400}}), 2U + 1U + 2U + 1U) << "a blank line";
  EXPECT_EQ(packed_size({{1, 193}, {194, 2100}, {2110, 2120}}), 2U + 3U + 3U) << "long ones, and a large gap";
  EXPECT_EQ(packed_size({{0, 9}, {11, 19}, {21, 29}, {31, 39}, {40, 49}, {51, 59}}), 2U + 2U + 2U + 1U + 2U + 1U)
      << "two between most of them";
}

TEST(SpanCodec, TakesAMarkForEveryFurther128Sentences) {
  const auto sentences = [](std::uint32_t count) {
    PlainVector<Span> spans;
    for (std::uint32_t i = 0; i < count; ++i) spans.push_back({10 * i + 1, 10 * i + 10});
    return spans;
  };
  EXPECT_EQ(packed_size(sentences(128)), 128U);
  EXPECT_EQ(packed_size(sentences(129)), 129U + 8U);
  EXPECT_EQ(packed_size(sentences(1000)), 1000U + 7 * 8U);
}

RC_GTEST_PROP(SpanCodec, GivesBackAnySpans, ()) {
  PlainVector<Span> spans;
  for (const auto& [a, b] : *rc::gen::arbitrary<std::vector<std::pair<std::uint32_t, std::uint32_t>>>()) {
    spans.push_back({std::min(a, b), std::max(a, b)});
  }
  spans.push_back({0, ~0U});
  spans.push_back({0, 0});
  spans.push_back({~0U, ~0U});
  PlainVector<std::byte> packed;
  pack_spans(spans, packed);
  RC_ASSERT(unpacked(packed, spans.size()) == spans);
}

RC_GTEST_PROP(SpanCodec, MakesSpansOfAnyBytes, (const std::vector<std::uint8_t>& bytes)) {
  for (const Span& span : unpacked(std::as_bytes(std::span(bytes)), bytes.size() + 1))
    RC_ASSERT(span.begin <= span.end);
}

}  // namespace
}  // namespace cento
