#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "methods/ndd/document_signer.hpp"
#include "run_ndd_study.hpp"

namespace cento {
namespace {

using testing::study;
using testing::Texts;
using testing::words;

using Set = std::set<std::uint64_t>;

Set shingles_of(const std::string& text) {
  DocumentSigner signer({"shingle:1"});
  DocumentBatch batch;
  Features features;
  signer.sign(batch.add("id", text), features);
  return {features.begin(), features.end()};
}

std::size_t shared_by(const Set& a, const Set& b) {
  return static_cast<std::size_t>(std::count_if(a.begin(), a.end(), [&](std::uint64_t x) { return b.contains(x); }));
}

/// RR by definition, but with the sizes of other sets.
double rr_of(const Set& a, const Set& b, const Set& sized_a, const Set& sized_b) {
  const std::size_t shared = shared_by(a, b);
  if (shared == 0) return 0;
  return static_cast<double>(shared) / static_cast<double>(sized_a.size() + sized_b.size() - shared);
}

Set kept_of(const Set& all, const KeepsShingle& keeps) {
  Set kept;
  std::copy_if(all.begin(), all.end(), std::inserter(kept, kept.end()), keeps);
  return kept;
}

/// A run by definition: RR of all pairs of documents.
struct NddReference {
  std::vector<std::vector<double>> rr;

  NddReference(const std::vector<Set>& all, const KeepsShingle& keeps, RrSizes sizes)
      : rr(all.size(), std::vector<double>(all.size(), 0)) {
    std::vector<Set> kept;
    for (const Set& set : all) kept.push_back(kept_of(set, keeps));
    const std::vector<Set>& sized = sizes == RrSizes::all ? all : kept;
    for (std::size_t a = 0; a < all.size(); ++a) {
      for (std::size_t b = 0; b < all.size(); ++b) {
        if (a != b) rr[a][b] = rr_of(kept[a], kept[b], sized[a], sized[b]);
      }
    }
  }

  [[nodiscard]] std::vector<bool> near_duplicates(double from) const {
    std::vector<bool> is_near;
    for (const auto& row : rr)
      is_near.push_back(std::any_of(row.begin(), row.end(), [&](double x) { return x >= from; }));
    return is_near;
  }

