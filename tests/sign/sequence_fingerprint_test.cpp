#include "sign/sequence_fingerprint.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <vector>

namespace cento {
namespace {

TEST(SequenceFingerprint, DefinitionIsFixed) {
  const Fingerprint fingerprint = sequence_fingerprint(std::vector<std::uint64_t>{1, 2, 3});
  EXPECT_EQ(fingerprint.low, 4609541750986398993ULL);
  EXPECT_EQ(fingerprint.high, 5867730472972743671ULL);
  EXPECT_EQ(feature_of(fingerprint), fingerprint.low ^ fingerprint.high);
}

TEST(SequenceFingerprint, EachHalfTellsOrdersAndLengthsApart) {
  std::vector<std::uint64_t> tokens = {1, 2, 3, 4, 5, 6, 7, 8};
  std::set<std::uint64_t> lows;
  std::set<std::uint64_t> highs;
  std::size_t sequences = 0;
  do {
    const Fingerprint fingerprint = sequence_fingerprint(tokens);
    lows.insert(fingerprint.low);
    highs.insert(fingerprint.high);
    ++sequences;
  } while (std::next_permutation(tokens.begin(), tokens.end()));
  for (std::size_t length = 0; length < 100; ++length, ++sequences) {
    const Fingerprint fingerprint = sequence_fingerprint(std::vector<std::uint64_t>(length, 0));
    lows.insert(fingerprint.low);
    highs.insert(fingerprint.high);
  }
  EXPECT_EQ(lows.size(), sequences);
  EXPECT_EQ(highs.size(), sequences);
}

}  // namespace
}  // namespace cento
