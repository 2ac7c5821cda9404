#include "methods/index_questions.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "core/error.hpp"
#include "methods/blog.hpp"
#include "methods/memory_index.hpp"
#include "methods/near_duplicates.hpp"
#include "methods/part_documents.hpp"
#include "methods/pdc.hpp"

namespace cento {
namespace {

using testing::MemoryIndex;
using testing::PartBatches;
using testing::PartTexts;

constexpr std::uint32_t kAllAnswers = 1'000'000;

std::vector<Part> parts_of(const std::vector<std::string>& texts) {
  std::vector<Part> parts;
  for (const std::string& text : texts) parts.push_back({"text", text});
  return parts;
}

QuestionOptions everything() {
  QuestionOptions options;
  options.blog = true;
  options.limit = kAllAnswers;
  return options;
}

IndexAnswer ask(const std::shared_ptr<const IndexView>& index, const std::vector<std::string>& texts,
                const QuestionOptions& options, std::uint32_t but_number = 0) {
  IndexAnswer answer;
  IndexAsker(index, options).ask(parts_of(texts), but_number, answer);
  return answer;
}

std::vector<std::uint32_t> numbers_of(const std::vector<IndexedPlace>& places) {
  std::vector<std::uint32_t> numbers;
  for (const IndexedPlace& place : places) numbers.push_back(place.number);
  return numbers;
}

const std::string kTide = "The tide came in before noon. Nobody on the pier had seen it so high. ";
const std::string kBoats = "Two boats were torn from their chains. The harbour master wrote down their names. ";
const std::string kMarket = "The market opened an hour late. Fish was dearer than the week before.";

TEST(IndexQuestions, APassageIsToldWithItsPlaceOnBothSides) {
  const auto index = std::make_shared<MemoryIndex>(IndexOptions{});
  index->add({{"A letter from the coast. " + kTide + kBoats}, {kMarket}});
  const std::string asked = kTide + kBoats + "That is all we know.";
  const IndexAnswer answer = ask(index, {asked}, {});
  ASSERT_EQ(answer.passages.size(), 1U);
  const IndexPassage& found = answer.passages.front();
  EXPECT_EQ(found.document.number, 1U);
  EXPECT_EQ(found.passage.matched, 4U);
  EXPECT_EQ(found.passage.a.sentences, (SentenceRange{0, 4}));
  EXPECT_EQ(found.passage.b.sentences, (SentenceRange{1, 5}));
  EXPECT_EQ(found.passage.a.bytes.of(asked).substr(0, 12), "The tide cam");
  EXPECT_EQ(found.passage.b.bytes.begin, 25U);
  EXPECT_TRUE(answer.identical.empty());
}

TEST(IndexQuestions, IdenticalDocumentsAreToldButNotTheDocumentItself) {
  const auto index = std::make_shared<MemoryIndex>(IndexOptions{});
  index->add({{kTide}, {kMarket}});
  index->add({{kTide}, {kTide, ""}});
  EXPECT_EQ(numbers_of(ask(index, {kTide}, {}).identical), (std::vector<std::uint32_t>{1, 3}));
  EXPECT_EQ(numbers_of(ask(index, {kTide}, {}, 3).identical), (std::vector<std::uint32_t>{1}));
  index->remove(1);
  EXPECT_EQ(numbers_of(ask(index, {kTide}, {}, 3).identical), (std::vector<std::uint32_t>{}));
}

TEST(IndexQuestions, IdenticalDocumentsBeyondTheLimitAreCounted) {
  const auto index = std::make_shared<MemoryIndex>(IndexOptions{});
  index->add({{kTide}, {kTide}, {kMarket}, {kTide}, {kTide}});
  index->add({{kTide}, {kTide}, {kTide}});
  QuestionOptions options;
  options.limit = 2;
  const auto counted = [&](std::uint32_t but_number) {
    const IndexAnswer answer = ask(index, {kTide}, options, but_number);
    return std::pair(numbers_of(answer.identical), answer.identical_unlisted);
  };
  using Numbers = std::vector<std::uint32_t>;
  EXPECT_EQ(counted(0), std::pair(Numbers({1, 2}), std::uint64_t{5}));
  EXPECT_EQ(counted(1), std::pair(Numbers({2, 4}), std::uint64_t{4}));
  EXPECT_EQ(counted(3), std::pair(Numbers({1, 2}), std::uint64_t{5}));
  EXPECT_EQ(counted(5), std::pair(Numbers({1, 2}), std::uint64_t{4}));
  EXPECT_EQ(counted(8), std::pair(Numbers({1, 2}), std::uint64_t{4}));
  index->remove(2);
  index->remove(7);
  EXPECT_EQ(counted(0), std::pair(Numbers({1, 4}), std::uint64_t{3}));
  EXPECT_EQ(counted(8), std::pair(Numbers({1, 4}), std::uint64_t{2}));
}

/// A text of words that are numbered from `first` on.
std::string numbered_words(int first, int count) {
  std::string text;
  for (int i = first; i < first + count; ++i) text += "word" + std::to_string(i) + " ";
  return text;
}

TEST(IndexQuestions, OfSimilarDocumentsWithTheSameTextOneIsRead) {
  const auto index = std::make_shared<MemoryIndex>(IndexOptions{});
  const std::string changed = numbered_words(0, 200) + "changed";
  index->add({{changed}, {changed}, {numbered_words(0, 199)}});
  index->add({{changed}});
  IndexAsker asker(index, {});
  IndexAnswer answer;
  asker.ask(parts_of({numbered_words(0, 200)}), 0, answer);
  EXPECT_EQ(answer.similar.size(), 4U);
  EXPECT_EQ(answer.compared_documents, 2U);
  asker.set_view(index);
  asker.ask(parts_of({numbered_words(0, 200) + "otherwise"}), 0, answer);
  EXPECT_EQ(answer.similar.size(), 4U);
  EXPECT_EQ(answer.compared_documents, 0U) << "their features are still known";
}

TEST(IndexQuestions, NoMoreTextsAreReadOnceTheLimitIsReachedByEqualOnes) {
  const auto index = std::make_shared<MemoryIndex>(IndexOptions{});
  const std::string text = numbered_words(0, 100);
  index->add({{text + "end"}, {text + " "}, {text + "  "}, {text + "   "}, {text + "    "}});
  QuestionOptions options;
  options.limit = 2;
  const IndexAnswer answer = ask(index, {text}, options);
  ASSERT_EQ(answer.similar.size(), 2U);
  EXPECT_EQ(answer.similar[0].document.number, 2U);
  EXPECT_EQ(answer.similar[1].document.number, 3U);
  EXPECT_EQ(answer.compared_documents, 3U);
}

TEST(IndexQuestions, WhatTheIndexDoesNotKeepIsRefused) {
  IndexOptions options;
  options.blog = false;
  const auto index = std::make_shared<MemoryIndex>(options);
  EXPECT_THROW(ask(index, {kTide}, everything()), UsageError);
}

TEST(IndexQuestions, TheLimitKeepsTheBestDocuments) {
  const auto index = std::make_shared<MemoryIndex>(IndexOptions{});
  index->add({{kTide + "Somebody laughed."}, {kTide + kBoats + "Nobody laughed."}, {kTide + "And then it rained."}});
  QuestionOptions options;
  options.limit = 1;
  options.min_sentences = 2;
  const IndexAnswer answer = ask(index, {kTide + kBoats}, options);
  ASSERT_EQ(answer.passages.size(), 1U);
  EXPECT_EQ(answer.passages.front().document.number, 2U);
  EXPECT_EQ(answer.documents_with_passages, 3U);
}

/// Documents of sentences that come again and again, some of them changed in a word.
PartTexts some_documents() {
  const auto sentence = rc::gen::map(rc::gen::pair(rc::gen::inRange(0, 7), rc::gen::inRange(0, 12)), [](auto numbers) {
    const auto [kind, change] = numbers;
    std::string text;
    for (int i = 0; i < 24; ++i) text += "w" + std::to_string(change == i ? 100 + kind : kind * 24 + i) + " ";
    return text + "end.";
  });
  const auto text = rc::gen::map(rc::gen::container<std::vector<std::string>>(sentence), testing::text_of_sentences);
  const auto document = rc::gen::mapcat(rc::gen::inRange<std::size_t>(1, 3), [=](std::size_t parts) {
    return rc::gen::container<std::vector<std::string>>(parts, text);
  });
  constexpr int kSize = 30;
  return *rc::gen::resize(kSize, rc::gen::container<PartTexts>(document));
}

/// In segments of any size.
std::shared_ptr<MemoryIndex> index_of(const PartTexts& documents, const IndexOptions& options) {
  auto index = std::make_shared<MemoryIndex>(options);
  for (std::size_t begin = 0; begin < documents.size();) {
    const std::size_t size = *rc::gen::inRange<std::size_t>(1, documents.size() - begin + 1);
    const auto first = documents.begin() + static_cast<std::ptrdiff_t>(begin);
    index->add({first, first + static_cast<std::ptrdiff_t>(size)});
    begin += size;
  }
  return index;
}

/// A passage by: document of the index from 1, parts, sentences, bytes, matched, similarity.
using Told =
    std::multiset<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t,
                             std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t, float>>;

Told told(const IndexAnswer& answer) {
  Told all;
  for (const IndexPassage& found : answer.passages) {
    const Passage& passage = found.passage;
    all.emplace(found.document.number, found.part_a, found.part_b, passage.a.sentences.begin, passage.a.sentences.end,
                passage.b.sentences.begin, passage.b.sentences.end, passage.b.bytes.begin, passage.b.bytes.end,
                passage.matched, static_cast<float>(passage.similarity));
  }
  return all;
}

/// What `cento scan` tells, by the later document (from 1) of each passage; with `references`, those of documents
/// behind so many.
std::map<std::uint32_t, Told> scanned(const PartTexts& documents, std::size_t references,
                                      const PassageOptions& passages) {
  PdcOptions options;
  options.passages = passages;
  options.pairs_up_to = PdcOptions::kAll;
  options.memory_bytes = std::uint64_t{1} << 26;
  PdcFinder finder(options);
  const PartBatches batches(documents, 1);
  for (const DocumentBatch& batch : batches.all()) {
    if (references > 0 && batch.number == references) finder.end_reference();
    finder.add(finder.read(batch).get());
  }
  finder.find();
  std::map<std::uint32_t, Told> all;
  finder.for_each_batch(
      [&](std::span<const FoundPassage> found, std::size_t) -> std::shared_ptr<void> {
        return std::make_shared<std::vector<FoundPassage>>(found.begin(), found.end());
      },
      [&](void* made) {
        for (const FoundPassage& found : *static_cast<std::vector<FoundPassage>*>(made)) {
          if (found.matched == 0) continue;
          const Passage at = finder.locate(found);
          all[found.b.document + 1].emplace(found.a.document + 1, found.b.part, found.a.part, at.b.sentences.begin,
                                            at.b.sentences.end, at.a.sentences.begin, at.a.sentences.end,
                                            at.a.bytes.begin, at.a.bytes.end, at.matched,
                                            static_cast<float>(at.similarity));
        }
      });
  return all;
}

struct SameOptions {
  IndexOptions index;
  PassageOptions passages;
  QuestionOptions question = everything();
};

SameOptions some_options() {
  SameOptions options;
  options.passages.match = options.index.match = *rc::gen::element(SentenceMatching::exact, SentenceMatching::near);
  options.passages.edges = PassageEdges::sentence;
  options.passages.min_sentences = options.question.min_sentences = *rc::gen::inRange<std::uint32_t>(1, 4);
  options.passages.max_gap = options.question.max_gap = *rc::gen::inRange<std::uint32_t>(0, 3);
  options.passages.threshold = options.index.threshold = *rc::gen::element(0.8, 0.9);
  return options;
}

RC_GTEST_PROP(IndexQuestions, PassagesAreThoseOfScanAgainst, ()) {
  const PartTexts documents = some_documents();
  RC_PRE(documents.size() >= 2U);
  const PartTexts reference(documents.begin(), documents.end() - 1);
  const SameOptions options = some_options();
  const Told expected =
      scanned(documents, reference.size(), options.passages)[static_cast<std::uint32_t>(documents.size())];
  RC_CLASSIFY(!expected.empty(), "shares a passage");
  RC_ASSERT(told(ask(index_of(reference, options.index), documents.back(), options.question)) == expected);
}

/// Sentences of a few kinds among others; with many kinds, runs that are shared lie far apart.
std::string some_sentences(std::size_t count, int kinds) {
  const auto kind = rc::gen::weightedOneOf<int>({{3, rc::gen::inRange(0, 4)}, {1, rc::gen::inRange(4, kinds)}});
  std::vector<std::string> sentences;
  for (const int number : *rc::gen::container<std::vector<int>>(count, kind)) {
    sentences.push_back(std::to_string(number) + " and more of it.");
  }
  return testing::text_of_sentences(sentences);
}

RC_GTEST_PROP(IndexQuestions, PassagesOfALongTextAreThoseOfScanAgainst, ()) {
  PartTexts documents;
  const int kinds = *rc::gen::element(6, 12, 100);
  for (const std::size_t size : {150, 40}) documents.push_back({some_sentences(size, kinds)});
  documents.push_back({some_sentences(*rc::gen::inRange<std::size_t>(2, 9), kinds)});
  SameOptions options = some_options();
  options.passages.match = options.index.match = SentenceMatching::exact;
  const Told expected = scanned(documents, 2, options.passages)[3];
  RC_CLASSIFY(!expected.empty(), "shares a passage");
  RC_ASSERT(told(ask(index_of({documents[0], documents[1]}, options.index), documents[2], options.question)) ==
            expected);
}

RC_GTEST_PROP(IndexQuestions, PassagesOfTextsThatRepeatThemselvesAreThoseOfScanAgainst, ()) {
  PartTexts documents;
  const int kinds = *rc::gen::element(5, 6, 12);
  for (const std::size_t size : {220, 40, 200}) documents.push_back({some_sentences(size, kinds)});
  SameOptions options = some_options();
  options.passages.match = options.index.match = SentenceMatching::exact;
  const Told expected = scanned(documents, 2, options.passages)[3];
  RC_CLASSIFY(!expected.empty(), "shares a passage");
  const IndexAnswer answer =
      ask(index_of({documents[0], documents[1]}, options.index), documents[2], options.question);
  RC_ASSERT(answer.repetitive_texts == 0U);
  RC_ASSERT(told(answer) == expected);
}

/// A few different sentences again and again, `count` in all.
std::string again_and_again(std::size_t different, std::size_t count) {
  std::vector<std::string> sentences;
  for (std::size_t i = 0; i < count; ++i) sentences.push_back("Sentence " + std::to_string(i % different) + " again.");
  return testing::text_of_sentences(sentences);
}

TEST(IndexQuestions, OfVeryRepetitiveTextsPassagesThatCoverThemAreTold) {
  constexpr std::uint32_t kSentences = 6000;
  for (const SentenceMatching match : {SentenceMatching::exact, SentenceMatching::near}) {
    for (const std::size_t different : {1, 2, 7}) {
      IndexOptions index_options;
      index_options.match = match;
      const auto index = std::make_shared<MemoryIndex>(index_options);
      const std::string text = again_and_again(different, kSentences);
      index->add({{text}, {"Something else. " + text}, {kTide + kBoats}});
      const IndexAnswer answer = ask(index, {text + "\n\n" + kTide + kBoats}, {});
      ASSERT_EQ(answer.passages.size(), 3U) << different;
      EXPECT_EQ(answer.passages[0].passage.matched, kSentences);
      EXPECT_EQ(answer.passages[1].passage.matched, kSentences);
      EXPECT_EQ(answer.passages[2].passage.matched, 4U) << "the rest of the text is not forgotten";
      EXPECT_EQ(answer.repetitive_texts, 2U);
    }
  }
}

RC_GTEST_PROP(IndexQuestions, AskingAndAddingOneByOneGivesWhatScanGives, ()) {
  const PartTexts documents = some_documents();
  const SameOptions options = some_options();
  std::map<std::uint32_t, Told> expected = scanned(documents, 0, options.passages);
  const auto index = std::make_shared<MemoryIndex>(options.index);
  for (std::uint32_t i = 0; i < documents.size(); ++i) {
    RC_ASSERT(told(ask(index, documents[i], options.question)) == expected[i + 1]);
    index->add({documents[i]});
  }
}

RC_GTEST_PROP(IndexQuestions, BlogDecidesAsScanAgainstDoes, ()) {
  const PartTexts documents = some_documents();
  RC_PRE(documents.size() >= 2U);
  const PartTexts reference(documents.begin(), documents.end() - 1);
  BlogOptions blog;
  blog.collisions = *rc::gen::inRange<std::uint32_t>(0, 3);
  blog.max_repeats = *rc::gen::inRange<std::uint32_t>(2, 5);
  blog.max_sources = kAllAnswers;
  BlogFinder finder(blog);
  const PartBatches batches(documents, 1);
  for (const DocumentBatch& batch : batches.all()) {
    if (batch.number == reference.size()) finder.end_reference();
    finder.add(finder.sign(batch).get());
  }
  std::vector<BlogReport> reports;
  finder.find([&](const BlogReport& report) { reports.push_back(report); });
  QuestionOptions options = everything();
  options.collisions = blog.collisions;
  options.max_repeats = blog.max_repeats;
  const IndexAnswer answer = ask(index_of(reference, {}), documents.back(), options);
  RC_ASSERT(answer.is_blog_duplicate == !reports.empty());
  if (reports.empty()) return;
  RC_ASSERT(answer.blog.known == reports.front().known);
  RC_ASSERT(answer.blog.sentences == reports.front().sentences);
  RC_ASSERT(answer.blog.sources.size() == reports.front().sources.size());
  for (std::size_t i = 0; i < reports.front().sources.size(); ++i) {
    RC_ASSERT(answer.blog.sources[i].document == reports.front().sources[i].document + 1);
    RC_ASSERT(answer.blog.sources[i].matches == reports.front().sources[i].matches);
  }
}

RC_GTEST_PROP(IndexQuestions, SimilarDocumentsAreThoseOfMinHash, ()) {
  const PartTexts documents = some_documents();
  RC_PRE(documents.size() >= 2U);
  NearDuplicateOptions pairs;
  pairs.method = "minhash";
  NearDuplicateFinder finder(pairs);
  const PartBatches batches(documents);
  for (const DocumentBatch& batch : batches.all()) finder.add(finder.sign(batch).get());
  const NearDuplicates found = finder.find();
  const auto asked = static_cast<DocId>(documents.size() - 1);
  std::map<std::uint32_t, double> expected;  // by the first of those with the same features
  for (const SimilarPair& pair : found.pairs) {
    if (pair.a == found.first_of_class[asked]) expected[pair.b] = pair.similarity();
    if (pair.b == found.first_of_class[asked]) expected[pair.a] = pair.similarity();
  }
  const PartTexts reference(documents.begin(), documents.end() - 1);
  const IndexAnswer answer = ask(index_of(reference, {}), documents.back(), everything());
  std::map<std::uint32_t, double> told_similar;
  for (const SimilarDocument& one : answer.similar) {
    const DocId first = found.first_of_class[one.document.number - 1];
    if (first != found.first_of_class[asked]) {
      told_similar[first] = one.similarity;
    } else {
      RC_ASSERT(one.similarity == 1.0);  // it has the same features
    }
  }
  RC_ASSERT(told_similar == expected);
}

}  // namespace
}  // namespace cento
