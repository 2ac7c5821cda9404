#include "study/qsign/qsign_study.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "cento/error.hpp"
#include "sign/bits/bit_signature.hpp"
#include "sign/words/word_overlap.hpp"
#include "study/qsign/word_sentences.hpp"
#include "text/token_hash.hpp"

namespace cento {
namespace {

/// A document as its sentences, each a set of numbered words.
using Sentence = std::set<unsigned>;
using Sentences = std::vector<Sentence>;

std::string word_of(unsigned word) {
  std::string text = "w";
  return text += std::to_string(word);
}

std::string text_of(const Sentences& document) {
  std::string text;
  for (const Sentence& sentence : document) {
    if (!text.empty()) text += "\n\n";
    for (const unsigned word : sentence) text += word_of(word) + " ";
  }
  return text;
}

/// Half of the sentences are earlier ones with words removed and added.
std::vector<Sentences> related_documents(std::size_t count) {
  std::mt19937 random(99);
  std::vector<Sentences> documents;
  Sentences all;
  for (std::size_t i = 0; i < count; ++i) {
    Sentences document;
    for (int s = 0; s < 5; ++s) {
      Sentence words;
      if (!all.empty() && random() % 2 == 0) words = all[random() % all.size()];
      while (words.size() < 6 || random() % 3 != 0) words.insert(static_cast<unsigned>(random() % 400));
      if (random() % 2 == 0) words.erase(words.begin());
      document.push_back(words);
      all.push_back(words);
    }
    documents.push_back(document);
  }
  return documents;
}

QsignResults study(const std::vector<Sentences>& documents, const QsignStudyOptions& options) {
  QsignStudy study(options);
  std::vector<std::string> texts;
  for (const Sentences& document : documents) texts.push_back(text_of(document));
  for (const std::string& text : texts) {
    DocumentBatch batch;
    batch.add("id", text);
    study.add(*QsignStudy::sign(batch));
  }
  return study.finish();
}

QsignStudyOptions quick(std::uint32_t queries) {
  QsignStudyOptions options;
  options.queries = queries;
  options.seconds_a_run = 0.01;
  options.threads = 2;
  return options;
}

std::uint64_t hash_of(unsigned word) {
  return token_hash(word_of(word));
}

/// The expected tables if all documents are queries, by comparing all sentences with all.
struct QsignReference {
  QsignReference(const std::vector<Sentences>& documents, const BitShape& shape) {
    std::map<unsigned, unsigned> frequencies;
    for (const Sentences& document : documents) {
      Sentence words;
      for (const Sentence& sentence : document) words.insert(sentence.begin(), sentence.end());
      for (const unsigned word : words) ++frequencies[word];
    }
    const auto weight = [&](unsigned word) {
      return std::log(static_cast<double>(documents.size()) / frequencies[word]);
    };
    for (const Sentences& document : documents) {
      for (const Sentences& other : documents) {
        if (&document == &other) continue;
        for (const Sentence& a : document) {
          for (const Sentence& b : other) compare(a, b, weight, shape);
        }
      }
    }
  }

  template <typename Weight>
  void compare(const Sentence& a, const Sentence& b, const Weight& weight, const BitShape& shape) {
    double shared = 0;
    double shared_weight = 0;
    double total = 0;
    for (const unsigned word : a) {
      total += weight(word);
      shared += b.contains(word) ? 1 : 0;
      shared_weight += b.contains(word) ? weight(word) : 0;
    }
    const bool is_close = hamming_distance(bits_of(a, shape), bits_of(b, shape)) <= kDistance;
    const double score = shared / static_cast<double>(a.size()) * shared_weight / total;
    candidates += is_close ? 1 : 0;
    if (score < kQsignLeastOverlap) return;
    ++pairs;
    found += is_close ? 1 : 0;
  }

  static BitSignature bits_of(const Sentence& sentence, const BitShape& shape) {
    std::vector<std::uint64_t> tokens;
    for (const unsigned word : sentence) tokens.push_back(hash_of(word));
    return BitSigner(shape.signature_bits, shape.word_bits).sign({{}, tokens, {}, {}});
  }

