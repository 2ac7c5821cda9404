#include "sign/bits/bit_blocks.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <set>
#include <vector>

namespace cento {
namespace {

using Keys = PlainVector<std::uint64_t>;

BitSignature with_bits(const std::vector<unsigned>& bits) {
  BitSignature signature;
  for (const unsigned bit : bits) signature.words[bit / 64] |= std::uint64_t{1} << (bit % 64);
  return signature;
}

std::set<std::uint64_t> set_of(const Keys& keys) {
  return {keys.begin(), keys.end()};
}

TEST(BitBlocks, SignaturesAreCutIntoBlocksOfUpTo22Bits) {
  EXPECT_EQ(BitBlocks(1).blocks(), 1U);
  EXPECT_EQ(BitBlocks(16).blocks(), 1U);
  EXPECT_EQ(BitBlocks(32).blocks(), 2U);
  EXPECT_EQ(BitBlocks(64).blocks(), 3U);
  EXPECT_EQ(BitBlocks(128).blocks(), 6U);
}

TEST(BitBlocks, EveryBitChangesOneKey) {
  for (const unsigned bits : {1U, 16U, 32U, 64U, 65U, 100U, 128U}) {
    const BitBlocks blocks(bits);
    Keys empty;
    blocks.append_keys({}, empty);
    EXPECT_EQ(set_of(empty).size(), blocks.blocks());
    for (unsigned bit = 0; bit < bits; ++bit) {
      Keys keys;
      blocks.append_keys(with_bits({bit}), keys);
      std::size_t changed = 0;
      for (std::size_t i = 0; i < keys.size(); ++i) changed += static_cast<std::size_t>(keys[i] != empty[i]);
      EXPECT_EQ(changed, 1U) << bit << " of " << bits;
    }
  }
}

TEST(BitBlocks, TheKeysArePartOfTheIndex) {
  Keys keys;
  BitBlocks(64).append_keys(with_bits({0, 21, 63}), keys);
  EXPECT_EQ(keys, (Keys{14135772400868000056U, 16695506628682495282U, 1354257380082014152U}));
}

TEST(BitBlocks, NothingApartLooksUpOneBlock) {
  EXPECT_EQ(BitBlocks(128).lookups(0), 1U);
  EXPECT_EQ(BitBlocks(128).lookups(5), 6U);            // one exact key per block
  EXPECT_EQ(BitBlocks(128).lookups(6), 6U + 21U);      // one bit off in the first
  EXPECT_EQ(BitBlocks(16).lookups(2), 1U + 16 + 120);  // one block: all within 2 bits
}

TEST(BitBlocks, AllBitsApartLooksUpAllValues) {
  EXPECT_EQ(BitBlocks(8).lookups(8), 256U);
  EXPECT_EQ(BitBlocks(8).lookups(200), 256U);
}

TEST(BitBlocks, StepByStepLooksUpEveryValueOfABlockOnce) {
  const BitBlocks blocks(8);
  const BitSignature signature{{0b1010'0110, 0}};
  Keys all;
  for (unsigned bits = 0; bits <= 9; ++bits) {
    const std::size_t before = all.size();
    blocks.append_lookups_at(signature, 0, bits, all);
    EXPECT_EQ(all.size() - before, blocks.lookups_at(0, bits)) << bits;
  }
  EXPECT_EQ(all.size(), 256U);
  EXPECT_EQ(set_of(all).size(), 256U);
  EXPECT_EQ(blocks.lookups_at(0, 9), 0U);
}

/// A signature of `bits` bits, and another one a few bits from it.
struct Neighbours {
  BitSignature a;
  BitSignature b;
};

Neighbours any_neighbours(unsigned bits, unsigned distance) {
  const auto set = *rc::gen::container<std::vector<unsigned>>(rc::gen::inRange(0U, bits));
  const auto flipped = *rc::gen::container<std::vector<unsigned>>(distance, rc::gen::inRange(0U, bits));
  Neighbours two{with_bits(set), with_bits(set)};
  for (const unsigned bit : flipped) two.b.words[bit / 64] ^= std::uint64_t{1} << (bit % 64);
  return two;
}

RC_GTEST_PROP(BitBlocks, SignaturesWithinTheDistanceShareALookedUpKey, ()) {
  const unsigned bits = *rc::gen::inRange(1U, 129U);
  const BitBlocks blocks(bits);
  const unsigned distance = *rc::gen::inRange(0U, 3 * blocks.blocks());
  const Neighbours two = any_neighbours(bits, distance);
  Keys keys;
  Keys lookups;
  blocks.append_keys(two.a, keys);
  blocks.append_lookups(two.b, distance, lookups);
  RC_ASSERT(lookups.size() == blocks.lookups(distance));
  const auto looked_up = set_of(lookups);
  RC_ASSERT(looked_up.size() == lookups.size());
  RC_ASSERT(std::any_of(keys.begin(), keys.end(), [&](std::uint64_t key) { return looked_up.contains(key); }));
}

RC_GTEST_PROP(BitBlocks, FindWhatAFullScanFinds, ()) {
  const BitBlocks blocks(12);
  const auto query = with_bits(*rc::gen::container<std::vector<unsigned>>(rc::gen::inRange(0U, 12U)));
  const unsigned distance = *rc::gen::inRange(0U, 13U);
  Keys lookups;
  blocks.append_lookups(query, distance, lookups);
  const auto looked_up = set_of(lookups);
  for (std::uint64_t value = 0; value < 4096; ++value) {
    const BitSignature other{{value, 0}};
    Keys keys;
    blocks.append_keys(other, keys);
    // One block: the keys are exactly those of the signatures within the distance.
    RC_ASSERT(looked_up.contains(keys[0]) == (hamming_distance(query, other) <= static_cast<int>(distance)));
  }
}

}  // namespace
}  // namespace cento
