#include "methods/pdc/matching/passage_proposals.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <mutex>
#include <set>
#include <vector>

#include "methods/letter_texts.hpp"
#include "methods/pdc/family_search.hpp"
#include "methods/proposal_reference.hpp"

namespace cento {
namespace {

using testing::DistinctTexts;
using testing::DocumentPair;
using testing::Letters;
using testing::LetterSequence;
using testing::NearLetters;
using testing::RunPlaces;

/// Families as runs of letters and their places in distinct texts, which are the contents.
RunPlaces readable(const LetterSequence& texts, const DistinctTexts& distinct, const std::vector<Families>& found) {
  RunPlaces runs;
  const SentenceSequence& sequence = texts.sequence();
  for (const Families& families : found) {
    for (const Family& family : families.list) {
      std::vector<testing::TextPlace> places;
      for (const Position place : families.places_of(family)) {
        const ContentId content = sequence.content_of(place);
        places.emplace_back(content, place - sequence.begin_of(content));
      }
      const auto first = distinct.texts[places.front().first].begin() + places.front().second;
      EXPECT_TRUE(runs.emplace(std::vector<std::uint32_t>(first, first + family.sentences), places).second);
    }
  }
  return runs;
}

RC_GTEST_PROP(FindRepeats, GivesAllMaximalRepeats, ()) {
  const auto texts = testing::some_letter_texts(0, 6);
  const auto least = *rc::gen::inRange<std::uint32_t>(1, 5);
  LetterSequence sequence(texts, {}, *rc::gen::inRange<std::size_t>(1, 4));
  const DistinctTexts distinct(texts);
  std::vector<Families> found;
  std::mutex mutex;
  find_repeats(sequence.sequence(), least, sequence.executor(), [&](const Families& some, std::size_t) {
    const std::lock_guard lock(mutex);
    found.push_back(some);
  });
  RC_ASSERT(readable(sequence, distinct, found) == testing::maximal_repeats(distinct.classes(), least));
}

/// Families of documents as runs, with the number of documents each is in.
std::map<std::vector<std::uint32_t>, std::uint32_t> document_families(const LetterSequence& texts,
                                                                      const DistinctTexts& distinct,
                                                                      const DocumentFamilies& families) {
  std::map<std::vector<std::uint32_t>, std::uint32_t> runs;
  const SentenceSequence& sequence = texts.sequence();
  for (const DocumentFamily& family : families.list()) {
    PlainVector<Position> scratch;
    const auto places = families.places_of(family, scratch);
    const Position place = places.front();
    EXPECT_EQ(place, family.first);
    EXPECT_TRUE(std::is_sorted(places.begin(), places.end()));
    const ContentId content = sequence.content_of(place);
    const auto first = distinct.texts[content].begin() + (place - sequence.begin_of(content));
    EXPECT_TRUE(runs.emplace(std::vector<std::uint32_t>(first, first + family.sentences), family.documents).second);
  }
  return runs;
}

RC_GTEST_PROP(DocumentFamilies, AreMaximalRepeatsOfAllDocuments, ()) {
  const auto texts = testing::some_letter_texts(0, 6);
  const auto least = *rc::gen::inRange<std::uint32_t>(1, 5);
  const auto within = *rc::gen::arbitrary<bool>();
  const auto references = *rc::gen::inRange<DocId>(0, static_cast<DocId>(texts.size()) + 1);
  LetterSequence sequence(texts, {}, *rc::gen::inRange<std::size_t>(1, 4));
  FamilyChoice choice;
  choice.least_sentences = least;
  choice.within = within;
  choice.references = references;
  const FamilyMemory memory{*rc::gen::element<std::uint64_t>(0, 40, 1 << 20), ""};
  const auto families = find_families(sequence.sequence(), choice, memory, sequence.executor());
  testing::ClassTexts classes;
  for (const Letters& text : texts) classes.emplace_back(text.begin(), text.end());
  std::map<std::vector<std::uint32_t>, std::uint32_t> expected;
  std::uint64_t places_in_all = 0;
  for (const auto& [run, places] : testing::maximal_repeats(classes, least)) {
    std::set<std::uint32_t> documents;
    for (const auto& place : places) documents.insert(place.first);
    if (documents.size() < 2 && !within) continue;
    if (references > 0 && (*documents.begin() >= references || *documents.rbegin() < references)) continue;
    expected[run] = static_cast<std::uint32_t>(documents.size());
    places_in_all += places.size();
  }
  RC_ASSERT(document_families(sequence, DistinctTexts(texts), families) == expected);
  RC_ASSERT(families.document_places() == places_in_all);
}

std::set<DocumentPair> proposed(LetterSequence& texts, std::uint32_t least, std::uint32_t most, SelfMatching selves) {
  FamilyChoice choice;
  choice.least_sentences = least;
  choice.within = selves == SelfMatching::all;
  const auto families = find_families(texts.sequence(), choice, {}, texts.executor());
  PassageProposals proposals(texts.sequence(), texts.near(), selves, texts.executor());
  proposals.add_families(families, most);
  proposals.add_near(least, most);
  std::mutex mutex;
  std::set<DocumentPair> pairs;
  std::vector<ContentId> rows(texts.executor().workers(), ~ContentId{0});
  const std::uint64_t count =
      proposals.for_each([&](const ProposedContents& pair, bool are_new_rows, std::size_t worker) {
        EXPECT_GE(texts.sequence().sentences_of(pair.rows), texts.sequence().sentences_of(pair.columns));
        EXPECT_EQ(are_new_rows, rows[worker] != pair.rows);
        rows[worker] = pair.rows;
        const std::lock_guard lock(mutex);
        EXPECT_TRUE(pairs.insert(std::minmax(pair.rows, pair.columns)).second) << "the same pair twice";
      });
  EXPECT_EQ(count, pairs.size());
  return pairs;
}

TEST(PassageProposals, WhatStandsInManyDocumentsProposesNone) {
  LetterSequence texts({"abcx", "abcy", "abcz"}, {});
  EXPECT_EQ(proposed(texts, 3, 2, SelfMatching::none), (std::set<DocumentPair>{}));
  EXPECT_EQ(proposed(texts, 3, 3, SelfMatching::none), (std::set<DocumentPair>{{0, 1}, {0, 2}, {1, 2}}));
}

TEST(PassageProposals, NearSentencesOfTwoDocumentsPropose) {
  LetterSequence texts({"abc", "adc", "xyz"}, {{{'b', 'd'}, 0.9F}});
  EXPECT_EQ(proposed(texts, 3, 2, SelfMatching::none), (std::set<DocumentPair>{{0, 1}}));
  LetterSequence both_in_one({"abcd", "adc", "xyz"}, {{{'b', 'd'}, 0.9F}});
  EXPECT_EQ(proposed(both_in_one, 3, 2, SelfMatching::none), (std::set<DocumentPair>{{0, 1}})) << "still two documents";
}

TEST(PassageProposals, OfListedDocumentsAreAllParts) {
  LetterSequence texts({"abc", "abc", "ad", ""}, {});
  PassageProposals proposals(texts.sequence(), texts.near(), SelfMatching::none, texts.executor());
  proposals.add_documents(0, 1);
  proposals.add_documents(2, 1);
  proposals.add_documents(2, 3);
  std::set<DocumentPair> pairs;
  proposals.for_each([&](const ProposedContents& pair, bool, std::size_t) { pairs.emplace(pair.rows, pair.columns); });
  EXPECT_EQ(pairs, (std::set<DocumentPair>{{0, 1}, {1, 2}})) << "identical texts need not be matched";
}

RC_GTEST_PROP(PassageProposals, AreThoseOfTheDefinition, ()) {
  const auto texts = testing::some_letter_texts(0, 8);
  const NearLetters near = testing::some_near_letters();
  const auto least = *rc::gen::inRange<std::uint32_t>(1, 5);
  const auto most = *rc::gen::element<std::uint32_t>(1, 2, 3, 4, ~std::uint32_t{0});
  const auto selves = *rc::gen::element(SelfMatching::none, SelfMatching::copies, SelfMatching::all);
  LetterSequence sequence(texts, near, *rc::gen::inRange<std::size_t>(1, 4));
  RC_ASSERT(proposed(sequence, least, most, selves) ==
            testing::proposed_texts(DistinctTexts(texts), near, least, most, selves));
}

}  // namespace
}  // namespace cento
