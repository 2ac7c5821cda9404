#include "methods/qsign/reuse_digest.hpp"

#include <gtest/gtest.h>

#include "cento/error.hpp"
#include "methods/reuse_index.hpp"
#include "text/token_hash.hpp"

namespace cento {
namespace {

using testing::reuse_options;

std::uint64_t token(const char* word) {
  return token_hash(word);
}

TEST(ReuseDigest, KeepsEachWordOfASentenceOnce) {
  DigestBatch batch;
  ReuseDigester digester(reuse_options());
  digester.add(std::vector<std::uint64_t>{token("the"), token("cat"), token("the"), token("mat")}, 7, batch);
  EXPECT_EQ(batch.word_counts, (PlainVector<std::uint32_t>{3}));
  PlainVector<std::uint32_t> words{stored_word(token("the")), stored_word(token("cat")), stored_word(token("mat"))};
  std::sort(words.begin(), words.end());
  EXPECT_EQ(batch.words, words);
  ASSERT_EQ(batch.keys_of(IndexTable::words).size(), 3U);
  for (const IndexKey& key : batch.keys_of(IndexTable::words)) {
    EXPECT_TRUE(key.hash == token("the") || key.hash == token("cat") || key.hash == token("mat"));
    EXPECT_EQ(key.value, 7U);
  }
}

TEST(ReuseDigest, KeepsTheSignatureAndAKeyForEachBlock) {
  const std::vector<std::uint64_t> tokens{token("a"), token("pier"), token("a")};
  DigestBatch batch;
  ReuseDigester(reuse_options(128, 3)).add(tokens, 2, batch);
  ASSERT_EQ(batch.bits.size(), 1U);
  EXPECT_EQ(batch.bits[0], BitSigner(128, 3).sign({{}, tokens, {}, {}}));
  PlainVector<std::uint64_t> keys;
  BitBlocks(128).append_keys(batch.bits[0], keys);
  ASSERT_EQ(batch.keys_of(IndexTable::bits).size(), keys.size());
  for (std::size_t i = 0; i < keys.size(); ++i) {
    EXPECT_EQ(batch.keys_of(IndexTable::bits)[i].hash, keys[i]);
    EXPECT_EQ(batch.keys_of(IndexTable::bits)[i].value, 2U);
  }
}

TEST(ReuseDigest, ASentenceWithoutWordsHasAPlaceButNoKeys) {
  DigestBatch batch;
  ReuseDigester digester(reuse_options());
  digester.add({}, 0, batch);
  EXPECT_EQ(batch.word_counts, (PlainVector<std::uint32_t>{0}));
  EXPECT_EQ(batch.bits.size(), 1U);
  EXPECT_TRUE(batch.keys_of(IndexTable::words).empty());
  EXPECT_TRUE(batch.keys_of(IndexTable::bits).empty());
}

TEST(ReuseDigest, SignaturesAreLeftOutIfNoneAreWanted) {
  DigestBatch batch;
  ReuseDigester(reuse_options(0)).add(std::vector<std::uint64_t>{token("a")}, 0, batch);
  EXPECT_EQ(batch.words.size(), 1U);
  EXPECT_TRUE(batch.bits.empty());
  EXPECT_TRUE(batch.keys_of(IndexTable::bits).empty());
}

TEST(ReuseDigest, BitsOutOfRangeAreTold) {
  EXPECT_THROW(ReuseDigester(reuse_options(129, 4)), UsageError);
  EXPECT_THROW(ReuseDigester(reuse_options(16, 17)), UsageError);
  EXPECT_THROW(ReuseDigester(reuse_options(16, 0)), UsageError);
  EXPECT_NO_THROW(ReuseDigester(reuse_options(0, 0)));
}

}  // namespace
}  // namespace cento
