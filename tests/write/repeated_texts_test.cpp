#include "write/arrow/repeated_texts.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <map>
#include <string>
#include <vector>

namespace cento {
namespace {

RC_GTEST_PROP(RepeatedTexts, KeepsEachTextOnceInOrder, ()) {
  const auto length = *rc::gen::inRange(0, 3);
  const auto texts = *rc::gen::container<std::vector<std::string>>(
      rc::gen::resize(length, rc::gen::container<std::string>(rc::gen::inRange<char>('a', 'e'))));
  RepeatedTexts kept;
  std::map<std::string, std::uint32_t> expected;
  for (const std::string& text : texts) {
    const auto number = static_cast<std::uint32_t>(expected.size());
    RC_ASSERT(kept.number_of(text) == expected.try_emplace(text, number).first->second);
  }
  for (const auto& [text, number] : expected) RC_ASSERT(kept[number] == text);
}

TEST(RepeatedTexts, KeepsMany) {
  RepeatedTexts kept;
  for (int round = 0; round < 2; ++round) {
    for (std::uint32_t i = 0; i < 5000; ++i) EXPECT_EQ(kept.number_of("document " + std::to_string(i)), i);
  }
  EXPECT_EQ(kept[4999], "document 4999");
}

}  // namespace
}  // namespace cento
