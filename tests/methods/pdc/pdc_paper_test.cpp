#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <map>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "methods/part_documents.hpp"
#include "methods/pdc/find_passages.hpp"
#include "methods/pdc_reference.hpp"
#include "methods/related_documents.hpp"
#include "sign/signers.hpp"

namespace cento {
namespace {

using testing::Feeding;
using testing::find;
using testing::paper_options;
using testing::PartTexts;
using testing::plain;
using testing::PlainPassage;
using testing::PlainPassages;
using testing::related_documents;

/// The features of the sentences of all parts, which are numbered consecutively.
std::map<testing::PdcSentence, testing::PdcSignatures> signatures_of(const PartTexts& documents,
                                                                     const std::string& signature) {
  const auto signer = make_feature_signer(signature, {});
  std::map<testing::PdcSentence, testing::PdcSignatures> sentences;
  TextAnalyzer analyzer;
  AnalyzedText analyzed;
  std::uint32_t part_number = 0;
  for (const auto& document : documents) {
    for (const std::string& text : document) {
      analyzer.analyze(text, analyzed);
      for (std::uint32_t i = 0; i < analyzed.sentences.size(); ++i) {
        const Sentence& sentence = analyzed.sentences[i];
        const auto cut = [&](const auto& all) {
          return std::span(all).subspan(sentence.first_token, sentence.token_count);
        };
        Features features;
        signer->sign({text, cut(analyzed.tokens.hashes), cut(analyzed.tokens.begins), cut(analyzed.tokens.ends)},
                     features);
        sentences[{part_number, i}] = {features.begin(), features.end()};
      }
      ++part_number;
    }
  }
  return sentences;
}

float mean_similarity(const std::map<testing::PdcSentence, testing::PdcSignatures>& sentences, std::uint32_t part_a,
                      std::uint32_t part_b, const testing::PdcDiagonal& diagonal) {
  double sum = 0;
  for (std::uint32_t i = 0; i < diagonal.length; ++i) {
    const auto& a = sentences.at({part_a, diagonal.start_i + i});
    const auto& b = sentences.at({part_b, diagonal.start_j + i});
    std::vector<std::uint64_t> shared;
    std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(shared));
    sum += static_cast<double>(shared.size()) / static_cast<double>(a.size() + b.size() - shared.size());
  }
  return static_cast<float>(sum / diagonal.length);
}

/// The paper's result. Parts take the place of its documents, since no passage extends from one to the next.
PlainPassages by_the_paper(const PartTexts& documents, const PdcOptions& options) {
  std::vector<PartOfDocument> parts;
  for (DocId document = 0; document < documents.size(); ++document) {
    for (std::uint32_t part = 0; part < documents[document].size(); ++part) parts.push_back({document, part});
  }
  const auto sentences = signatures_of(documents, options.passages.signature);
  PlainPassages passages;
  for (const auto& [pair, cells] : testing::pdc_sentence_duplicates(sentences, options.passages.threshold)) {
    const PartOfDocument a = parts[pair.first];
    const PartOfDocument b = parts[pair.second];
    if (a.document == b.document && !options.passages.within) continue;
    for (const auto& diagonal : testing::pdc_sequence_matching(cells, options.passages.min_sentences)) {
      passages.push_back({a,
                          b,
                          {diagonal.start_i, diagonal.start_i + diagonal.length},
                          {diagonal.start_j, diagonal.start_j + diagonal.length},
                          diagonal.length,
                          mean_similarity(sentences, pair.first, pair.second, diagonal)});
    }
  }
  std::sort(passages.begin(), passages.end());
  return passages;
}

bool agree(const PlainPassages& found, const PlainPassages& expected) {
  return std::equal(found.begin(), found.end(), expected.begin(), expected.end(),
                    [](const PlainPassage& x, PlainPassage y) {
                      const bool is_close = std::abs(x.similarity - y.similarity) < 1e-5F;
                      y.similarity = x.similarity;
                      return is_close && x == y;
                    });
}

PdcOptions some_paper_options() {
  PdcOptions options = paper_options(*rc::gen::element<std::string>("shingle:1", "shingle:2", "shingle:3"),
                                     *rc::gen::element(0.5, 0.6, 0.8, 0.9, 1.0), *rc::gen::inRange(1U, 5U));
  options.passages.within = *rc::gen::arbitrary<bool>();
  return options;
}

RC_GTEST_PROP(PdcPaper, GivesThePapersResult, ()) {
  const PartTexts documents = related_documents(*rc::gen::arbitrary<std::uint32_t>());
  PdcOptions options = some_paper_options();
  const PlainPassages expected = by_the_paper(documents, options);
  RC_CLASSIFY(!expected.empty(), "has passages");
  const PlainPassages found = plain(find(documents, options));
  RC_LOG() << found.size() << " found, " << expected.size() << " expected" << std::endl;
  RC_ASSERT(agree(found, expected));
}

RC_GTEST_PROP(PdcPaper, DoesNotDependOnThreadsMemoryOrBatches, ()) {
  const PartTexts documents = related_documents(*rc::gen::arbitrary<std::uint32_t>());
  PdcOptions options = some_paper_options();
  options.passages.max_gap = *rc::gen::inRange(0U, 3U);
  options.pairs_up_to = *rc::gen::element<std::uint32_t>(2, 3, 20, PdcOptions::kAll);
  const std::vector<FoundPassage> expected = find(documents, options);
  for (const std::size_t threads : {1U, 2U, 4U}) {
    Feeding feeding;
    feeding.reading_threads = threads;
    feeding.in_batch = *rc::gen::inRange<std::size_t>(1, 6);
    options.threads = threads;
    options.memory_bytes = *rc::gen::element<std::uint64_t>(0, 100'000, std::uint64_t{1} << 24);
    RC_ASSERT(find(documents, options, feeding) == expected);
  }
}

RC_GTEST_PROP(PdcPaper, AReferenceIsComparedWithTheRestOnly, ()) {
  const PartTexts documents = related_documents(*rc::gen::arbitrary<std::uint32_t>());
  PdcOptions options = some_paper_options();
  options.passages.within = false;
  Feeding feeding;
  feeding.in_batch = 1;
  feeding.references = *rc::gen::inRange<std::size_t>(1, documents.size() + 2);
  PlainPassages expected = by_the_paper(documents, options);
  std::erase_if(expected, [&](const PlainPassage& passage) {
    return passage.a.document >= *feeding.references || passage.b.document < *feeding.references;
  });
  if (*feeding.references > documents.size()) return;
  RC_ASSERT(agree(plain(find(documents, options, feeding)), expected));
}

RC_GTEST_PROP(PdcPaper, ListedPairsAndNoOthersAreMatched, ()) {
  const PartTexts documents = related_documents(*rc::gen::arbitrary<std::uint32_t>());
  RC_PRE(!documents.empty());
  PdcOptions options = some_paper_options();
  options.passages.within = false;
  const auto any = rc::gen::inRange<DocId>(0, static_cast<DocId>(documents.size()));
  Feeding feeding;
  feeding.pairs = *rc::gen::nonEmpty(rc::gen::container<std::vector<std::pair<DocId, DocId>>>(rc::gen::pair(any, any)));
  std::set<std::pair<DocId, DocId>> listed;
  for (const auto& [a, b] : feeding.pairs) listed.insert(std::minmax(a, b));
  PlainPassages expected = by_the_paper(documents, options);
  std::erase_if(expected, [&](const PlainPassage& passage) {
    return !listed.contains({passage.a.document, passage.b.document});
  });
  RC_ASSERT(agree(plain(find(documents, options, feeding)), expected));
}

}  // namespace
}  // namespace cento
