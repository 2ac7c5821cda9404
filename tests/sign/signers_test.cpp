#include "sign/signers.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "cento/error.hpp"
#include "sign/bits/simhash.hpp"
#include "sign/sequence_fingerprint.hpp"
#include "sign/shingles.hpp"
#include "sign/winnowing.hpp"
#include "sign/words/spots.hpp"
#include "sign/words/stop_words.hpp"
#include "tokenized_text.hpp"

namespace cento {
namespace {

constexpr std::string_view kText = "The harbour master said that the ships must moor at the old quay before the storm.";

/// A collection of ten documents in which "the" and "at" are the most frequent words.
DocumentFrequencies statistics() {
  return {10, {{token_hash("the"), 10}, {token_hash("at"), 9}, {token_hash("that"), 8}, {token_hash("ships"), 2}}};
}

Features sign_by(std::string_view name, std::string_view text = kText) {
  const DocumentFrequencies tokens = statistics();
  Features features;
  make_feature_signer(name, {&tokens})->sign(TokenizedText(text).range(), features);
  return features;
}

Features sign_by(FeatureSigner&& signer) {
  Features features;
  signer.sign(TokenizedText(kText).range(), features);
  return features;
}

/// The error message for this name, without statistics.
template <typename Make>
std::string complaint(Make make, std::string_view name) {
  try {
    (void)make(name);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "";
}

std::string feature_complaint(std::string_view name) {
  return complaint([](std::string_view wanted) { return make_feature_signer(wanted, {}); }, name);
}

TEST(Signers, NamesGiveTheSigners) {
  EXPECT_EQ(sign_by("shingle:3"), sign_by(ShingleSigner(3)));
  EXPECT_EQ(sign_by("winnow:3:4"), sign_by(WinnowSigner(3, 4)));
  EXPECT_EQ(sign_by("spot:en"), sign_by(SpotSigner(tokens_of_words(stop_words("en")))));
  EXPECT_EQ(sign_by("spot:The,AT:2:3"), sign_by(SpotSigner(hashes_of("the", "at"), {2, 3})));
  EXPECT_EQ(sign_by("spot:2:2"), sign_by(SpotSigner(hashes_of("the", "at"), {2, 2})));
  EXPECT_EQ(sign_by("spot:the,:1:1"), sign_by(SpotSigner(hashes_of("the"), {1, 1})));
}

TEST(Signers, FingerprintsAreSetsOfOneFeature) {
  const DocumentFrequencies tokens = statistics();
  for (const std::string_view name : {"imatch:0.1:0.9", "imatch:0.1", "imatch", "sorted:5"}) {
    Fingerprint fingerprint;
    ASSERT_TRUE(make_fingerprint_signer(name, {&tokens})->sign(TokenizedText(kText).range(), fingerprint)) << name;
    EXPECT_EQ(sign_by(name), Features{feature_of(fingerprint)}) << name;
  }
}

TEST(Signers, WhereAllWordsAreFilteredTheTextIsSignedWhole) {
  for (const std::string_view name : {"imatch:0.1:1", "sorted:5"}) {
    EXPECT_EQ(sign_by(name, "at the, at the"), Features{sequence_feature(hashes_of("at", "the", "at", "the"))}) << name;
    EXPECT_TRUE(sign_by(name, "").empty()) << name;
  }
}

TEST(Signers, BitsAndSketches) {
  EXPECT_EQ(make_bit_signer("qsign:64:3").sign(TokenizedText(kText).range()),
            BitSigner(64, 3).sign(TokenizedText(kText).range()));
  EXPECT_EQ(make_minhash("minhash").slots(), 128U);
  EXPECT_EQ(make_minhash("minhash:256").slots(), 256U);
}

TEST(Signers, AnUnknownNameListsWhatThereIs) {
  EXPECT_EQ(feature_complaint("shingel:3"),
            "invalid signature \"shingel:3\": there is no such kind; available: shingle:n, spot:k[:distance[:chain]], "
            "winnow:k:w, imatch[:a[:b]], sorted:df; did you mean \"shingle\"?");
  EXPECT_EQ(complaint([](std::string_view name) { return make_fingerprint_signer(name, {}); }, "shingle:3"),
            "invalid signature \"shingle:3\": there is no such kind; available: imatch[:a[:b]], sorted:df");
}

TEST(Signers, WrongParametersAreNamed) {
  EXPECT_NE(feature_complaint("shingle:0").find("n must be a whole number from 1 to 1000"), std::string::npos);
  EXPECT_NE(feature_complaint("winnow:3").find("a parameter is missing"), std::string::npos);
  EXPECT_NE(feature_complaint("shingle:3:4").find("too many parameters"), std::string::npos);
  EXPECT_NE(feature_complaint("imatch:0.5:1.5").find("b must be a number from 0 to 1"), std::string::npos);
  EXPECT_NE(feature_complaint("imatch:0.5:0.4").find("a must not be greater than b"), std::string::npos);
  EXPECT_NE(feature_complaint("spot:xx").find("a language (en, de, fr, es, zh, ja, ko, ru)"), std::string::npos);
}

TEST(Signers, WrongNamesAreRefused) {
  for (const std::string_view name : {"",
                                      ":",
                                      "shingle",
                                      "shingle:",
                                      "shingle:-1",
                                      "shingle:3x",
                                      "shingle: 3",
                                      "shingle:99999999999999999999",
                                      "shingle:1001",
                                      "spot",
                                      "spot:",
                                      "spot:,",
                                      "spot:\xFF,",
                                      "spot:0",
                                      "spot:en:0",
                                      "spot:en:1:101",
                                      "spot:en:1:2:3",
                                      "winnow:3:0",
                                      "winnow:0:3",
                                      "winnow:3:100001",
                                      "imatch:nan:1",
                                      "imatch:0:1:2",
                                      "sorted",
                                      "sorted:-1",
                                      "sorted:4294967296",
                                      "qsign:64:3",
                                      "minhash"}) {
    EXPECT_FALSE(feature_complaint(name).empty()) << name;
  }
  for (const std::string_view name : {"qsign", "qsign:0:0", "qsign:129:3", "qsign:8:9", "qsign:8", "bits:8:3"}) {
    EXPECT_FALSE(complaint([](std::string_view wanted) { return make_bit_signer(wanted); }, name).empty()) << name;
  }
  for (const std::string_view name : {"minhash:0", "minhash:", "minhash:65537", "minhash:8:8", "min"}) {
    EXPECT_FALSE(complaint([](std::string_view wanted) { return make_minhash(wanted); }, name).empty()) << name;
  }
}

TEST(Signers, MissingStatisticsAreAskedFor) {
  const std::string_view rest =
      " needs the document frequencies of the collection's tokens: make them with cento stats first";
  for (const std::string_view name : {"spot:60", "imatch:0.1:1", "sorted:300000"}) {
    EXPECT_EQ(feature_complaint(name), '"' + std::string(name) + '"' + std::string(rest));
  }
}

}  // namespace
}  // namespace cento
