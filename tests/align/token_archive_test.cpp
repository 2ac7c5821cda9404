#include "align/substring/token_archive.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <random>
#include <vector>

#include "core/hash/mix64.hpp"

namespace cento {
namespace {

/// Tokens with gaps and lengths of all kinds: long, distant and overlapping ones.
Tokens some_tokens(std::uint32_t seed, std::size_t count, unsigned vocabulary) {
  std::mt19937 random(seed);
  Tokens tokens;
  std::uint32_t end = 10;
  for (std::size_t i = 0; i < count; ++i) {
    const bool is_odd_one = random() % 50 == 0;
    const std::uint32_t gap = is_odd_one ? static_cast<std::uint32_t>(random() % 100'000) : 1;
    const std::uint32_t begin = random() % 40 == 0 && end > 2 ? end - 2 : end + gap;
    end = begin + 1 + static_cast<std::uint32_t>(is_odd_one ? random() % 5000 : random() % 12);
    tokens.hashes.push_back(mix64(random() % vocabulary + 1));
    tokens.begins.push_back(begin);
    tokens.ends.push_back(end);
  }
  return tokens;
}

void expect_tokens(const TokenArchive& archive, std::uint64_t first, const Tokens& tokens) {
  TokenReader reader(archive);
  PlainVector<std::uint64_t> hashes;
  reader.read(first, tokens.size(), hashes);
  EXPECT_EQ(hashes, tokens.hashes);
  for (std::size_t i = 0; i < tokens.size(); i += 37) EXPECT_EQ(reader.bytes_of(first + i), tokens.span(i));
  PlainVector<std::uint32_t> ends;
  const std::size_t from = tokens.size() / 3;
  reader.read_ends(first + from, tokens.size() - from, ends);
  EXPECT_TRUE(std::equal(ends.begin(), ends.end(), tokens.ends.begin() + static_cast<std::ptrdiff_t>(from)));
}

void add_all(TokenPacker& packer, TokenArchive& archive) {
  for (TokenChunk& chunk : packer.take()) archive.add(std::move(chunk));
}

TEST(TokenArchive, GivesTokensBackAcrossChunks) {
  for (const std::uint64_t memory : {std::uint64_t{1} << 30, std::uint64_t{100'000}, std::uint64_t{0}}) {
    const Tokens tokens = some_tokens(1, 50'000, 20'000);
    TokenPacker packer;
    packer.add(tokens, 0);
    TokenArchive archive(memory, "");
    add_all(packer, archive);
    EXPECT_EQ(archive.size(), tokens.size());
    EXPECT_EQ(archive.spilled_bytes() > 0, memory < 200'000);
    expect_tokens(archive, 0, tokens);
  }
}

TEST(TokenArchive, BeginsOffsetsAnewWithAPart) {
  const Tokens first = some_tokens(1, 300, 50);
  const Tokens second = some_tokens(2, 200, 50);
  TokenPacker packer;
  packer.add(first, 0);
  packer.end_part();
  packer.add(second, 0);
  TokenArchive archive(1 << 20, "");
  add_all(packer, archive);
  expect_tokens(archive, 0, first);
  expect_tokens(archive, first.size() + 1, second);
}

TEST(TokenArchive, AddsTheOffsetOfASlice) {
  Tokens tokens;
  tokens.hashes = {1};
  tokens.begins = {5};
  tokens.ends = {9};
  TokenPacker packer;
  packer.add(tokens, 1'000'000);
  TokenArchive archive(1 << 20, "");
  add_all(packer, archive);
  EXPECT_EQ(TokenReader(archive).bytes_of(0), (Span{1'000'005, 1'000'009}));
}

TEST(TokenArchive, TakesTheMostDifferentTokens) {
  Tokens tokens;
  for (std::uint64_t i = 0; i < 40'000; ++i) {
    tokens.hashes.push_back(i << 40);  // the worst case for a table of their low bits
    tokens.begins.push_back(0);
    tokens.ends.push_back(~std::uint32_t{0});
  }
  TokenPacker packer;
  packer.add(tokens, 0);
  TokenArchive archive(std::uint64_t{1} << 30, "");
  add_all(packer, archive);
  expect_tokens(archive, 0, tokens);
}

RC_GTEST_PROP(TokenArchive, ForgetsWhatThePackerTookBack, ()) {
  std::mt19937 random(*rc::gen::arbitrary<std::uint32_t>());
  TokenPacker packer;
  std::vector<std::pair<std::uint64_t, Tokens>> kept;
  for (int i = 0; i < 40; ++i) {
    const std::size_t most = i % 8 == 7 ? 2 * TokenPacker::kChunkTokens : 900;
    const Tokens tokens = some_tokens(static_cast<std::uint32_t>(random()), random() % most, 3000);
    const TokenPacker::Mark mark = packer.mark();
    const std::uint64_t first = packer.size();
    packer.add(tokens, 0);
    packer.end_part();
    if (random() % 2 == 0) {
      packer.go_back(mark);
      RC_ASSERT(packer.size() < first + TokenPacker::kChunkTokens);
    } else {
      kept.emplace_back(first, tokens);
    }
  }
  const std::uint64_t size = packer.size();
  TokenArchive archive(std::uint64_t{1} << 30, "");
  add_all(packer, archive);
  RC_ASSERT(archive.size() == size);
  for (const auto& [first, tokens] : kept) expect_tokens(archive, first, tokens);
}

}  // namespace
}  // namespace cento
