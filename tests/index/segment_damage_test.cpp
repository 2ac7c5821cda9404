#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <random>
#include <string>

#include "../../fuzz/look_at_segment.hpp"
#include "../temp_folder.hpp"
#include "cento/error.hpp"
#include "index/segment/segment.hpp"
#include "index/segment/segment_builder.hpp"
#include "index/segment/segment_format.hpp"
#include "plain_documents.hpp"

namespace cento {
namespace {

using testing::kOptionsHash;
using testing::look_at_all;
using testing::mend_head;
using testing::mend_sections;
using testing::random_documents;
using testing::segment_bytes;
using testing::TempFolder;

using Bytes = std::vector<std::byte>;

/// A segment with all sections; always the same.
Bytes fixed_segment() {
  std::mt19937_64 random(42);
  return segment_bytes(random_documents(random, 12));
}

std::string fault_of(Bytes bytes) {
  try {
    Segment::of_bytes(std::move(bytes))->verify();
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(SegmentDamage, OfAnyByteIsFound) {
  const Bytes whole = fixed_segment();
  ASSERT_EQ(fault_of(whole), "");
  for (std::size_t at = 0; at < whole.size(); ++at) {
    Bytes damaged = whole;
    damaged[at] ^= std::byte{0x10};
    EXPECT_NE(fault_of(std::move(damaged)), "") << "at " << at;
  }
}

TEST(SegmentDamage, NamesTheFileAndTheSection) {
  const TempFolder folder;
  Bytes bytes = fixed_segment();
  const auto fault_with = [&](std::size_t at, const auto& look) -> std::string {
    bytes[at] ^= std::byte{1};
    folder.write("one", {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
    bytes[at] ^= std::byte{1};
    try {
      look();
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  };
  const auto damaged = [&](const std::string& section) {
    return (folder / "one") + " is damaged (the checksum of its section \"" + section +
           "\" does not match); `cento index rebuild` recreates it";
  };
  const auto open = [&] { return Segment::open(folder / "one", kOptionsHash); };
  EXPECT_EQ(fault_with(kSegmentHeadBytes, open), damaged("numbers"));  // which is read on opening
  for (const SectionRow& row : decode_head(bytes, "").sections) {
    if (row.kind != SectionKind::contents) continue;
    EXPECT_EQ(fault_with(row.offset, open), "");
    EXPECT_EQ(fault_with(row.offset, [&] { open()->verify(); }), damaged("contents"));
  }
}

TEST(SegmentDamage, KeepsSegmentsFromBeingMerged) {
  Bytes bytes = fixed_segment();
  bytes.back() ^= std::byte{1};
  const std::vector<std::shared_ptr<const Segment>> segments = {Segment::of_bytes(bytes)};
  EXPECT_THROW((void)merge_segments(segments, {}, 1), Error);
}

TEST(SegmentDamage, AFileThatEndsEarlyIsRefused) {
  const TempFolder folder;
  const Bytes whole = fixed_segment();
  for (std::size_t size = 0; size < whole.size(); ++size) {
    EXPECT_THROW((void)Segment::of_bytes(Bytes(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size))),
                 Error)
        << size;
  }
  for (const std::size_t size : {std::size_t{0}, std::size_t{5}, std::size_t{1000}, whole.size() - 1}) {
    folder.write("one", {reinterpret_cast<const char*>(whole.data()), size});
    EXPECT_THROW((void)Segment::open(folder / "one", kOptionsHash), Error);
  }
}

TEST(SegmentDamage, AFileThatGoesOnIsRefused) {
  Bytes longer = fixed_segment();
  longer.resize(longer.size() + kSectionAlignment);
  EXPECT_THROW((void)Segment::of_bytes(longer), Error);
}

RC_GTEST_PROP(SegmentDamage, IsSafeToLookAt, (std::uint64_t seed)) {
  std::mt19937_64 random(seed);
  Bytes bytes = fixed_segment();
  const std::size_t begin = random() % 2 == 0 ? kSegmentHeadBytes : 0;
  for (std::size_t changes = 1 + random() % 50; changes > 0; --changes) {
    bytes[begin + random() % (bytes.size() - begin)] = static_cast<std::byte>(random());
  }
  mend_head(bytes);
  try {
    const auto segment = Segment::of_bytes(bytes);
    RC_TAG("opened");
    look_at_all(*segment);
  } catch (const Error&) {
    RC_TAG("refused");
  }
}

TEST(SegmentDamage, OfSentencesAndTablesIsSafeToLookAt) {
  std::mt19937_64 random(7);
  const Bytes whole = fixed_segment();
  const SegmentHead head = decode_head(whole, "");
  for (int i = 0; i < 50; ++i) {
    Bytes bytes = whole;
    for (const SectionRow& row : head.sections) {
      if (row.kind < SectionKind::spans) continue;  // those before are checked on opening
      for (std::size_t at = 0; at < row.bytes; ++at) bytes[row.offset + at] = static_cast<std::byte>(random());
    }
    look_at_all(*Segment::of_bytes(bytes));
  }
}

TEST(SegmentDamage, OfSentencesAndTablesIsSafeToMerge) {
  std::mt19937_64 random(9);
  const Bytes whole = fixed_segment();
  const SegmentHead head = decode_head(whole, "");
  std::size_t refused = 0;
  for (int i = 0; i < 200; ++i) {
    Bytes bytes = whole;
    const SectionRow& row = head.sections[random() % head.sections.size()];
    for (int change = 0; change < 3; ++change)
      bytes[row.offset + random() % row.bytes] ^= static_cast<std::byte>(random());
    mend_sections(bytes);
    try {
      const std::vector<std::shared_ptr<const Segment>> segments = {Segment::of_bytes(bytes)};
      look_at_all(*Segment::of_bytes(merge_segments(segments, std::vector<std::uint32_t>{3, 5}, 1)));
    } catch (const Error&) {
      ++refused;
    }
  }
  EXPECT_GT(refused, 0U);
  EXPECT_LT(refused, 200U);
}

}  // namespace
}  // namespace cento
