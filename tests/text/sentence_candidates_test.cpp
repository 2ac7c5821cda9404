#include "text/sentence/sentence_candidates.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "text/text_soup.hpp"

namespace cento {
namespace {

std::vector<std::uint32_t> candidates(std::string_view text, Kernel kernel) {
  // A copy without slack, so that the sanitizer sees a read past the end.
  const auto exact = std::make_unique<char[]>(text.size());
  text.copy(exact.get(), text.size());
  std::vector<std::uint32_t> places;
  std::array<std::uint32_t, kCandidateBufferSize> buffer{};
  CandidateCarry carry;
  for (std::size_t begin = 0; begin < text.size(); begin += kCandidatePieceBytes) {
    const std::size_t count = candidate_scan(kernel)(exact.get(), text.size(), begin, carry, buffer.data());
    places.insert(places.end(), buffer.begin(), buffer.begin() + count);
  }
  return places;
}

using Places = std::vector<std::uint32_t>;

class Candidates : public ::testing::TestWithParam<Kernel> {
 protected:
  void SetUp() override {
    if (!has_kernel(GetParam())) GTEST_SKIP() << "the processor has no " << name_of(GetParam());
  }

  static Places of(std::string_view text) { return candidates(text, GetParam()); }
};

INSTANTIATE_TEST_SUITE_P(EveryKernel, Candidates, ::testing::Values(Kernel::scalar, Kernel::avx2, Kernel::avx512),
                         [](const auto& kernel) { return std::string(name_of(kernel.param)); });

TEST_P(Candidates, AreTerminatorsThatMayEndASentence) {
  EXPECT_EQ(of("a.b 1.5 x? y!\" z.) w"), (Places{9, 12, 16}));
  EXPECT_EQ(of("end."), (Places{}));
  EXPECT_EQ(of("end.\n\nx. y"), (Places{4, 7}));
  EXPECT_EQ(of("a.\u4F60"), (Places{1}));
}

TEST_P(Candidates, AreTerminatorsOutsideAscii) {
  EXPECT_EQ(of("一\u3002二\uFF01"), (Places{3, 9}));
  EXPECT_EQ(of("a\u061Fb\u06D4c\u0589"), (Places{1, 4, 7}));
  EXPECT_EQ(of("a\u0964b\u1362c\u17D4d\u104B"), (Places{1, 5, 9, 13}));
  EXPECT_EQ(of("a\u2026b\u2029c\u22EFd\uFF61"), (Places{1, 5, 9, 13}));
}

TEST_P(Candidates, AreBlankLines) {
  EXPECT_EQ(of("a\nb\n\nc"), (Places{3}));
  EXPECT_EQ(of("a\n  \t\r\nc"), (Places{5}));
  EXPECT_EQ(of("a\n\fb\n\n\n\nc"), (Places{1, 4}));
}

TEST_P(Candidates, AreMarkersAtTheStartOfALine) {
  EXPECT_EQ(of("x - y\n- a\n  * b\n-c"), (Places{6, 12}));
  EXPECT_EQ(of("x\n1) a\n(b) c\nf(abcd) e"), (Places{3, 9}));
  EXPECT_EQ(of("x\n\u2022 a \u2022"), (Places{2}));
}

TEST_P(Candidates, AreFoundWhereBlocksMeet) {
  for (std::size_t before = 0; before < 200; ++before) {
    const std::string lead(before, 'x');
    const auto at = static_cast<std::uint32_t>(before);
    EXPECT_EQ(of(lead + ". y"), (Places{at})) << before;
    EXPECT_EQ(of(lead + "\n   \ny"), (Places{at + 3})) << before;
    EXPECT_EQ(of(lead + "\n   - y"), (Places{at + 4})) << before;
    EXPECT_EQ(of(lead + "\n  12) y"), (Places{at + 5})) << before;
    EXPECT_EQ(of(lead + "\u3002y"), (Places{at})) << before;
  }
}

void expect_agreement(const std::string& text) {
  const Places expected = candidates(text, Kernel::scalar);
  for (const Kernel kernel : {Kernel::avx2, Kernel::avx512}) {
    if (has_kernel(kernel)) RC_ASSERT(candidates(text, kernel) == expected);
  }
}

RC_GTEST_PROP(CandidateKernels, AgreeOnTextSoup, ()) {
  expect_agreement(*text_soup());
}

RC_GTEST_PROP(CandidateKernels, AgreeOnAnyBytes, ()) {
  expect_agreement(*rc::gen::container<std::string>(rc::gen::arbitrary<char>()));
}

RC_GTEST_PROP(CandidateKernels, AgreeOnLongTexts, ()) {
  const std::string piece = *text_soup();
  std::string text;
  for (int i = 0; i < 200 && text.size() < 3 * kCandidatePieceBytes; ++i) text += piece + "x";
  expect_agreement(text);
}

}  // namespace
}  // namespace cento
