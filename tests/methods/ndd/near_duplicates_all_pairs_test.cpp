#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "methods/ndd/document_signer.hpp"
#include "methods/ndd/find_near_duplicates.hpp"
#include "methods/word_documents.hpp"
#include "sign/bits/simhash.hpp"

namespace cento {
namespace {

using testing::Batches;
using testing::find;
using testing::with_method;
using testing::Words;

/// What a document is compared by, in any form that can be put into a set.
using PlainSet = std::set<std::vector<std::uint64_t>>;

struct Found {
  std::vector<DocId> first_of_class;
  std::vector<SimilarPair> pairs;

  friend bool operator==(const Found&, const Found&) = default;
};

Found found_in(const std::vector<std::string>& texts, const NearDuplicateOptions& options) {
  NearDuplicates result = find(texts, options);
  return {std::move(result.first_of_class), std::move(result.pairs)};
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

/// Options that must not change the result.
void vary(NearDuplicateOptions& options) {
  options.threads = *rc::gen::inRange<std::size_t>(1, 4);
  options.memory_bytes = *rc::gen::element<std::uint64_t>(0, 50'000, std::uint64_t{1} << 24);
}

std::vector<Words> some_documents() {
  const auto seed = *rc::gen::arbitrary<std::uint32_t>();
  return testing::related_documents(seed, *rc::gen::inRange<std::size_t>(0, 60), *rc::gen::element(3U, 30U, 5000U));
}

RC_GTEST_PROP(NearDuplicatesAllPairs, ShinglesEqualAllPairs, ()) {
  const std::vector<Words> documents = some_documents();
  const auto length = *rc::gen::element<std::size_t>(1, 2, 3, 5, 8);
  NearDuplicateOptions options = with_method("shingle:" + std::to_string(length));
  options.threshold = *rc::gen::element(0.05, 0.3, 0.5, 0.8, 0.9, 1.0);
  vary(options);
  const Found expected = all_pairs(word_shingles(documents, length), options.threshold);
  RC_TAG(expected.pairs.empty() ? "no pairs" : "pairs");
  RC_ASSERT(found_in(testing::texts_of(documents), options) == expected);
}

RC_GTEST_PROP(NearDuplicatesAllPairs, OtherFeaturesEqualAllPairs, ()) {
  const std::vector<std::string> texts = testing::texts_of(some_documents());
  const auto method = *rc::gen::element<std::string>("ndd", "chars:8", "winnow:2:3", "spot:w1,w2,w3", "tokens");
  NearDuplicateOptions options = with_method(method, *rc::gen::element(0.2, 0.5, 0.8));
  vary(options);
  const auto sets = plain_sets(features_of(texts, method == "ndd" ? "chars:64" : method));
  RC_ASSERT(found_in(texts, options) == all_pairs(sets, options.threshold));
}

RC_GTEST_PROP(NearDuplicatesAllPairs, SampledFeaturesEqualAllPairs, ()) {
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

RC_GTEST_PROP(NearDuplicatesAllPairs, WithoutCommonFeaturesEqualAllPairsOfTheRest, ()) {
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

RC_GTEST_PROP(NearDuplicatesAllPairs, SimHashFindsAllPairsWithinItsDistance, ()) {
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

TEST(NearDuplicatesAllPairs, MinHashFindsNothingElse) {
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

}  // namespace
}  // namespace cento
