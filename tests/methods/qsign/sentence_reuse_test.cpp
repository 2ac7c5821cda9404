#include "methods/qsign/sentence_reuse.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "cento/error.hpp"
#include "methods/reuse_index.hpp"
#include "text/token_hash.hpp"

namespace cento {
namespace {

using testing::parts_of;
using testing::PartTexts;
using testing::reuse_options;
using testing::ReuseIndex;

ReuseAnswer ask(const std::shared_ptr<const IndexView>& view, const ReuseOptions& options, const PartTexts& texts,
                std::uint32_t but_number = 0) {
  ReuseAnswer answer;
  const std::vector<Part> parts = parts_of(texts);
  AnalyzedDocument document(parts);
  ReuseFinder(view, options).ask(document, but_number, answer);
  return answer;
}

const std::vector<PartTexts> kHarbour{
    {"The ferry leaves the north pier at nine. Bicycles stay on deck."},
    {"Nothing of this kind.", "At nine the old ferry leaves the north pier! Dogs are welcome."},
    {"The ferry leaves the north pier at nine."},
};

std::shared_ptr<ReuseIndex> harbour(const IndexOptions& options = reuse_options()) {
  return std::make_shared<ReuseIndex>(kHarbour, 2, options);
}

TEST(SentenceReuse, TellsWhereASentenceStandsBestFirst) {
  const PartTexts asked{"Some news. The ferry leaves the north pier at nine."};
  const ReuseAnswer answer = ask(harbour(), {}, asked);
  ASSERT_EQ(answer.sentences.size(), 2U);
  EXPECT_EQ(answer.sentences[0].reused, 0U);
  EXPECT_EQ(answer.sentences[1].part, 0U);
  EXPECT_EQ(answer.sentences[1].sentence, 1U);
  EXPECT_EQ(answer.sentences[1].bytes.of(asked[0]), "The ferry leaves the north pier at nine.");
  EXPECT_EQ(answer.sentences[1].words, 7U);
  EXPECT_EQ(answer.sentences[1].found, 3U);
  ASSERT_EQ(answer.reused.size(), 3U);
  const ReusedSentence& second = answer.reused[1];
  EXPECT_EQ(answer.reused[0].document.number, 1U);
  EXPECT_EQ(second.document.number, 2U);
  EXPECT_EQ(second.document.segment, 0U);
  EXPECT_EQ(second.document.document, 1U);
  EXPECT_EQ(second.part, 1U);
  EXPECT_EQ(second.sentence, 0U);
  EXPECT_EQ(second.bytes.of(kHarbour[1][1]), "At nine the old ferry leaves the north pier!");
  EXPECT_EQ(second.score, 1);  // all words of the query sentence are there
  EXPECT_EQ(answer.reused[2].document.number, 3U);
  EXPECT_EQ(answer.reused[2].document.segment, 1U);
}

TEST(SentenceReuse, TheOtherWayRoundAWordIsMissing) {
  const ReuseAnswer answer = ask(harbour(), {}, {"At nine the old ferry leaves the north pier!"});
  ASSERT_EQ(answer.reused.size(), 3U);
  EXPECT_EQ(answer.reused[0].document.number, 2U);
  EXPECT_DOUBLE_EQ(answer.reused[1].score, 7.0 / 8 * 7 / 8);
}

TEST(SentenceReuse, TheLimitKeepsTheBestAndCountsAll) {
  ReuseOptions options;
  options.limit = 1;
  const ReuseAnswer answer = ask(harbour(), options, {"At nine the old ferry leaves the north pier!"});
  ASSERT_EQ(answer.reused.size(), 1U);
  EXPECT_EQ(answer.reused[0].document.number, 2U);
  EXPECT_EQ(answer.sentences[0].found, 3U);
}

TEST(SentenceReuse, ShortSentencesMayBeLeftOut) {
  ReuseOptions options;
  options.min_words = 5;
  const ReuseAnswer answer = ask(harbour(), options, kHarbour[0]);  // the second one has four words
  ASSERT_EQ(answer.sentences.size(), 1U);
  EXPECT_EQ(answer.sentences[0].words, 7U);
}

TEST(SentenceReuse, RemovedDocumentsAndTheAskedOneAreNotTold) {
  const auto view = harbour();
  view->remove(1);
  const ReuseAnswer answer = ask(view, {}, kHarbour[2], 3);
  ASSERT_EQ(answer.reused.size(), 1U);
  EXPECT_EQ(answer.reused[0].document.number, 2U);
}

TEST(SentenceReuse, QsignPredictsItsRecall) {
  ReuseOptions options;
  options.way = ReuseWay::qsign;
  const ReuseAnswer answer = ask(harbour(), options, kHarbour[0]);
  EXPECT_GE(answer.predicted_recall, 0.9);
  EXPECT_LT(answer.predicted_recall, 1);
  EXPECT_GT(answer.mean_distance, 0);
  EXPECT_EQ(answer.sentences[0].found, 3U);
}

TEST(SentenceReuse, CandidatesOverTheMostAreCounted) {
  ReuseOptions options;
  options.most_candidates = 1;
  const ReuseAnswer answer = ask(harbour(), options, {"Ferry pier."});
  EXPECT_EQ(answer.counts.candidates, 2U);  // one in each segment
  EXPECT_EQ(answer.counts.left_out, 1U);
  EXPECT_EQ(answer.sentences[0].found, 2U);
}

TEST(SentenceReuse, NothingIsFoundInNothing) {
  const auto empty = std::make_shared<ReuseIndex>(std::vector<PartTexts>{}, 1, reuse_options());
  EXPECT_TRUE(ask(empty, {}, kHarbour[0]).reused.empty());
  EXPECT_TRUE(ask(harbour(), {}, {"… !", ""}).sentences.empty());
}

TEST(SentenceReuse, WhatTheIndexDoesNotKeepIsTold) {
  IndexOptions without = reuse_options();
  ReuseOptions options;
  options.way = ReuseWay::qsign;
  EXPECT_THROW(ReuseFinder(harbour(reuse_options(0)), options), UsageError);
  EXPECT_NO_THROW(ReuseFinder(harbour(reuse_options(0)), {}));
  without.reuse = false;
  EXPECT_THROW(ReuseFinder(harbour(without), {}), UsageError);
}

TEST(SentenceReuse, OptionsOutOfRangeAreTold) {
  const auto refused = [](auto change) {
    ReuseOptions options;
    change(options);
    EXPECT_THROW(check_reuse(options), UsageError);
  };
  refused([](ReuseOptions& options) { options.threshold = 0; });
  refused([](ReuseOptions& options) { options.threshold = 1.5; });
  refused([](ReuseOptions& options) { options.recall = 0; });
  refused([](ReuseOptions& options) { options.false_hits = 2; });
  refused([](ReuseOptions& options) { options.extra_words = -1; });
  ReuseOptions paper;
  paper.formula = OverlapFormula::paper;
  paper.threshold = 12;
  EXPECT_NO_THROW(check_options(paper));
}

TEST(SentenceReuse, TheDistanceIsGivenOrFollowsFromFalseHitsOrRecall) {
  constexpr BitShape kPaper{32, 2};
  ReuseOptions options;
  options.extra_words = 3;
  EXPECT_EQ(distance_for(options, kPaper, 10, 0.7).bits, 5U);
  EXPECT_NEAR(distance_for(options, kPaper, 10, 0.7).predicted_recall, 0.9316, 1e-4);
  options.false_hits = 0.3;
  EXPECT_EQ(distance_for(options, kPaper, 10, 0.7).bits, 2U);
  options.false_hits = 0.001;
  EXPECT_EQ(distance_for(options, kPaper, 10, 0.7).bits, 0U);
  options.distance = 40;
  EXPECT_EQ(distance_for(options, kPaper, 10, 0.7).bits, 32U);
}

// Sentences as sets of words, documents as sentences: what a plain search over all of them finds.

using Sentence = std::set<unsigned>;
using Document = std::vector<Sentence>;

std::string word_of(unsigned word) {
  std::string text = "w";
  return text += std::to_string(word);
}

std::uint64_t hash_of(unsigned word) {
  return token_hash(word_of(word));
}

std::string text_of(const Document& document) {
  std::string text;
  for (const Sentence& sentence : document) {
    if (!text.empty()) text += "\n\n";  // which no sentence crosses
    for (const unsigned word : sentence) text += word_of(word) + " ";
    text += "!";
  }
  return text;
}

rc::Gen<Document> any_document() {
  const auto sentence = rc::gen::container<Sentence>(rc::gen::inRange(0U, 14U));
  return rc::gen::resize(9, rc::gen::container<Document>(sentence));
}

double plain_score(const Sentence& asked, const Sentence& other, OverlapFormula formula,
                   const DocumentFrequencies* statistics) {
  double shared = 0;
  double weight = 0;
  double total = 0;
  for (const unsigned word : asked) {
    total += word_weight(hash_of(word), statistics);
    if (!other.contains(word)) continue;
    ++shared;
    weight += word_weight(hash_of(word), statistics);
  }
  const double share = shared / static_cast<double>(asked.size());
  if (formula == OverlapFormula::paper) return share * weight;
  return total > 0 ? share * weight / total : share * share;
}

BitSignature signature_of(const Sentence& sentence, const IndexOptions& options) {
  std::vector<std::uint64_t> tokens;
  for (const unsigned word : sentence) tokens.push_back(hash_of(word));
  return BitSigner(options.signature_bits, options.word_bits).sign({{}, tokens, {}, {}});
}

/// In the query document: sentence; in the index: number of the document, sentence there.
using Found = std::set<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>>;

Found plainly_found(const std::vector<Document>& documents, const Document& asked, const ReuseIndex& view,
                    const ReuseOptions& options) {
  Found found;
  for (std::uint32_t a = 0; a < asked.size(); ++a) {
    for (std::uint32_t d = 0; d < documents.size(); ++d) {
      for (std::uint32_t b = 0; b < documents[d].size(); ++b) {
        const Sentence& other = documents[d][b];
        if (asked[a].empty() || view.is_removed(d + 1)) continue;
        if (plain_score(asked[a], other, options.formula, view.statistics()) < options.threshold) continue;
        const int apart = hamming_distance(signature_of(asked[a], view.options()), signature_of(other, view.options()));
        if (options.way == ReuseWay::words || apart <= static_cast<int>(*options.distance)) found.emplace(a, d + 1, b);
      }
    }
  }
  return found;
}

Found found_by(const std::shared_ptr<const IndexView>& view, const Document& asked, const ReuseOptions& options) {
  const ReuseAnswer answer = ask(view, options, {text_of(asked)});
  Found found;
  for (const AskedSentence& sentence : answer.sentences) {
    RC_ASSERT(sentence.found == sentence.reused);
    for (std::uint32_t i = 0; i < sentence.reused; ++i) {
      const ReusedSentence& reused = answer.reused[sentence.first_reused + i];
      if (i > 0) RC_ASSERT(reused.score <= answer.reused[sentence.first_reused + i - 1].score);
      found.emplace(sentence.sentence, reused.document.number, reused.sentence);
    }
  }
  return found;
}

/// A few words are in most documents, some in none.
std::optional<DocumentFrequencies> any_statistics() {
  if (*rc::gen::arbitrary<bool>()) return {};
  std::vector<Frequency> counts;
  for (unsigned word = 0; word < 12; ++word) counts.push_back({hash_of(word), *rc::gen::inRange(1U, 101U)});
  return DocumentFrequencies(100, counts);
}

ReuseOptions any_options(ReuseWay way) {
  ReuseOptions options;
  options.way = way;
  options.limit = 10'000;
  options.formula = *rc::gen::element(OverlapFormula::normalised, OverlapFormula::paper);
  // No score lies exactly there: equality would be a matter of rounding.
  options.threshold = *rc::gen::inRange(0, 10) / 10.0 + 0.0537;
  if (options.formula == OverlapFormula::paper) options.threshold *= 8;
  options.distance = *rc::gen::inRange(0U, 20U);
  return options;
}

void check_against_plain_search(ReuseWay way) {
  const auto documents = *rc::gen::container<std::vector<Document>>(any_document());
  const Document asked = *any_document();
  const ReuseOptions options = any_options(way);
  const unsigned bits = *rc::gen::element(16U, 32U, 64U, 128U);
  std::vector<PartTexts> texts;
  for (const Document& document : documents) texts.push_back({text_of(document)});
  const auto view = std::make_shared<ReuseIndex>(texts, *rc::gen::inRange<std::size_t>(1, 10), reuse_options(bits, 2),
                                                 any_statistics());
  if (!documents.empty() && *rc::gen::arbitrary<bool>()) view->remove(1);
  RC_ASSERT(found_by(view, asked, options) == plainly_found(documents, asked, *view, options));
}

RC_GTEST_PROP(SentenceReuse, WordsFindAllThatReachTheThreshold, ()) {
  check_against_plain_search(ReuseWay::words);
}

RC_GTEST_PROP(SentenceReuse, QsignFindsThoseWithinTheBits, ()) {
  check_against_plain_search(ReuseWay::qsign);
}

}  // namespace
}  // namespace cento
