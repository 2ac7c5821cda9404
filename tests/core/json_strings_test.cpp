#include "core/json/json_strings.hpp"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "core/kernel.hpp"

namespace cento {
namespace {

std::vector<const JsonStringKernel*> kernels() {
  std::vector<const JsonStringKernel*> all{&kPlainJsonStringKernel};
  if (has_kernel(Kernel::avx512)) all.push_back(&kAvx512JsonStringKernel);
  return all;
}

std::size_t end_of(const JsonStringKernel& kernel, std::string_view inside) {
  return static_cast<std::size_t>(kernel.find_end(inside.data(), inside.data() + inside.size()).quote - inside.data());
}

/// What unescape() wrote, and after a bar what it left.
std::string unescaped(const JsonStringKernel& kernel, std::string_view inside) {
  std::string room(inside.size() + kUnescapeOverrunBytes, '?');
  char* out = room.data();
  const char* const end = inside.data() + inside.size();
  bool has_control = false;
  const char* left = kernel.unescape(inside.data(), end, out, has_control);
  room.resize(static_cast<std::size_t>(out - room.data()));
  return room + (has_control ? "!" : "|") + std::string(left, end);
}

TEST(JsonStrings, FindsTheClosingQuote) {
  for (const JsonStringKernel* kernel : kernels()) {
    EXPECT_EQ(end_of(*kernel, R"(plain","next":1)"), 5U);
    EXPECT_EQ(end_of(*kernel, R"(say \"hi\"", …)"), 10U);
    EXPECT_EQ(end_of(*kernel, R"(ends in \\", …)"), 10U);
    EXPECT_EQ(end_of(*kernel, R"(never \")"), 8U) << "the end of the text";
    EXPECT_EQ(end_of(*kernel, std::string(63, 'x') + R"(\"y")"), 66U) << "an escape over the edge of a vector";
  }
}

TEST(JsonStrings, TellsWhatNeedsACloserLook) {
  for (const JsonStringKernel* kernel : kernels()) {
    const auto look = [&](std::string_view inside) {
      return kernel->find_end(inside.data(), inside.data() + inside.size());
    };
    EXPECT_FALSE(look(R"(a\n\t\"\\\/\b\f\r")").has_rare_escape);
    EXPECT_TRUE(look(R"(a\u00e9")").has_rare_escape);
    EXPECT_TRUE(look(R"(a\x")").has_rare_escape);
    EXPECT_FALSE(look("tidy\" \\u behind the end").has_rare_escape);
    EXPECT_TRUE(look("a\tb\"").has_control);
    EXPECT_FALSE(look("a\"\tb").has_control);
  }
}

TEST(JsonStrings, UndoesEscapesOfOneLetter) {
  for (const JsonStringKernel* kernel : kernels()) {
    EXPECT_EQ(unescaped(*kernel, R"(one\ntwo\t\"three\" \\ \/)"), "one\ntwo\t\"three\" \\ /|");
    EXPECT_EQ(unescaped(*kernel, R"(a\nb\u00e9c)"), "a\nb|\\u00e9c");
    EXPECT_EQ(unescaped(*kernel, ""), "|");
    EXPECT_EQ(unescaped(*kernel, R"(a\"b","next":1)"), "a\"b|\",\"next\":1") << "the closing quote stops it";
    EXPECT_EQ(unescaped(*kernel, "a\tb"), "a\tb!") << "a control character is reported";
  }
}

TEST(JsonStrings, KernelsAgreeOnRandomText) {
  std::mt19937_64 random(42);
  constexpr std::string_view kAlphabet = "\\\\\\\"nrtbfu/x ab\n\xC3\xA9\x01";
  for (int i = 0; i < 30000; ++i) {
    std::string text(random() % 200, ' ');
    const bool is_dense = random() % 2 == 0;
    for (char& c : text) c = is_dense || random() % 16 == 0 ? kAlphabet[random() % kAlphabet.size()] : 'x';
    for (const JsonStringKernel* kernel : kernels()) {
      const char* const end = text.data() + text.size();
      const JsonStringEnd expected = kPlainJsonStringKernel.find_end(text.data(), end);
      const JsonStringEnd found = kernel->find_end(text.data(), end);
      ASSERT_EQ(found.quote - text.data(), expected.quote - text.data()) << text;
      ASSERT_EQ(found.has_control, expected.has_control) << text;
      ASSERT_EQ(found.has_rare_escape, expected.has_rare_escape) << text;
      ASSERT_EQ(unescaped(*kernel, text), unescaped(kPlainJsonStringKernel, text)) << text;
    }
  }
}

}  // namespace
}  // namespace cento
