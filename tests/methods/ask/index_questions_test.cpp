#include "methods/ask/index_questions.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "cento/error.hpp"
#include "methods/ask/ask_index.hpp"
#include "methods/memory_index.hpp"
#include "methods/part_documents.hpp"

namespace cento {
namespace {

using testing::ask;
using testing::everything;
using testing::MemoryIndex;

std::vector<Part> parts_of(const std::vector<std::string>& texts) {
  std::vector<Part> parts;
  for (const std::string& text : texts) parts.push_back({"text", text});
  return parts;
}

/// As an index is made by default.
IndexOptions usual_index() {
  IndexOptions options;
  return options;
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
  const auto index = std::make_shared<MemoryIndex>(usual_index());
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
  const auto index = std::make_shared<MemoryIndex>(usual_index());
  index->add({{kTide}, {kMarket}});
  index->add({{kTide}, {kTide, ""}});
  EXPECT_EQ(numbers_of(ask(index, {kTide}, {}).identical), (std::vector<std::uint32_t>{1, 3}));
  EXPECT_EQ(numbers_of(ask(index, {kTide}, {}, 3).identical), (std::vector<std::uint32_t>{1}));
  index->remove(1);
  EXPECT_EQ(numbers_of(ask(index, {kTide}, {}, 3).identical), (std::vector<std::uint32_t>{}));
}

TEST(IndexQuestions, IdenticalDocumentsBeyondTheLimitAreCounted) {
  const auto index = std::make_shared<MemoryIndex>(usual_index());
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

/// A text of words numbered from `first` on.
std::string numbered_words(int first, int count) {
  std::string text;
  for (int i = first; i < first + count; ++i) text += "word" + std::to_string(i) + " ";
  return text;
}

TEST(IndexQuestions, OfSimilarDocumentsWithTheSameTextOneIsRead) {
  const auto index = std::make_shared<MemoryIndex>(usual_index());
  const std::string changed = numbered_words(0, 200) + "changed";
  index->add({{changed}, {changed}, {numbered_words(0, 199)}});
  index->add({{changed}});
  IndexAsker asker(index, {});
  IndexAnswer answer;
  const std::vector<std::string> texts{numbered_words(0, 200), numbered_words(0, 200) + "otherwise"};
  const std::vector<Part> parts = parts_of(texts);
  AnalyzedDocument document(std::span<const Part>(parts).first(1));
  asker.ask(document, 0, answer);
  EXPECT_EQ(answer.similar.size(), 4U);
  EXPECT_EQ(answer.compared_documents, 2U);
  asker.set_view(index);
  document.set(std::span<const Part>(parts).last(1));
  asker.ask(document, 0, answer);
  EXPECT_EQ(answer.similar.size(), 4U);
  EXPECT_EQ(answer.compared_documents, 0U) << "their features are still known";
}

TEST(IndexQuestions, NoMoreTextsAreReadOnceTheLimitIsReachedByEqualOnes) {
  const auto index = std::make_shared<MemoryIndex>(usual_index());
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
  const auto index = std::make_shared<MemoryIndex>(usual_index());
  index->add({{kTide + "Somebody laughed."}, {kTide + kBoats + "Nobody laughed."}, {kTide + "And then it rained."}});
  QuestionOptions options;
  options.limit = 1;
  options.min_sentences = 2;
  const IndexAnswer answer = ask(index, {kTide + kBoats}, options);
  ASSERT_EQ(answer.passages.size(), 1U);
  EXPECT_EQ(answer.passages.front().document.number, 2U);
  EXPECT_EQ(answer.documents_with_passages, 3U);
}

/// A few different sentences repeated, `count` in all.
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
      EXPECT_EQ(answer.passages[2].passage.matched, 4U) << "the rest of the text is not lost";
      EXPECT_EQ(answer.repetitive_texts, 2U);
    }
  }
}

}  // namespace
}  // namespace cento
