#include "sign/text_fingerprint.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <set>
#include <string>

namespace cento {
namespace {

TEST(TextFingerprint, EveryByteCounts) {
  std::set<Fingerprint> seen;
  for (std::size_t size = 0; size <= 100; ++size) {
    const std::string text(size, 'x');
    EXPECT_TRUE(seen.insert(text_fingerprint(text)).second) << size;
    for (std::size_t i = 0; i < size; ++i) {
      std::string changed = text;
      changed[i] = 'y';
      EXPECT_TRUE(seen.insert(text_fingerprint(changed)).second) << size << ", " << i;
      changed[i] = '\0';
      EXPECT_TRUE(seen.insert(text_fingerprint(changed)).second) << size << ", " << i;
    }
  }
}

TEST(TextFingerprint, ZerosAreText) {
  std::set<Fingerprint> seen;
  for (std::size_t size = 0; size <= 100; ++size) {
    EXPECT_TRUE(seen.insert(text_fingerprint(std::string(size, '\0'))).second) << size;
  }
}

TEST(TextFingerprint, BothHalvesDiffer) {
  std::set<std::uint64_t> low;
  std::set<std::uint64_t> high;
  for (int i = 0; i < 10'000; ++i) {
    const Fingerprint fingerprint = text_fingerprint("text number " + std::to_string(i));
    low.insert(fingerprint.low);
    high.insert(fingerprint.high);
  }
  EXPECT_EQ(low.size(), 10'000U);
  EXPECT_EQ(high.size(), 10'000U);
}

TEST(TextFingerprint, SwappedBlocksAreAnotherText) {
  const std::string a(16, 'a');
  const std::string b(16, 'b');
  const std::string c(16, 'c');
  const std::string d(16, 'd');
  std::set<Fingerprint> seen;
  for (const std::string& text : {a + b + c + d, b + a + c + d, c + b + a + d, a + d + c + b, c + d + a + b}) {
    EXPECT_TRUE(seen.insert(text_fingerprint(text)).second) << text;
  }
}

Fingerprint in_parts(const std::vector<std::string>& parts) {
  Fingerprint fingerprint;
  for (const std::string& part : parts) fingerprint = text_fingerprint(part, fingerprint);
  return fingerprint;
}

TEST(TextFingerprint, BoundariesOfPartsMatter) {
  std::set<Fingerprint> seen;
  for (const auto& parts : std::vector<std::vector<std::string>>{
           {"ab"}, {"a", "b"}, {"", "ab"}, {"ab", ""}, {"b", "a"}, {"ab", "", ""}, {"ba"}, {}}) {
    EXPECT_TRUE(seen.insert(in_parts(parts)).second) << parts.size();
  }
}

RC_GTEST_PROP(TextFingerprint, DifferentTextsDiffer, (const std::string& a, const std::string& b)) {
  RC_ASSERT((text_fingerprint(a) == text_fingerprint(b)) == (a == b));
  RC_ASSERT(text_fingerprint(a) == in_parts({a}));
}

}  // namespace
}  // namespace cento
