#include "methods/near_duplicates.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "core/error.hpp"
#include "methods/document_signer.hpp"
#include "methods/word_documents.hpp"
#include "sign/simhash.hpp"

namespace cento {
namespace {

using testing::Batches;
using testing::Words;

/// What a document is compared by, in any form that can be put into a set.
using PlainSet = std::set<std::vector<std::uint64_t>>;

struct Found {
  std::vector<DocId> first_of_class;
  std::vector<SimilarPair> pairs;

  friend bool operator==(const Found&, const Found&) = default;
};

NearDuplicates find(const std::vector<std::string>& texts, const NearDuplicateOptions& options) {
  const Batches batches(texts);
  NearDuplicateFinder finder(options);
  for (const DocumentBatch& batch : batches.all()) finder.add(finder.sign(batch).get());
  return finder.find();
}

Found found_in(const std::vector<std::string>& texts, const NearDuplicateOptions& options) {
  NearDuplicates result = find(texts, options);
  return {std::move(result.first_of_class), std::move(result.pairs)};
}

NearDuplicateOptions with_method(std::string method, double threshold = 0.8) {
  NearDuplicateOptions options;
  options.method = std::move(method);
  options.threshold = threshold;
  return options;
}

SimilarPair compare(const std::vector<PlainSet>& sets, DocId a, DocId b) {
  std::vector<std::vector<std::uint64_t>> shared;
  std::set_intersection(sets[a].begin(), sets[a].end(), sets[b].begin(), sets[b].end(), std::back_inserter(shared));
  return {a, b, static_cast<std::uint32_t>(shared.size()), static_cast<std::uint32_t>(sets[a].size()),
          static_cast<std::uint32_t>(sets[b].size())};
}

/// The first document with the same set; documents without features are each alone.
std::vector<DocId> classes_of(const std::vector<PlainSet>& sets) {
  std::vector<DocId> first_of_class;
  std::map<PlainSet, DocId> first;
  for (DocId document = 0; document < sets.size(); ++document) {
    const bool is_empty = sets[document].empty();
    first_of_class.push_back(is_empty ? document : first.emplace(sets[document], document).first->second);
  }
  return first_of_class;
}

/// All pairs of first documents by comparing each with each. Documents are compared by `sets`, and are identical if
/// their `whole` sets are, which sampling and SCT may make smaller.
template <typename IsCandidate>
Found all_pairs(const std::vector<PlainSet>& whole, const std::vector<PlainSet>& sets, double threshold,
                const IsCandidate& is_candidate) {
  Found found{classes_of(whole), {}};
  for (DocId a = 0; a < sets.size(); ++a) {
    for (DocId b = a + 1; b < sets.size(); ++b) {
      if (found.first_of_class[a] != a || found.first_of_class[b] != b) continue;
      if (sets[a].empty() || sets[b].empty() || !is_candidate(a, b)) continue;
      const SimilarPair pair = compare(sets, a, b);
      if (pair.similarity() >= threshold) found.pairs.push_back(pair);
    }
  }
  return found;
}

Found all_pairs(const std::vector<PlainSet>& sets, double threshold) {
  return all_pairs(sets, sets, threshold, [](DocId, DocId) { return true; });
}

/// Shingles by definition, of numbered words.
std::vector<PlainSet> word_shingles(const std::vector<Words>& documents, std::size_t length) {
  std::vector<PlainSet> sets;
  for (const Words& words : documents) {
    PlainSet set;
    const std::size_t n = std::min(length, words.size());
    for (std::size_t i = 0; n > 0 && i + n <= words.size(); ++i) {
      set.insert(std::vector<std::uint64_t>(words.begin() + static_cast<std::ptrdiff_t>(i),
                                            words.begin() + static_cast<std::ptrdiff_t>(i + n)));
    }
    sets.push_back(set);
  }
  return sets;
}

std::vector<Features> features_of(const std::vector<std::string>& texts, const std::string& name, unsigned sample = 0) {
  const Batches batches(texts);
  FeatureOptions options;
  options.name = name;
  options.sample = sample;
  DocumentSigner signer(options);
  std::vector<Features> sets;
  for (const DocumentBatch& batch : batches.all()) {
    for (const Document& document : batch.documents) signer.sign(document, sets.emplace_back());
  }
  return sets;
}

std::vector<PlainSet> plain_sets(const std::vector<Features>& sets) {
  std::vector<PlainSet> plain;
  for (const Features& set : sets) {
    PlainSet& one = plain.emplace_back();
    for (const std::uint64_t feature : set) one.insert({feature});
  }
  return plain;
}

/// Options that may not change the result.
void vary(NearDuplicateOptions& options) {
  options.threads = *rc::gen::inRange<std::size_t>(1, 4);
  options.memory_bytes = *rc::gen::element<std::uint64_t>(0, 50'000, std::uint64_t{1} << 24);
}

std::vector<Words> some_documents() {
  const auto seed = *rc::gen::arbitrary<std::uint32_t>();
  return testing::related_documents(seed, *rc::gen::inRange<std::size_t>(0, 60), *rc::gen::element(3U, 30U, 5000U));
}

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

RC_GTEST_PROP(NearDuplicates, ShinglesEqualAllPairs, ()) {
  const std::vector<Words> documents = some_documents();
  const auto length = *rc::gen::element<std::size_t>(1, 2, 3, 5, 8);
  NearDuplicateOptions options = with_method("shingle:" + std::to_string(length));
  options.threshold = *rc::gen::element(0.05, 0.3, 0.5, 0.8, 0.9, 1.0);
  vary(options);
  const Found expected = all_pairs(word_shingles(documents, length), options.threshold);
  RC_TAG(expected.pairs.empty() ? "no pairs" : "pairs");
  RC_ASSERT(found_in(testing::texts_of(documents), options) == expected);
}

RC_GTEST_PROP(NearDuplicates, OtherFeaturesEqualAllPairs, ()) {
  const std::vector<std::string> texts = testing::texts_of(some_documents());
  const auto method = *rc::gen::element<std::string>("ndd", "chars:8", "winnow:2:3", "spot:w1,w2,w3", "tokens");
  NearDuplicateOptions options = with_method(method, *rc::gen::element(0.2, 0.5, 0.8));
  vary(options);
  const auto sets = plain_sets(features_of(texts, method == "ndd" ? "chars:64" : method));
  RC_ASSERT(found_in(texts, options) == all_pairs(sets, options.threshold));
}

RC_GTEST_PROP(NearDuplicates, SampledFeaturesEqualAllPairs, ()) {
  const std::vector<std::string> texts = testing::texts_of(some_documents());
  NearDuplicateOptions options = with_method("shingle:2", *rc::gen::element(0.3, 0.8));
  options.sample = *rc::gen::inRange(1U, 4U);
  vary(options);
  const auto sets = plain_sets(features_of(texts, "shingle:2", options.sample));
  const NearDuplicates result = find(texts, options);
  RC_ASSERT((Found{result.first_of_class, result.pairs}) == all_pairs(sets, options.threshold));
  RC_ASSERT(result.counts.without_features ==
            static_cast<std::uint64_t>(std::count(sets.begin(), sets.end(), PlainSet())));
}

RC_GTEST_PROP(NearDuplicates, WithoutCommonFeaturesEqualAllPairsOfTheRest, ()) {
  const std::vector<Words> documents = some_documents();
  NearDuplicateOptions options = with_method("shingle:2", *rc::gen::element(0.3, 0.8));
  options.sct = *rc::gen::inRange(1U, 20U);
  vary(options);
  const std::vector<PlainSet> whole = word_shingles(documents, 2);
  std::map<std::vector<std::uint64_t>, std::uint32_t> in_documents;
  for (const PlainSet& set : whole) {
    for (const auto& shingle : set) ++in_documents[shingle];
  }
  std::vector<PlainSet> rare = whole;
  std::uint64_t common = 0;
  for (const auto& [shingle, count] : in_documents) {
    if (count <= options.sct) continue;
    ++common;
    for (PlainSet& set : rare) set.erase(shingle);
  }
  const NearDuplicates result = find(testing::texts_of(documents), options);
  const Found expected = all_pairs(whole, rare, options.threshold, [](DocId, DocId) { return true; });
  RC_ASSERT((Found{result.first_of_class, result.pairs}) == expected);
  RC_ASSERT(result.counts.sct_features == common);
}

RC_GTEST_PROP(NearDuplicates, SimHashFindsAllPairsWithinItsDistance, ()) {
  const std::vector<std::string> texts = testing::texts_of(some_documents());
  NearDuplicateOptions options = with_method("simhash", 0.5);
  options.features = "shingle:2";
  options.distance = *rc::gen::element(0U, 3U, 10U, 31U);
  vary(options);
  const std::vector<Features> features = features_of(texts, options.features);
  const auto is_near = [&](DocId a, DocId b) {
    return hamming_distance(simhash(features[a]), simhash(features[b])) <= static_cast<int>(options.distance);
  };
  const auto sets = plain_sets(features);
  RC_ASSERT(found_in(texts, options) == all_pairs(sets, sets, options.threshold, is_near));
}

/// Pairs of documents that share `shared` of their `size` words, and nothing with other pairs; b is behind a.
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

TEST(NearDuplicates, MinHashFindsNothingElse) {
  std::vector<Words> documents = testing::related_documents(11, 300, 5000);
  NearDuplicateOptions options = with_method("minhash", 0.5);
  options.features = "shingle:2";
  const Found found = found_in(testing::texts_of(documents), options);
  const Found all = all_pairs(word_shingles(documents, 2), options.threshold);
  EXPECT_EQ(found.first_of_class, all.first_of_class);
  EXPECT_GE(static_cast<double>(found.pairs.size()), 0.9 * static_cast<double>(all.pairs.size()));
  for (const SimilarPair& pair : found.pairs) {
    EXPECT_NE(std::find(all.pairs.begin(), all.pairs.end(), pair), all.pairs.end()) << pair.a << ", " << pair.b;
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