  [[nodiscard]] double share(double from) const {
    const std::vector<bool> is_near = near_duplicates(from);
    return static_cast<double>(std::count(is_near.begin(), is_near.end(), true)) / static_cast<double>(rr.size());
  }
};

/// α and β of the pairs that the definitions cover. With `guessed`, α of pairs that only `some` finds is 0.
std::vector<std::pair<double, double>> compared_pairs(const NddReference& all, const NddReference& some, double least,
                                                      bool guessed) {
  std::vector<std::pair<double, double>> pairs;
  for (std::size_t a = 0; a < all.rr.size(); ++a) {
    for (std::size_t b = 0; b < a; ++b) {
      const double alpha = all.rr[a][b];
      const double beta = some.rr[a][b];
      if (alpha < least && beta < least) continue;
      pairs.emplace_back(guessed && alpha < least ? 0 : alpha, beta);
    }
  }
  return pairs;
}

/// Pearson's correlation, with the means subtracted first.
double correlation_of(const std::vector<std::pair<double, double>>& pairs) {
  double mean_alpha = 0;
  double mean_beta = 0;
  for (const auto& [alpha, beta] : pairs) {
    mean_alpha += alpha / static_cast<double>(pairs.size());
    mean_beta += beta / static_cast<double>(pairs.size());
  }
  double together = 0;
  double alphas = 0;
  double betas = 0;
  for (const auto& [alpha, beta] : pairs) {
    together += (alpha - mean_alpha) * (beta - mean_beta);
    alphas += (alpha - mean_alpha) * (alpha - mean_alpha);
    betas += (beta - mean_beta) * (beta - mean_beta);
  }
  return together / std::sqrt(alphas * betas);
}

/// Whether both α and β vary.
bool varies(const std::vector<std::pair<double, double>>& pairs) {
  std::set<double> alphas;
  std::set<double> betas;
  for (const auto& [alpha, beta] : pairs) {
    alphas.insert(alpha);
    betas.insert(beta);
  }
  return alphas.size() > 1 && betas.size() > 1;
}

void expect_near(const std::optional<double>& found, double expected) {
  constexpr double kClose = 1e-9;
  RC_ASSERT(found.has_value());
  RC_ASSERT(std::abs(*found - expected) < kClose);
}

void expect_same(const NddResults& results, const NddRun& run, const NddReference& all, const NddReference& some,
                 const NddStudyOptions& options) {
  for (std::size_t i = 0; i < results.rr.size(); ++i) expect_near(run.shares[i], some.share(results.rr[i]));
  if (&all == &some) return;
  const Agreement& found = run.agreement;
  const auto pairs = compared_pairs(all, some, options.least, found.guessed_pairs > 0);
  RC_ASSERT(found.pairs == pairs.size());
  if (pairs.empty()) return;
  double error = 0;
  for (const auto& [alpha, beta] : pairs) error += std::abs(alpha - beta);
  expect_near(found.average_error, error / static_cast<double>(pairs.size()));
  RC_ASSERT(found.correlation.has_value() == varies(pairs));
  if (found.correlation) expect_near(found.correlation, correlation_of(pairs));

  const std::vector<bool> dup = all.near_duplicates(0.5);
  const std::vector<bool> res = some.near_duplicates(0.5);
  double both = 0;
  for (std::size_t i = 0; i < dup.size(); ++i) both += dup[i] && res[i] ? 1 : 0;
  const auto dups = static_cast<double>(std::count(dup.begin(), dup.end(), true));
  const auto ress = static_cast<double>(std::count(res.begin(), res.end(), true));
  RC_ASSERT(found.recall.has_value() == (dups > 0));
  RC_ASSERT(found.precision.has_value() == (ress > 0));
  if (dups > 0) expect_near(found.recall, both / dups);
  if (ress > 0) expect_near(found.precision, both / ress);
}

/// Texts that resemble each other to all degrees, some the same, some empty, with words that most of them have.
Texts related_texts(std::uint32_t seed, std::size_t count, std::size_t words_most) {
  std::mt19937 random(seed);
  std::vector<std::set<std::string>> texts;
  for (std::size_t i = 0; i < count; ++i) {
    std::set<std::string> text;
    if (!texts.empty() && random() % 4 != 0) text = texts[random() % texts.size()];
    const std::size_t changes = random() % (words_most + 1) >> (random() % 6);
    for (std::size_t change = 0; change < changes; ++change) {
      if (!text.empty() && random() % 2 == 0) text.erase(text.begin());
      text.insert("word" + std::to_string(random() % 3 == 0 ? random() % 8 : random()));
    }
    texts.push_back(text);
  }
  Texts joined;
  for (const auto& text : texts) {
    joined.emplace_back();
    for (const std::string& word : text) joined.back() += word + " ";
  }
  return joined;
}

RC_GTEST_PROP(NddAgreement, EqualsTheDefinitions, ()) {
  const auto seed = *rc::gen::arbitrary<std::uint32_t>();
  const Texts texts =
      related_texts(seed, *rc::gen::inRange<std::size_t>(1, 50), *rc::gen::element<std::size_t>(3, 12, 60, 300));
  NddStudyOptions options = words();
  options.least = *rc::gen::element(0.05, 0.1, 0.3, 0.5);
  options.sct_sizes = *rc::gen::element(RrSizes::kept, RrSizes::all);
  options.agreement.looked_up_pairs_most = *rc::gen::element<std::uint64_t>(0, 1000000);
  options.threads = *rc::gen::inRange<std::size_t>(1, 4);
  options.memory_bytes = *rc::gen::element<std::uint64_t>(0, std::uint64_t{1} << 26);
  const NddResults results = study(texts, options);

  std::vector<Set> sets;
  std::map<std::uint64_t, std::uint32_t> documents;
  for (const std::string& text : texts) {
    sets.push_back(shingles_of(text));
    for (const std::uint64_t shingle : sets.back()) ++documents[shingle];
  }
  const NddReference all(
      sets, [](std::uint64_t) { return true; }, RrSizes::kept);
  expect_same(results, results.by_hash[0], all, all, options);
  for (unsigned k = 1; k < results.by_hash.size(); ++k) {
    const NddReference some(
        sets, [&](std::uint64_t shingle) { return shingle % (1U << k) == 0; }, RrSizes::kept);
    expect_same(results, results.by_hash[k], all, some, options);
  }
  for (const NddRun& run : results.by_sct) {
    if (run.sct == 0) continue;
    const auto keeps = [&](std::uint64_t shingle) { return documents.at(shingle) <= run.sct; };
    expect_same(results, run, all, NddReference(sets, keeps, options.sct_sizes), options);
  }
}

TEST(NddAgreement, GuessesOnlyWhenThereIsTooMuchToCount) {
  const Texts texts = related_texts(5, 50, 60);
  NddStudyOptions options = words();
  const NddResults counted = study(texts, options);
  options.agreement.looked_up_pairs_most = 0;
  const NddResults guessed = study(texts, options);
  std::uint64_t guessed_pairs = 0;
  for (std::size_t k = 1; k < counted.by_hash.size(); ++k) {
    const Agreement& agreement = guessed.by_hash[k].agreement;
    EXPECT_EQ(counted.by_hash[k].agreement.guessed_pairs, 0U);
    EXPECT_EQ(agreement.pairs, counted.by_hash[k].agreement.pairs);
    EXPECT_NEAR(agreement.average_error.value(), counted.by_hash[k].agreement.average_error.value(), options.least);
    guessed_pairs += agreement.guessed_pairs;
  }
  EXPECT_GT(guessed_pairs, 0U);
}

/// A word that samples up to k = 4 keep.
std::string sampled_word() {
  constexpr std::uint64_t kMask = 15;
  std::string word;
  for (int i = 0; word.empty() || (*shingles_of(word).begin() & kMask) != 0; ++i) word = "kept" + std::to_string(i);
  return word;
}

TEST(NddAgreement, LeavesOutWhatItCannotKnow) {
  // More documents have the word than the join compares with each other: it finds pairs with the first few only.
  Texts texts;
  for (int i = 0; i < 2100; ++i) texts.push_back(sampled_word() + " lonely" + std::to_string(i));
  NddStudyOptions options = words();
  const NddRun counted = study(texts, options).by_hash[4];
  EXPECT_GT(counted.agreement.pairs, 1500000U) << "of about 1.9 million whose one kept word is the same";
  EXPECT_NEAR(counted.agreement.average_error.value(), 2.0 / 3, 0.1) << "α = 1/3, β = 1";
  options.agreement.looked_up_pairs_most = 0;
  const NddRun unknown = study(texts, options).by_hash[4];
  EXPECT_EQ(unknown.agreement.guessed_pairs, 0U);
  EXPECT_EQ(unknown.agreement.pairs + unknown.agreement.left_out_pairs, counted.agreement.pairs);
  EXPECT_LT(unknown.agreement.pairs, 40000U) << "with 16 leaders";
}

}  // namespace
}  // namespace cento
