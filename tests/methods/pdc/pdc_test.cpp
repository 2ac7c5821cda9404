#include "methods/pdc/pdc.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "cento/error.hpp"
#include "methods/part_documents.hpp"
#include "methods/pdc/find_passages.hpp"
#include "methods/proposal_reference.hpp"
#include "methods/related_documents.hpp"

namespace cento {
namespace {

using testing::all_found;
using testing::feed;
using testing::Feeding;
using testing::find;
using testing::paper_options;
using testing::PartBatches;
using testing::PartTexts;
using testing::plain;
using testing::PlainPassages;
using testing::sentence_of;

TEST(Pdc, ExactMatchesOnlyIdenticalSentences) {
  PdcOptions options = paper_options("shingle:1", 0.5, 1);
  options.passages.match = SentenceMatching::exact;
  const std::string a = sentence_of(0, 0);
  const std::string near_a = sentence_of(0, 1);
  const PartTexts documents = {{a}, {near_a + " " + sentence_of(2, 0)}, {sentence_of(1, 0) + "\n\n" + a}};
  const PlainPassages expected = {{{0, 0}, {2, 0}, {0, 1}, {1, 2}, 1, 1}};
  EXPECT_EQ(plain(find(documents, options)), expected);
  options.passages.match = SentenceMatching::near;
  EXPECT_EQ(plain(find(documents, options)).size(), 3U);
}

TEST(Pdc, IdenticalTextsTooShortForAPassageAreToldWithoutOne) {
  const PdcOptions options = paper_options("shingle:3", 0.9, 3);
  const std::vector<FoundPassage> found = find({{"One sentence."}, {"Another here."}, {"One sentence."}}, options);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].a.document, 0U);
  EXPECT_EQ(found[0].b.document, 2U);
  EXPECT_EQ(found[0].matched, 0U);
}

TEST(Pdc, TextsWithoutSentencesShareNothing) {
  const PdcOptions options = paper_options("shingle:3", 0.9, 1);
  EXPECT_TRUE(find({{""}, {""}, {" "}, {" "}, {"", "One thing."}, {"", "Another."}}, options).empty());
}

TEST(Pdc, PassagesOfDocumentsComeTogether) {
  // Two pairs of documents that share text in both of their parts: all of one pair comes before the next.
  const std::string x = testing::text_of_sentences({sentence_of(0, 0), sentence_of(1, 0), sentence_of(2, 0)});
  const std::string y = testing::text_of_sentences({sentence_of(3, 0), sentence_of(4, 0), sentence_of(5, 0)});
  const auto found = find({{x, y}, {x, y}, {x, y}}, paper_options("shingle:3", 0.9, 3));
  std::vector<std::pair<DocId, DocId>> pairs;
  for (const FoundPassage& one : found) pairs.emplace_back(one.a.document, one.b.document);
  EXPECT_EQ(pairs, (std::vector<std::pair<DocId, DocId>>{{0, 1}, {0, 1}, {0, 2}, {0, 2}, {1, 2}, {1, 2}}));
}

std::set<testing::DocumentPair> document_pairs(const std::vector<FoundPassage>& found) {
  std::set<testing::DocumentPair> pairs;
  for (const FoundPassage& one : found) pairs.emplace(one.a.document, one.b.document);
  return pairs;
}

/// Sentences for letters; capitals are near their lowercase letters.
std::string near_text(const testing::Letters& letters) {
  std::vector<std::string> sentences;
  for (const char letter : letters) {
    const bool is_capital = letter < 'a';
    sentences.push_back(sentence_of(static_cast<unsigned>(letter - (is_capital ? 'A' : 'a')), is_capital ? 3 : 0));
  }
  return testing::text_of_sentences(sentences);
}

RC_GTEST_PROP(Pdc, ListsPairsOfWhatStandsInFewDocuments, ()) {
  std::vector<testing::Letters> letters = testing::some_letter_texts(0, 8);
  std::mt19937 random(*rc::gen::arbitrary<std::uint32_t>());
  for (testing::Letters& text : letters) {
    for (char& letter : text) {
      if (random() % 5 == 0) letter = static_cast<char>(letter - 'a' + 'A');
    }
  }
  testing::NearLetters near;
  for (char letter = 'a'; letter < 'h'; ++letter) {
    near[std::minmax(letter, static_cast<char>(letter - 'a' + 'A'))] = 0.8F;
  }
  PdcOptions options = paper_options("shingle:1", 0.8, *rc::gen::inRange(1U, 4U));
  options.pairs_up_to = *rc::gen::element(1U, 2U, 3U);
  const std::uint32_t least = options.passages.min_sentences;
  const testing::DistinctTexts distinct(letters);
  std::set<testing::DocumentPair> expected;
  for (const auto& [x, y] : testing::proposed_texts(distinct, near, least, options.pairs_up_to, SelfMatching::none)) {
    for (const std::uint32_t a : distinct.documents[x]) {
      for (const std::uint32_t b : distinct.documents[y]) expected.insert(std::minmax(a, b));
    }
  }
  for (std::size_t text = 0; text < distinct.texts.size(); ++text) {
    const auto& copies = distinct.documents[text];
    if (copies.size() > options.pairs_up_to || distinct.texts[text].empty()) continue;
    for (const std::uint32_t a : copies) {
      for (const std::uint32_t b : copies) {
        if (a < b) expected.emplace(a, b);
      }
    }
  }
  PartTexts documents;
  for (const testing::Letters& text : letters) documents.push_back({near_text(text)});
  RC_ASSERT(document_pairs(find(documents, options)) == expected);
}

