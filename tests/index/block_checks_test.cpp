#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <random>
#include <span>
#include <string>

#include "../../fuzz/look_at_segment.hpp"
#include "index/damage.hpp"
#include "index/segment/block_checks.hpp"
#include "index/segment/segment.hpp"
#include "index/segment/segment_builder.hpp"
#include "index/segment/segment_format.hpp"
#include "index/segment/segment_sections.hpp"
#include "plain_documents.hpp"
#include "temp_folder.hpp"

namespace cento {
namespace {

using testing::kOptionsHash;
using testing::random_documents;
using testing::segment_bytes;
using testing::TempFolder;

using Bytes = std::vector<std::byte>;

Bytes random_bytes(std::size_t size, unsigned seed) {
  std::mt19937 random(seed);
  Bytes bytes(size);
  for (std::byte& byte : bytes) byte = static_cast<std::byte>(random());
  return bytes;
}

std::vector<std::uint64_t> sums_of(std::span<const std::byte> bytes, std::size_t piece) {
  BlockSums sums;
  for (; !bytes.empty(); bytes = bytes.subspan(std::min(piece, bytes.size()))) {
    sums.add(bytes.first(std::min(piece, bytes.size())));
  }
  return sums.finish();
}

TEST(BlockSums, AreThoseOfTheBlocksHoweverTheBytesCome) {
  const Bytes bytes = random_bytes(2 * kBlockBytes + 1000, 1);
  std::vector<std::uint64_t> expected;
  for (std::size_t at = 0; at < bytes.size(); at += kBlockBytes) {
    expected.push_back(checksum_of(std::span(bytes).subspan(at, std::min(kBlockBytes, bytes.size() - at))));
  }
  ASSERT_EQ(expected.size(), blocks_of(bytes.size()));
  for (const std::size_t piece : {std::size_t{7}, std::size_t{4096}, kBlockBytes, bytes.size()}) {
    EXPECT_EQ(sums_of(bytes, piece), expected) << piece;
  }
}

TEST(BlockChecks, FindTheDamagedBlockAndNoOther) {
  const Bytes whole = random_bytes(3 * kBlockBytes + 500, 2);
  const auto sums = sums_of(whole, whole.size());
  Bytes bytes = whole;
  bytes[kBlockBytes + 17] ^= std::byte{1};
  const BlockChecks checks(bytes, sums);
  const DamageWatch watch;
  EXPECT_TRUE(checks.are_sound(std::span(bytes).first(kBlockBytes)));
  EXPECT_TRUE(checks.are_sound(std::span(bytes).subspan(2 * kBlockBytes, kBlockBytes + 500)));
  EXPECT_FALSE(watch.has_met_any());
  EXPECT_TRUE(checks.damaged().empty());

  EXPECT_FALSE(checks.are_sound(std::span(bytes).subspan(kBlockBytes + 4000, 4)));
  EXPECT_TRUE(watch.has_met_any());
  EXPECT_EQ(checks.damaged(), std::vector<std::uint64_t>{kBlockBytes});
  const DamageWatch later;
  EXPECT_FALSE(checks.are_sound(std::span(bytes).subspan(kBlockBytes - 4, 8))) << "a range that reaches into it";
  EXPECT_TRUE(later.has_met_any()) << "it is found each time";
  EXPECT_TRUE(checks.are_sound(std::span(bytes).subspan(kBlockBytes - 8, 8)));
}

TEST(CheckedArray, LeavesOutWhatIsDamaged) {
  Bytes bytes = random_bytes(2 * kBlockBytes, 3);
  const auto sums = sums_of(bytes, bytes.size());
  bytes.back() ^= std::byte{0x80};
  const BlockChecks checks(bytes, sums);
  const std::span<const std::uint32_t> values(reinterpret_cast<const std::uint32_t*>(bytes.data()),
                                              bytes.size() / sizeof(std::uint32_t));
  const CheckedArray<std::uint32_t> array(values, &checks);
  constexpr std::size_t kFirstDamaged = kBlockBytes / sizeof(std::uint32_t);
  EXPECT_EQ(array[kFirstDamaged - 1], values[kFirstDamaged - 1]);
  EXPECT_EQ(array[kFirstDamaged], 0U);
  EXPECT_EQ(array.subspan(0, kFirstDamaged).size(), kFirstDamaged);
  EXPECT_TRUE(array.subspan(0, kFirstDamaged + 1).empty());
  EXPECT_TRUE(array.are_sound(3, kFirstDamaged));
  EXPECT_FALSE(array.are_sound(3, kFirstDamaged + 1));
  EXPECT_EQ(CheckedArray<std::uint32_t>(values)[kFirstDamaged], values[kFirstDamaged]) << "not checked";
}

/// All that a segment returns, and whether damage was found. The first sections are left out, since with damage there
/// the segment cannot be opened.
struct Look {
  std::uint64_t sum = 0;
  bool met_damage = false;
};

Look look_at(const Segment& segment) {
  const DamageWatch watch;
  Look look;
  for (std::uint32_t document = 0; document < segment.documents(); ++document) {
    look.sum += segment.texts()[document].low;
    for (const std::uint32_t number : segment.thread_of(document)) look.sum += number;
    for (std::uint32_t part = 0; part < segment.parts_of(document); ++part) {
      look.sum += 3 * segment.bytes_of(document, part, {1, 3}).size();
    }
  }
  for (std::uint32_t position = 0; position < segment.sentences(); ++position) {
    look.sum += segment.contents()[position] * 31ULL;
    for (const std::uint32_t word : segment.words_of(position)) look.sum += word * 7ULL;
    if (!segment.bits().empty()) look.sum += segment.bits()[position].words[1];
  }
  for (std::size_t i = 0; i < kIndexTables; ++i) {
    const KeyTable& table = segment.table(static_cast<IndexTable>(i));
    table.for_each([&](std::uint64_t key, std::uint32_t) {
      table.for_each_found(key << 16U, [&](std::uint32_t value) { look.sum += (value + 1) * (i + 5); });
    });
  }
  look.met_damage = watch.has_met_any();
  return look;
}

/// A flipped byte anywhere: the segment is not opened, or returns the same as before, or reports the damage.
TEST(BlockChecks, OfASegmentLetNoFlippedByteThrough) {
  std::mt19937_64 random(11);
  const Bytes whole = segment_bytes(random_documents(random, 600));
  ASSERT_GT(whole.size(), 3 * kBlockBytes);
  const TempFolder folder;
  const auto write = [&](const Bytes& bytes) {
    folder.write("one", {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  };
  write(whole);
  const Look expected = look_at(*Segment::open(folder / "one", kOptionsHash));
  EXPECT_FALSE(expected.met_damage);
  std::size_t left_out = 0;
  for (int i = 0; i < 60; ++i) {
    Bytes bytes = whole;
    bytes[random() % bytes.size()] ^= static_cast<std::byte>(1 + random() % 255);
    write(bytes);
    std::shared_ptr<const Segment> segment;
    try {
      segment = Segment::open(folder / "one", kOptionsHash);
    } catch (const Error&) {
      continue;
    }
    const Look look = look_at(*segment);
    EXPECT_TRUE(look.met_damage || look.sum == expected.sum);
    EXPECT_EQ(look.met_damage, !segment->damages().empty());
    if (!look.met_damage) continue;
    ++left_out;
    EXPECT_EQ(segment->damages().front().file, folder / "one");
    EXPECT_EQ(segment->damages().front().byte % kBlockBytes, kSegmentHeadBytes);
  }
  EXPECT_GT(left_out, 20U);
}

}  // namespace
}  // namespace cento
