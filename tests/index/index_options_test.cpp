#include "index/index_options.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "cento/error.hpp"

namespace cento {
namespace {

std::string complaint_about_options(std::string_view json) {
  try {
    (void)index_options_of(json, "catalog.sqlite");
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(IndexOptions, HaveOneMemberAnOption) {
  EXPECT_EQ(to_json(IndexOptions()),
            R"({"passages":true,"match":"exact","signature":"shingle:3","threshold":0.9,"blog":true,"df_cutoff":0.6,)"
            R"("documents":true,"features":"shingle:5","least_similarity":0.8,"recall":0.95,"reuse":false,)"
            R"("signature_bits":128,"word_bits":4})");
}

RC_GTEST_PROP(IndexOptions, AreReadAsTheyWereWritten, ()) {
  IndexOptions options;
  options.passages = *rc::gen::arbitrary<bool>();
  options.match = *rc::gen::element(SentenceMatching::exact, SentenceMatching::near);
  options.signature = *rc::gen::string<std::string>();
  for (char& byte : options.signature) byte = static_cast<char>(byte & 0x7f);
  options.threshold = *rc::gen::inRange(0, 1000) / 997.0;
  options.df_cutoff = *rc::gen::inRange(0, 1000000) * 1.5;
  options.signature_bits = *rc::gen::arbitrary<unsigned>();
  options.reuse = *rc::gen::arbitrary<bool>();
  RC_ASSERT(index_options_of(to_json(options), "here") == options);
}

TEST(IndexOptions, HaveAnObjectForThreadsOnlyIfThereAreSome) {
  IndexOptions options;
  options.threads = R"({"parts":[{"part":"title"}]})";
  const std::string json = to_json(options);
  EXPECT_EQ(json, to_json(IndexOptions()).substr(0, to_json(IndexOptions()).size() - 1) +
                      R"(,"threads":{"parts":[{"part":"title"}]}})");
  EXPECT_EQ(index_options_of(json, "here"), options);
  EXPECT_EQ(complaint_about_options(R"({"threads":"title"})"),
            "the options in catalog.sqlite cannot be read: \"title\" is not a value of \"threads\"");
}

TEST(IndexOptions, ThatAreNotThereHaveTheirDefaults) {
  IndexOptions expected;
  expected.threshold = 0.5;
  EXPECT_EQ(index_options_of(R"({"threshold":0.5})", "here"), expected);
  EXPECT_EQ(index_options_of("{}", "here"), IndexOptions());
}

TEST(IndexOptions, AreRefusedWithASentence) {
  EXPECT_EQ(complaint_about_options("[]"), "the options in catalog.sqlite cannot be read: they are not a JSON object");
  EXPECT_EQ(complaint_about_options(""), "the options in catalog.sqlite cannot be read: they are not a JSON object");
  EXPECT_EQ(complaint_about_options(R"({"threshold":0.5} x)"),
            "the options in catalog.sqlite cannot be read: they are not a JSON object");
  EXPECT_EQ(complaint_about_options(R"({"colour":"red"})"),
            "the options in catalog.sqlite cannot be read: this Cento does not know the option \"colour\"");
  EXPECT_EQ(complaint_about_options(R"({"blog":true,"blog":false})"),
            "the options in catalog.sqlite cannot be read: \"blog\" occurs twice");
  EXPECT_EQ(complaint_about_options(R"({"match":"fuzzy"})"),
            "the options in catalog.sqlite cannot be read: \"fuzzy\" is not a value of \"match\"");
  EXPECT_EQ(complaint_about_options(R"({"threshold":"0.5"})"),
            "the options in catalog.sqlite cannot be read: \"0.5\" is not a value of \"threshold\"");
  EXPECT_EQ(complaint_about_options(R"({"word_bits":-1})"),
            "the options in catalog.sqlite cannot be read: -1 is not a value of \"word_bits\"");
  EXPECT_EQ(complaint_about_options(R"({"passages":1})"),
            "the options in catalog.sqlite cannot be read: 1 is not a value of \"passages\"");
}

}  // namespace
}  // namespace cento
