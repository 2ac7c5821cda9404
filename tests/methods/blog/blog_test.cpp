#include "methods/blog/blog.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "cento/error.hpp"
#include "methods/word_documents.hpp"
#include "text/analysis.hpp"

namespace cento {
namespace {

using testing::Batches;

struct Found {
  std::vector<BlogReport> reports;
  BlogCounts counts;
};

/// `references`: the number of documents before end_reference(); 0: it is not called.
Found find(const std::vector<std::string>& texts, const BlogOptions& options, std::size_t references = 0) {
  const Batches batches(texts, 1);
  BlogFinder finder(options);
  std::size_t added = 0;
  for (const DocumentBatch& batch : batches.all()) {
    finder.add(*finder.sign(batch));
    if (++added == references) finder.end_reference();
  }
  Found found;
  found.counts = finder.find([&](const BlogReport& report) { found.reports.push_back(report); });
  return found;
}

std::vector<std::uint64_t> hashes_of(const std::string& text) {
  TextAnalyzer analyzer;
  AnalyzedText analyzed;
  analyzer.analyze(text, analyzed);
  return {analyzed.tokens.hashes.begin(), analyzed.tokens.hashes.end()};
}

/// Statistics of a collection of a hundred documents, ninety of which have each of these words.
DocumentFrequencies frequent(const std::string& words) {
  std::vector<Frequency> counts;
  for (const std::uint64_t hash : hashes_of(words)) counts.push_back({hash, 90});
  return {100, counts};
}

/// Any single sentence is enough.
BlogOptions with_one_collision(const DocumentFrequencies* tokens = nullptr) {
  BlogOptions options;
  options.collisions = 0;
  options.tokens = tokens;
  return options;
}

const std::vector<std::string> kFigure4 = {"U.S. to Reveal Some Rules on Security for Internet",
                                           "U.S. to Reveal Security Rules for Internet",
                                           "U.S. to Reveal Rules on Internet Security"};

TEST(Blog, TakesTheSentencesOfFigure4ForOne) {
  const DocumentFrequencies tokens = frequent("to some on for");
  const Found found = find(kFigure4, with_one_collision(&tokens));
  ASSERT_EQ(found.reports.size(), 3U);
  const BlogReport& first = found.reports[0];
  EXPECT_EQ(first.document, 0U);
  EXPECT_EQ(first.known, 1U);
  ASSERT_EQ(first.sources.size(), 2U);
  EXPECT_EQ(first.sources[0].document, 1U);
  EXPECT_EQ(first.sources[1].document, 2U);
  const BlogMatch expected{{0, 0, {0, 50}}, {0, 0, {0, 42}}};
  EXPECT_EQ(first.sources[0].matches, std::vector<BlogMatch>{expected});
}

TEST(Blog, TellsThemApartByAWordThatIsTooRareToBeDropped) {
  const DocumentFrequencies tokens = frequent("to on for");  // without "some", as the paper says about a high cut-off
  const Found found = find(kFigure4, with_one_collision(&tokens));
  ASSERT_EQ(found.reports.size(), 2U);
  EXPECT_EQ(found.reports[0].document, 1U);
  EXPECT_EQ(found.reports[1].document, 2U);
}

const std::string kFerry = "The ferry leaves at noon.";
const std::string kBread = "Bread is baked before dawn.";
const std::string kBees = "The bees came back in May.";
const std::string kTram = "Trams run until midnight.";

TEST(Blog, ReportsMoreThanDeltaCollisions) {
  const std::vector<std::string> texts = {kFerry + " " + kBread, kBees + " " + kTram,
                                          kBees + "\n\n" + kFerry + " " + kTram + " Nothing else."};
  BlogOptions options;
  options.collisions = 2;
  const Found found = find(texts, options);
  ASSERT_EQ(found.reports.size(), 1U);
  const BlogReport& report = found.reports[0];
  EXPECT_EQ(report.document, 2U);
  EXPECT_EQ(report.sentences, 4U);
  EXPECT_EQ(report.known, 3U);
  ASSERT_EQ(report.sources.size(), 2U);
  EXPECT_EQ(report.sources[0].document, 1U) << "two sentences before one";
  EXPECT_EQ(report.sources[0].collisions, 2U);
  const std::vector<BlogMatch> matches{{{0, 0, {0, 26}}, {0, 0, {0, 26}}}, {{0, 2, {54, 79}}, {0, 1, {27, 52}}}};
  EXPECT_EQ(report.sources[0].matches, matches);
  options.collisions = 3;
  EXPECT_TRUE(find(texts, options).reports.empty());
}

TEST(Blog, CountsOnlyEarlierDocumentsIfAsked) {
  BlogOptions options = with_one_collision();
  options.earlier_only = true;
  const Found found = find({kFerry, kFerry, kBread}, options);
  ASSERT_EQ(found.reports.size(), 1U);
  EXPECT_EQ(found.reports[0].document, 1U);
}

TEST(Blog, ComparesWithTheReferenceAlone) {
  const Found found = find({kFerry, kFerry, kFerry + " " + kBread, kBread}, with_one_collision(), 2);
  ASSERT_EQ(found.reports.size(), 1U);
  EXPECT_EQ(found.reports[0].document, 2U);
  EXPECT_EQ(found.reports[0].known, 1U) << "the bread is in no reference";
  EXPECT_EQ(found.reports[0].sources.size(), 2U);
}

TEST(Blog, LeavesOutWhatEverybodySays) {
  BlogOptions options = with_one_collision();
  options.max_repeats = 3;
  std::vector<std::string> texts(4, kFerry);
  texts.push_back(kBread);
  texts.push_back(kBread);
  const Found found = find(texts, options);
  EXPECT_EQ(found.reports.size(), 2U);
  EXPECT_EQ(found.counts.left_out, 1U);
  EXPECT_EQ(found.counts.left_out_occurrences, 4U);
  EXPECT_EQ(find(texts, with_one_collision()).reports.size(), 6U);
}

TEST(Blog, CountsWhatItLeavesOutHoweverOftenItComes) {
  BlogOptions options = with_one_collision();
  options.max_repeats = 5;
  const Found found = find(std::vector<std::string>(5000, kFerry + " " + kBees), options);
  EXPECT_TRUE(found.reports.empty());
  EXPECT_EQ(found.counts.left_out, 2U);
  EXPECT_EQ(found.counts.left_out_occurrences, 10000U);
}

TEST(Blog, CountsRepetitionsInTheReferenceAlone) {
  BlogOptions options = with_one_collision();
  options.max_repeats = 2;
  std::vector<std::string> texts = {kFerry, kBread, kBread, kBread};
  texts.insert(texts.end(), 10, kFerry + " " + kBread);
  const Found found = find(texts, options, 4);
  ASSERT_EQ(found.reports.size(), 10U) << "the ferry is in the reference once, whatever the others contain";
  EXPECT_EQ(found.reports[0].known, 1U);
  EXPECT_EQ(found.counts.left_out_occurrences, 3U);
}

TEST(Blog, GivesNoFingerprintToSentencesOfCommonWords) {
  const DocumentFrequencies tokens = frequent("to be or not");
  const Found found = find({"To be or not to be. ***", "To be or not to be."}, with_one_collision(&tokens));
  EXPECT_TRUE(found.reports.empty());
  EXPECT_EQ(found.counts.sentences, 0U);
  EXPECT_EQ(found.counts.without_fingerprint, 3U);
}

TEST(Blog, ListsTheBestSourcesAndCountsTheOthers) {
  BlogOptions options = with_one_collision();
  options.max_sources = 2;
  const Found found = find({kFerry, kBees, kFerry + " " + kBees, kFerry + " " + kBees + " " + kTram}, options);
  ASSERT_EQ(found.reports.size(), 4U);
  const BlogReport& last = found.reports[3];
  ASSERT_EQ(last.sources.size(), 2U);
  EXPECT_EQ(last.sources[0].document, 2U);
  EXPECT_EQ(last.sources[1].document, 0U);
  EXPECT_EQ(last.sources_unlisted, 1U);
}

TEST(Blog, RefusesOptionsThatMakeNoSense) {
  BlogOptions options;
  options.df_cutoff = 0;
  EXPECT_THROW(BlogFinder{options}, UsageError);
  options.df_cutoff = 0.5;
  options.max_repeats = 1;
  EXPECT_THROW(BlogFinder{options}, UsageError);
}

/// A document as sentences, each a string of letters that are its words.
using Letters = std::vector<std::string>;

std::string text_of(const Letters& sentences) {
  std::string text;
  for (const std::string& letters : sentences) {
    std::string words;
    for (const char letter : letters) words += (words.empty() ? "X" : " x") + std::string(1, letter);
    text += words + ".\n\n";
  }
  return text;
}

std::vector<Letters> random_documents(std::uint32_t seed, std::size_t count) {
  std::mt19937 random(seed);
  std::vector<Letters> documents(count);
  for (Letters& sentences : documents) {
    for (std::size_t i = random() % 6; i > 0; --i) {
      std::string letters;
      for (std::size_t words = 1 + random() % 3; words > 0; --words) letters += static_cast<char>('a' + random() % 5);
      sentences.push_back(letters);
    }
  }
  return documents;
}

/// The reports by comparing each sentence with each; without the positions of matches.
std::vector<BlogReport> compared(const std::vector<Letters>& documents, const std::string& common,
                                 const BlogOptions& options, std::size_t references) {
  const auto key_of = [&](std::string letters) {
    std::erase_if(letters, [&](char letter) { return common.find(letter) != std::string::npos; });
    std::sort(letters.begin(), letters.end());
    return letters;
  };
  const auto is_source = [&](std::size_t document) { return references == 0 || document < references; };
  std::map<std::string, std::vector<std::size_t>> documents_of;
  for (std::size_t document = 0; document < documents.size(); ++document) {
    for (const std::string& letters : documents[document]) {
      if (is_source(document)) documents_of[key_of(letters)].push_back(document);
    }
  }
  std::vector<BlogReport> reports;
  for (std::size_t document = references; document < documents.size(); ++document) {
    BlogReport report;
    report.document = static_cast<DocId>(document);
    std::map<std::size_t, std::uint32_t> collisions;
    for (const std::string& letters : documents[document]) {
      const std::string key = key_of(letters);
      if (key.empty()) continue;
      ++report.sentences;
      const std::vector<std::size_t>& all = documents_of[key];
      if (all.size() > options.max_repeats) continue;
      std::set<std::size_t> others(all.begin(), all.end());
      std::erase_if(others,
                    [&](std::size_t other) { return other == document || (options.earlier_only && other > document); });
      for (const std::size_t other : others) ++collisions[other];
      report.known += others.empty() ? 0 : 1;
    }
    if (report.known <= options.collisions) continue;
    for (const auto& [other, count] : collisions) report.sources.push_back({static_cast<DocId>(other), count, {}});
    std::stable_sort(report.sources.begin(), report.sources.end(),
                     [](const BlogSource& x, const BlogSource& y) { return x.collisions > y.collisions; });
    report.sources_unlisted = report.sources.size() - std::min<std::size_t>(report.sources.size(), options.max_sources);
    report.sources.resize(report.sources.size() - report.sources_unlisted);
    reports.push_back(report);
  }
  return reports;
}

RC_GTEST_PROP(Blog, FindsWhatComparingAllFinds, (std::uint32_t seed, bool earlier_only, bool has_reference)) {
  const std::vector<Letters> documents = random_documents(seed, 40);
  const std::size_t references = has_reference ? 1 + seed % 39 : 0;
  std::vector<std::string> texts;
  for (const Letters& sentences : documents) texts.push_back(text_of(sentences));
  const DocumentFrequencies tokens = frequent("xa xb");
  BlogOptions options;
  options.tokens = &tokens;
  options.collisions = seed % 3;
  options.max_repeats = 2 + seed % 20;
  options.max_sources = 1 + seed % 7;
  options.earlier_only = earlier_only;
  options.threads = 1 + seed % 3;
  options.memory_bytes = seed % 2 == 0 ? std::uint64_t{1} << 30 : 1000;
  Found found = find(texts, options, references);
  for (BlogReport& report : found.reports) {
    for (BlogSource& source : report.sources) {
      RC_ASSERT(source.matches.size() == source.collisions);
      for (const BlogMatch& match : source.matches) {
        const auto words = [&](DocId document, const BlogSentence& sentence) {
          std::vector<std::uint64_t> hashes = hashes_of(std::string(sentence.bytes.of(texts[document])));
          std::erase_if(hashes, [&](std::uint64_t hash) { return tokens.of(hash) > 60; });
          std::sort(hashes.begin(), hashes.end());
          return hashes;
        };
        RC_ASSERT(words(report.document, match.own) == words(source.document, match.other));
        const bool begins_line =
            match.own.bytes.begin == 0 || texts[report.document][match.own.bytes.begin - 1] == '\n';
        RC_ASSERT(begins_line);
      }
      source.matches.clear();
    }
  }
  RC_ASSERT(found.reports == compared(documents, "ab", options, references));
}

}  // namespace
}  // namespace cento
