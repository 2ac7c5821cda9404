#include "methods/ndd/near_duplicates.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "cento/error.hpp"
#include "methods/ndd/find_near_duplicates.hpp"
#include "methods/word_documents.hpp"

namespace cento {
namespace {

using testing::find;
using testing::with_method;
using testing::Words;

TEST(NearDuplicates, NamesClassesAndPairsOfFirstDocuments) {
  const std::vector<std::string> texts = {
      "The ferry leaves the northern pier at noon on most days.", "Bread is baked before dawn.",
      "The ferry leaves the northern pier at noon on most days!",
      "The ferry leaves the northern pier at noon on Sundays.", "Bread is baked before dusk."};
  const NearDuplicates result = find(texts, with_method("shingle:2", 0.5));
  EXPECT_EQ(result.first_of_class, (std::vector<DocId>{0, 1, 0, 3, 4}));
  EXPECT_EQ(result.pairs, (std::vector<SimilarPair>{{0, 3, 8, 10, 9}, {1, 4, 3, 4, 4}}));
  EXPECT_EQ(result.first_of_text, (std::vector<DocId>{0, 1, 2, 3, 4}));
  EXPECT_EQ(result.counts.identical, 0U);
  EXPECT_EQ(result.counts.same_features, 1U);
  EXPECT_EQ(result.counts.without_features, 0U);
  EXPECT_EQ(result.counts.features, 10U + 4 + 9 + 4);
}

TEST(NearDuplicates, EmptyDocumentsAreNobodysDuplicates) {
  for (const std::string method : {"shingle:5", "ndd", "exact", "minhash", "simhash", "winnow:5:4", "spot:en"}) {
    const NearDuplicates result = find({"", "...", "", "one"}, with_method(method, 0.1));
    EXPECT_EQ(result.first_of_class, (std::vector<DocId>{0, 1, 2, 3})) << method;
    EXPECT_TRUE(result.pairs.empty()) << method;
    EXPECT_EQ(result.counts.without_features, 3U) << method;
    EXPECT_EQ(result.counts.identical, 0U) << method;
  }
}

TEST(NearDuplicates, ShortDocumentsAreComparedWhole) {
  for (const std::string method : {"shingle:5", "ndd", "exact", "minhash", "simhash", "winnow:5:4", "spot:en"}) {
    const NearDuplicates result = find({"Two words", "two words!", "two", "Two worlds"}, with_method(method, 0.1));
    EXPECT_EQ(result.first_of_class, (std::vector<DocId>{0, 0, 2, 3})) << method;
    EXPECT_TRUE(result.pairs.empty()) << method;
  }
}

TEST(NearDuplicates, NothingGivesNothing) {
  const NearDuplicates result = find({}, {});
  EXPECT_TRUE(result.first_of_class.empty());
  EXPECT_TRUE(result.pairs.empty());
}

TEST(NearDuplicates, ManyDocumentsWithTheSameWordsDoNotChangeWhatFollows) {
  constexpr std::size_t kCopies = 700;
  std::string words;
  for (int i = 0; i < 1000; ++i) words += "w" + std::to_string(i) + " ";
  std::vector<std::string> texts = {"something else altogether"};
  for (std::size_t i = 0; i < kCopies; ++i) texts.push_back(words + std::string(i + 1, '.'));
  texts.push_back(words + "and one more");
  const NearDuplicates result = find(texts, with_method("shingle:2", 0.9));
  EXPECT_EQ(result.counts.same_features, kCopies - 1);
  EXPECT_EQ(result.pairs, (std::vector<SimilarPair>{{1, kCopies + 1, 999, 999, 1002}}));
}

TEST(NearDuplicates, ExactLooksAtTheOrderOfWordsAlone) {
  const NearDuplicates result = find({"a b a b", "A, b; a b.", "b a b a", "a b a"}, with_method("exact"));
  EXPECT_EQ(result.first_of_class, (std::vector<DocId>{0, 0, 2, 3}));
  EXPECT_TRUE(result.pairs.empty());
}

TEST(NearDuplicates, ManyIdenticalDocumentsAreOneClass) {
  const std::vector<std::string> texts(20'000, "The same notice was posted on every door of the long street.");
  const NearDuplicates result = find(texts, {});
  EXPECT_EQ(std::count(result.first_of_class.begin(), result.first_of_class.end(), DocId{0}), 20'000);
  EXPECT_TRUE(result.pairs.empty());
  EXPECT_EQ(result.first_of_text, std::vector<DocId>(20'000, 0));
  EXPECT_EQ(result.counts.identical, 19'999U);
}

TEST(NearDuplicates, RefusesOptionsOutOfRange) {
  const auto refuses = [](NearDuplicateOptions options) {
    try {
      const NearDuplicateFinder finder(options);
    } catch (const UsageError& error) {
      return !std::string(error.what()).empty();
    }
    return false;
  };
  for (const double threshold : {0.0, -0.1, 1.0001, std::nan("")}) EXPECT_TRUE(refuses(with_method("ndd", threshold)));
  for (const std::string method : {"", "nonsense", "shingle:0", "minhash:0", "minhash:", "minhash:x", "simhash:3",
                                   "exact:1", "ndd:64", "qsign:64:3"}) {
    EXPECT_TRUE(refuses(with_method(method))) << method;
  }
  NearDuplicateOptions options = with_method("minhash");
  for (const double recall : {0.0, 1.0, -1.0, std::nan("")}) {
    options.recall = recall;
    EXPECT_TRUE(refuses(options)) << recall;
  }
  options = with_method("simhash");
  options.distance = 32;
  EXPECT_TRUE(refuses(options));
  options = with_method("minhash");
  options.features = "nonsense";
  EXPECT_TRUE(refuses(options));
  options = with_method("shingle:5");
  options.sample = 64;
  EXPECT_TRUE(refuses(options));
}

/// Pairs of documents that share `shared` of their `size` words, and nothing with other pairs; b comes right after a.
std::vector<std::string> synthetic_pairs(std::size_t count, std::size_t size, std::size_t shared) {
  std::vector<std::string> texts;
  unsigned next = 0;
  for (std::size_t pair = 0; pair < count; ++pair) {
    Words a;
    for (std::size_t i = 0; i < size; ++i) a.push_back(next++);
    Words b(a.begin(), a.begin() + static_cast<std::ptrdiff_t>(shared));
    while (b.size() < size) b.push_back(next++);
    texts.push_back(testing::text_of(a));
    texts.push_back(testing::text_of(b));
  }
  return texts;
}

TEST(NearDuplicates, MinHashFindsAsManyAsPredicted) {
  constexpr std::size_t kPairs = 600;
  constexpr std::size_t kWords = 100;
  for (const double threshold : {0.5, 0.8}) {
    NearDuplicateOptions options = with_method("minhash", threshold);
    options.features = "shingle:1";
    options.recall = 0.9;
    const Banding banding = *NearDuplicateFinder(options).banding();
    for (const std::size_t shared : {70U, 90U, 95U}) {
      const double similarity = static_cast<double>(shared) / static_cast<double>(2 * kWords - shared);
      const auto found = static_cast<double>(find(synthetic_pairs(kPairs, kWords, shared), options).pairs.size());
      if (similarity < threshold) {
        EXPECT_EQ(found, 0) << "candidates are verified";
        continue;
      }
      const double predicted = banding.recall_at(similarity);
      const double deviation = std::sqrt(kPairs * predicted * (1 - predicted));
      EXPECT_GE(predicted, options.recall);
      EXPECT_NEAR(found, kPairs * predicted, 4 * deviation + 1) << threshold << ", " << similarity;
    }
  }
}

TEST(NearDuplicates, OnlyMinHashHasBands) {
  EXPECT_TRUE(NearDuplicateFinder(with_method("minhash:64")).banding().has_value());
  EXPECT_FALSE(NearDuplicateFinder(with_method("shingle:5")).banding().has_value());
}

TEST(NearDuplicates, AMissingTemporaryFolderIsAnError) {
  NearDuplicateOptions options = with_method("shingle:1");
  options.memory_bytes = 0;
  options.temp_dir = "/nowhere/at/all";
  EXPECT_THROW(static_cast<void>(find(synthetic_pairs(100, 100, 90), options)), Error);
}

}  // namespace
}  // namespace cento
