#include "methods/ndd/document_signer.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "cento/error.hpp"
#include "sign/shingles.hpp"
#include "text/token_hash.hpp"

namespace cento {
namespace {

FeatureOptions named(std::string name, unsigned sample = 0, const DocumentFrequencies* tokens = nullptr) {
  FeatureOptions options;
  options.name = std::move(name);
  options.sample = sample;
  options.tokens = tokens;
  return options;
}

Features signed_parts(const FeatureOptions& options, const std::vector<std::string>& texts) {
  std::vector<Part> parts;
  for (const std::string& text : texts) parts.push_back({"text", text});
  Document document;
  document.parts = parts;
  Features features = {99};  // of the previous document
  DocumentSigner(options).sign(document, features);
  return features;
}

Features set_of(std::set<std::uint64_t> features) {
  return {features.begin(), features.end()};
}

std::uint64_t shingle(const std::vector<std::string>& words) {
  std::vector<std::uint64_t> hashes;
  for (const std::string& word : words) hashes.push_back(token_hash(word));
  return sequence_feature(hashes);
}

std::string message_of(const FeatureOptions& options) {
  try {
    const DocumentSigner signer(options);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "";
}

TEST(DocumentSigner, GivesTheSetOfAllParts) {
  EXPECT_EQ(signed_parts(named("shingle:2"), {"Tide and time", "And time waits"}),
            set_of({shingle({"tide", "and"}), shingle({"and", "time"}), shingle({"time", "waits"})}))
      << "no shingle runs from one part into the next";
}

TEST(DocumentSigner, ShortPartsAreComparedWhole) {
  EXPECT_EQ(signed_parts(named("shingle:5"), {"Tide and time"}), set_of({shingle({"tide", "and", "time"})}));
  EXPECT_EQ(signed_parts(named("shingle:5"), {"tide", ""}), set_of({shingle({"tide"})}));
  EXPECT_EQ(signed_parts(named("shingle:5"), {"", " ... "}), Features{});
}

TEST(DocumentSigner, KnowsTokensAndCharacters) {
  EXPECT_EQ(signed_parts(named("tokens"), {"b a B"}), set_of({token_hash("a"), token_hash("b")}));
  EXPECT_EQ(signed_parts(named("chars:8"), {"The cat's on a mat!"}).size(), 4U);
  EXPECT_EQ(signed_parts(named("chars:8"), {"Hi, you"}), set_of({char_shingle_feature("hi you")}));
}

TEST(DocumentSigner, LongTextsAreSignedPieceByPieceAsIfWhole) {
  std::string text(300'000, ' ');
  std::vector<std::uint64_t> hashes;
  for (int i = 0; text.size() < 3'000'000; ++i) {
    const std::string word = "w" + std::to_string(i % 70'000);
    hashes.push_back(token_hash(word));
    text += word + (i % 97 == 0 ? "\n\n" : " ");
  }
  text.append(600'000, '\n');
  for (const std::size_t length : {1U, 2U, 5U}) {
    std::set<std::uint64_t> expected;
    for (std::size_t i = 0; i + length <= hashes.size(); ++i) {
      expected.insert(sequence_feature(std::span(hashes).subspan(i, length)));
    }
    EXPECT_EQ(signed_parts(named("shingle:" + std::to_string(length)), {text}), set_of(expected));
  }
  const std::string few = std::string(900'000, '\n') + "tide\n\n" + std::string(900'000, '\n') + "and time\n\n ";
  EXPECT_EQ(signed_parts(named("shingle:5"), {few}), set_of({shingle({"tide", "and", "time"})}));
}

TEST(DocumentSigner, SamplesByTheHash) {
  std::string text;
  for (int i = 0; i < 5000; ++i) text += "w" + std::to_string(i) + " ";
  const Features all = signed_parts(named("shingle:3"), {text});
  Features expected;
  for (const std::uint64_t feature : all) {
    if (feature % 8 == 0) expected.push_back(feature);
  }
  EXPECT_EQ(signed_parts(named("shingle:3", 3), {text}), expected);
  EXPECT_NEAR(static_cast<double>(expected.size()), static_cast<double>(all.size()) / 8, 100);
}

TEST(DocumentSigner, TakesStatisticsWhereTheyAreNeeded) {
  const DocumentFrequencies frequencies(10, {{token_hash("the"), 10}, {token_hash("ship"), 2}});
  const Features one = signed_parts(named("imatch:0.1:1", 0, &frequencies), {"the ship"});
  EXPECT_EQ(one.size(), 1U);
  EXPECT_EQ(signed_parts(named("imatch:0.1:1", 0, &frequencies), {"Ship, the the!"}), one);
  EXPECT_FALSE(message_of(named("imatch")).empty());
  EXPECT_EQ(message_of(named("imatch", 0, &frequencies)), "");
}

TEST(DocumentSigner, RefusesWhatThereIsNot) {
  for (const std::string name : {"", "nonsense", "shingle", "shingle:0", "chars:", "chars:x", "chars:0", "chars:5x",
                                 "chars:5000", "chars:-1", "spot:60"}) {
    EXPECT_NE(message_of(named(name)), "") << name;
  }
  EXPECT_NE(message_of(named("shingle:5", 33)), "");
  EXPECT_EQ(message_of(named("shingle:5", 32)), "");
}

TEST(DocumentSigner, KnowsWhichFeaturesNeedStatistics) {
  for (const std::string name : {"imatch", "imatch:0.1:0.9", "sorted:300", "spot:60", "spot:60:1:2"}) {
    EXPECT_TRUE(needs_token_frequencies(name)) << name;
  }
  for (const std::string name : {"shingle:5", "ndd", "chars:64", "spot:en", "spot:the,a", "spot:", "winnow:5:4", ""}) {
    EXPECT_FALSE(needs_token_frequencies(name)) << name;
  }
}

}  // namespace
}  // namespace cento