TEST(Pdc, ListedPairsAreMatchedWhateverIsCommon) {
  const std::string text = near_text("abc");
  PartTexts documents;
  for (int i = 0; i < 30; ++i) documents.push_back({text + "\n\nNumber " + std::to_string(i) + " is here."});
  PdcOptions options = paper_options("shingle:3", 0.9, 3);
  options.pairs_up_to = 5;
  EXPECT_TRUE(find(documents, options).empty());
  Feeding feeding;
  feeding.pairs = {{7, 3}};
  EXPECT_EQ(document_pairs(find(documents, options, feeding)), (std::set<testing::DocumentPair>{{3, 7}}));
}

TEST(Pdc, ManyCopiesOfAListedDocumentAreNoTrouble) {
  const std::string text = near_text("abc");
  PartTexts documents(40'000, {text});
  documents.push_back({near_text("abcd")});
  Feeding feeding;
  feeding.in_batch = 1000;
  feeding.pairs = {{39'000, 3}, {40'000, 5}};
  const auto found = find(documents, paper_options("shingle:3", 0.9, 3), feeding);
  EXPECT_EQ(document_pairs(found), (std::set<testing::DocumentPair>{{3, 39'000}, {5, 40'000}}));
}

TEST(Pdc, RepeatsWithinADocumentOnRequest) {
  PdcOptions options = paper_options("shingle:3", 0.9, 3);
  const PartTexts documents = {{near_text("abcdabc")}, {near_text("xyz"), near_text("wxyzv")}};
  EXPECT_TRUE(find(documents, options).empty());
  options.passages.within = true;
  for (const std::uint32_t most : {1U, 20U, PdcOptions::kAll}) {
    options.pairs_up_to = most;
    const PlainPassages expected = {{{0, 0}, {0, 0}, {0, 3}, {4, 7}, 3, 1}, {{1, 0}, {1, 1}, {0, 3}, {1, 4}, 3, 1}};
    EXPECT_EQ(plain(find(documents, options)), expected) << most;
  }
}

TEST(Pdc, GapsAreRunOver) {
  PdcOptions options = paper_options("shingle:3", 0.9, 4);
  const PartTexts documents = {{near_text("abxcd")}, {near_text("abcd")}};
  EXPECT_TRUE(find(documents, options).empty());
  options.passages.max_gap = 1;
  for (const std::uint32_t most : {20U, PdcOptions::kAll}) {
    options.pairs_up_to = most;
    EXPECT_TRUE(find(documents, options).empty()) << "no diagonal of four proposes the pair";
  }
  options.passages.min_sentences = 2;
  options.pairs_up_to = 20;
  EXPECT_EQ(plain(find(documents, options)), (PlainPassages{{{0, 0}, {1, 0}, {0, 5}, {0, 4}, 4, 1}}));
}

TEST(Pdc, CountsWhatIsToldAsAFamilyOnly) {
  PdcOptions options = paper_options("shingle:3", 0.9, 3);
  options.pairs_up_to = 2;
  PartTexts documents = {{near_text("abcx")}, {near_text("abcy")}, {near_text("abcz")}};
  for (int i = 0; i < 3; ++i) documents.push_back({near_text("klm")});
  for (int i = 0; i < 4; ++i) documents.push_back({"A single sentence."});
  const PartBatches batches(documents);
  PdcFinder finder(options);
  feed(finder, batches, {});
  finder.find();
  EXPECT_TRUE(all_found(finder).empty());
  EXPECT_EQ(finder.counts().families_only, 3U);
  EXPECT_EQ(finder.counts().identical_only, 2U);
  EXPECT_EQ(finder.counts().identical_documents, 5U);
  std::multiset<std::uint32_t> documents_of_families;
  for (const DocumentFamily& family : finder.families().list()) documents_of_families.insert(family.documents);
  EXPECT_EQ(documents_of_families, (std::multiset<std::uint32_t>{3, 3, 4}))
      << "a short text of many documents is also reported as a family, since its pairs are not listed";
}

TEST(Pdc, WrongOptionsAreUsageErrors) {
  PdcOptions options;
  options.passages.threshold = 0;
  EXPECT_THROW(PdcFinder{options}, UsageError);
  options.passages.threshold = 1.5;
  EXPECT_THROW(PdcFinder{options}, UsageError);
  options.passages.threshold = 0.9;
  options.passages.min_sentences = 0;
  EXPECT_THROW(PdcFinder{options}, UsageError);
  options.passages.min_sentences = 3;
  options.passages.signature = "shingle";
  EXPECT_THROW(PdcFinder{options}, UsageError);
}

TEST(Pdc, OfNothing) {
  PdcFinder finder{PdcOptions()};
  finder.find();
  EXPECT_TRUE(all_found(finder).empty());
}

TEST(Pdc, AHugeLeastLengthFindsNothing) {
  PdcOptions options = paper_options("shingle:3", 0.9, ~std::uint32_t{0});
  options.pairs_up_to = 20;
  EXPECT_TRUE(plain(find({{near_text("abcd")}, {near_text("abcd")}, {near_text("abce")}}, options)).empty());
}

}  // namespace
}  // namespace cento
