#include "methods/pdc/sentences/sentence_spans.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <vector>

namespace cento {
namespace {

using Spans = std::vector<Span>;

/// The same sentences as read back, one by one.
std::vector<Spans> told_again(const std::vector<Spans>& texts, std::uint64_t memory_bytes) {
  SentenceSpans stored(memory_bytes, "");
  PlainVector<std::uint64_t> packed;
  for (const Spans& text : texts) {
    packed.clear();
    pack_sentence_spans(text, packed);
    stored.add(packed);
  }
  std::vector<Spans> restored(texts.size());
  Features scratch;
  for (std::size_t text = 0; text < texts.size(); ++text) {
    for (std::uint32_t i = 0; i < texts[text].size(); ++i) restored[text].push_back(stored.get(text, i, scratch));
  }
  return restored;
}

/// Sentences with gaps and lengths up to these; with `back`, some begin before the end of the previous one.
rc::Gen<Spans> arbitrary_spans(std::uint32_t most_gap, std::uint32_t most_length, bool back) {
  const auto gap = rc::gen::inRange<std::uint32_t>(0, most_gap + 1);
  const auto length = rc::gen::inRange<std::uint32_t>(0, most_length + 1);
  return rc::gen::map(
      rc::gen::scale(
          3.0, rc::gen::container<std::vector<std::pair<std::uint32_t, std::uint32_t>>>(rc::gen::pair(gap, length))),
      [back](const std::vector<std::pair<std::uint32_t, std::uint32_t>>& steps) {
        Spans spans;
        std::uint32_t end = 0;
        for (const auto& [between, size] : steps) {
          const std::uint32_t begin = back && between % 2 == 1 && end > between ? end - between : end + between;
          spans.push_back({begin, begin + size});
          end = begin + size;
        }
        return spans;
      });
}

RC_GTEST_PROP(SentenceSpansProperty, AreToldAsTheyWere, ()) {
  const auto most_gap = *rc::gen::element<std::uint32_t>(3, 0xFFFF, 0x20000);
  const auto most_length = *rc::gen::element<std::uint32_t>(200, 0xFFFF, 0x20000);
  const auto texts = *rc::gen::container<std::vector<Spans>>(rc::gen::join(rc::gen::map(
      rc::gen::arbitrary<bool>(), [=](bool back) { return arbitrary_spans(most_gap, most_length, back); })));
  RC_ASSERT(told_again(texts, *rc::gen::element<std::uint64_t>(0, 1 << 20)) == texts);
}

TEST(SentenceSpans, TakeFiveBytesEach) {
  Spans text;
  for (std::uint32_t i = 0; i < 1400; ++i) text.push_back({i * 80, i * 80 + 79});
  PlainVector<std::uint64_t> packed;
  pack_sentence_spans(text, packed);
  EXPECT_EQ(packed.size(), 800U);
  EXPECT_EQ(told_again({text}, 0), std::vector<Spans>{text});
}

TEST(SentenceSpans, MayBeLongerThanAMegabyte) {
  const Spans text = {{5, 2'000'005}, {2'000'006, 2'000'010}, {4'000'000'000, 4'000'000'001}};
  EXPECT_EQ(told_again({{}, text, {{1, 2}}}, 1 << 20), (std::vector<Spans>{{}, text, {{1, 2}}}));
}

}  // namespace
}  // namespace cento
