#include "sign/sentence_hash.hpp"

#include <gtest/gtest.h>

#include <set>
#include <vector>

#include "core/hash/mix64.hpp"
#include "sign/kernels/run_sum.hpp"

namespace cento {
namespace {

/// The definition in the header, literally.
std::uint64_t hash_by_definition(const std::vector<std::uint64_t>& tokens) {
  std::uint64_t h = tokens.size();
  if (tokens.empty()) return mix64(0);
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    sum += tokens[i] * (2 * mix64(i % 64 + 1) + 1);
    if (i % 64 == 63 || i + 1 == tokens.size()) {
      h = mix64(h + sum);
      sum = 0;
    }
  }
  return h;
}

std::vector<std::uint64_t> tokens(std::size_t count) {
  std::vector<std::uint64_t> tokens;
  for (std::size_t i = 0; i < count; ++i) tokens.push_back(mix64(i + 77));
  return tokens;
}

TEST(SentenceHash, IsAsDefined) {
  for (const std::size_t count : {0, 1, 2, 3, 62, 63, 64, 65, 66, 127, 128, 129, 200}) {
    EXPECT_EQ(sentence_hash(tokens(count)), hash_by_definition(tokens(count))) << count;
  }
}

TEST(SentenceHash, SumsRunsAlikeWithEachKernel) {
  for (const Kernel kernel : {Kernel::avx2, Kernel::avx512}) {
    if (!has_kernel(kernel)) continue;
    for (std::size_t count = 0; count <= kRunTokensMost; ++count) {
      // A separate vector for each, so that a sanitizer sees reads past its end.
      const std::vector<std::uint64_t> run = tokens(count);
      EXPECT_EQ(run_sum(kernel)(run.data(), count), run_sum_scalar(run.data(), count)) << count;
    }
  }
}

TEST(SentenceHash, DoesNotChange) {
  EXPECT_EQ(sentence_hash({}), mix64(0));
  EXPECT_EQ(sentence_hash(std::vector<std::uint64_t>{5}), mix64(1 + 5 * (2 * mix64(1) + 1)));
}

TEST(SentenceHash, TellsOrderAndLengthApart) {
  std::set<std::uint64_t> seen;
  for (const std::size_t count : {0, 1, 2, 63, 64, 65, 200}) {
    std::vector<std::uint64_t> some = tokens(count);
    EXPECT_TRUE(seen.insert(sentence_hash(some)).second) << count;
    if (count < 2) continue;
    std::swap(some[0], some[1]);
    EXPECT_TRUE(seen.insert(sentence_hash(some)).second) << count << ", the first two swapped";
    std::swap(some[0], some[1]);
    std::swap(some[0], some[count - 1]);
    EXPECT_EQ(seen.insert(sentence_hash(some)).second, count > 2) << count << ", the first and the last swapped";
  }
  // A word of one run hashes differently in the next.
  std::vector<std::uint64_t> moved = tokens(128);
  std::swap(moved[0], moved[64]);
  EXPECT_TRUE(seen.insert(sentence_hash(moved)).second);
  EXPECT_NE(sentence_hash(std::vector<std::uint64_t>(64, 0)), sentence_hash(std::vector<std::uint64_t>(65, 0)));
}

}  // namespace
}  // namespace cento