  static constexpr int kDistance = 8;
  double pairs = 0;
  double found = 0;
  double candidates = 0;
};

TEST(QsignStudy, CountsWhatComparingAllSentencesCounts) {
  const auto documents = related_documents(40);
  const QsignResults results = study(documents, quick(1000));
  EXPECT_EQ(results.documents, 40U);
  EXPECT_EQ(results.query_sentences, 200U);
  ASSERT_EQ(results.curves.size(), 4U);
  for (const QsignCurve& curve : results.curves) {
    const QsignReference expected(documents, curve.shape);
    const auto point = std::ranges::find(curve.points, 8U, &QsignPoint::distance);
    ASSERT_NE(point, curve.points.end());
    std::uint64_t pairs = 0;
    for (const std::uint64_t of_level : results.pairs) pairs += of_level;
    ASSERT_GT(expected.found, 0);
    EXPECT_EQ(static_cast<double>(pairs), expected.pairs);
    EXPECT_DOUBLE_EQ(point->total_recall.value(), expected.found / expected.pairs);
    EXPECT_DOUBLE_EQ(point->precision.value(), expected.found / expected.candidates);
    EXPECT_DOUBLE_EQ(point->candidates, expected.candidates / 200);
  }
}

TEST(QsignStudy, MoreBitsApartFindMore) {
  const QsignResults results = study(related_documents(60), quick(20));
  for (const QsignCurve& curve : results.curves) {
    for (std::size_t i = 1; i < curve.points.size(); ++i) {
      EXPECT_GE(curve.points[i].total_recall, curve.points[i - 1].total_recall);
      EXPECT_GE(curve.points[i].candidates, curve.points[i - 1].candidates);
      EXPECT_GE(curve.points[i].predicted[0], curve.points[i].predicted[3]);
    }
    EXPECT_GE(curve.choice.predicted.value(), 0.9);
  }
}

TEST(QsignStudy, DrawsTheSameDocumentsEachTime) {
  const auto documents = related_documents(60);
  const QsignResults once = study(documents, quick(7));
  const QsignResults again = study(documents, quick(7));
  EXPECT_EQ(once.query_documents, 7U);
  EXPECT_EQ(once.query_sentences, 35U);
  EXPECT_EQ(once.pairs, again.pairs);
  EXPECT_EQ(once.mean_words, again.mean_words);
}

TEST(QsignStudy, NothingToAskGivesEmptyTables) {
  const QsignResults results = study({}, quick(3));
  EXPECT_EQ(results.query_sentences, 0U);
  EXPECT_EQ(results.curves.at(0).points.at(0).total_recall, std::nullopt);
}

TEST(QsignStudy, OptionsOutOfRangeAreTold) {
  const auto refused = [](auto change) {
    QsignStudyOptions options;
    change(options);
    EXPECT_THROW(QsignStudy{options}, UsageError);
  };
  refused([](QsignStudyOptions& options) { options.queries = 0; });
  refused([](QsignStudyOptions& options) { options.threshold = 0.4; });
  refused([](QsignStudyOptions& options) { options.recall = 1.1; });
}

TEST(WordSentences, KnowTheWordsOfEachSentenceAndTheirDocuments) {
  WordSentences sentences;
  DocumentBatch batch;
  batch.add("a", "b a b.\n\na.");
  batch.add("b", "");
  batch.add("c", "a.");
  sentences.add(batch);
  WordSentences twice;
  twice.add(sentences);
  twice.add(sentences);
  EXPECT_EQ(twice.documents(), 6U);
  EXPECT_EQ(twice.sentences(), 6U);
  EXPECT_EQ(twice.of(3).size(), 2U);
  EXPECT_EQ(twice.document_begins, (PlainVector<std::uint32_t>{0, 2, 2, 3, 5, 5, 6}));
  const DocumentFrequencies frequencies = word_frequencies(twice);
  EXPECT_EQ(frequencies.documents(), 6U);
  EXPECT_EQ(frequencies.of(token_hash("a")), 4U);
  EXPECT_EQ(frequencies.of(token_hash("b")), 2U);
}

}  // namespace
}  // namespace cento
