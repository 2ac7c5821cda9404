#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "methods/ask/ask_index.hpp"
#include "methods/blog/blog.hpp"
#include "methods/memory_index.hpp"
#include "methods/ndd/near_duplicates.hpp"
#include "methods/part_documents.hpp"
#include "methods/pdc/pdc.hpp"

namespace cento {
namespace {

using testing::ask;
using testing::everything;
using testing::kAllAnswers;
using testing::MemoryIndex;
using testing::PartBatches;
using testing::PartTexts;

/// Documents of recurring sentences, some of them changed in one word.
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

/// A passage: document of the index from 1, parts, sentences, bytes, matched, similarity.
using Findings =
    std::multiset<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t,
                             std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t, float>>;

Findings findings_of(const IndexAnswer& answer) {
  Findings all;
  for (const IndexPassage& found : answer.passages) {
    const Passage& passage = found.passage;
    all.emplace(found.document.number, found.part_a, found.part_b, passage.a.sentences.begin, passage.a.sentences.end,
                passage.b.sentences.begin, passage.b.sentences.end, passage.b.bytes.begin, passage.b.bytes.end,
                passage.matched, static_cast<float>(passage.similarity));
  }
  return all;
}

/// What `cento scan` reports, by the later document (from 1) of each passage; with `references`, those of documents
/// after the first `references`.
std::map<std::uint32_t, Findings> scanned(const PartTexts& documents, std::size_t references,
                                          const PassageOptions& passages) {
  PdcOptions options;
  options.passages = passages;
  options.pairs_up_to = PdcOptions::kAll;
  options.memory_bytes = std::uint64_t{1} << 26;
  PdcFinder finder(options);
  const PartBatches batches(documents, 1);
  for (const DocumentBatch& batch : batches.all()) {
    if (references > 0 && batch.number == references) finder.end_reference();
    finder.add(*finder.read(batch));
  }
  finder.find();
  std::map<std::uint32_t, Findings> all;
  finder.for_each_batch([&](std::span<const FoundPassage> found,
                            std::size_t) { return std::vector<FoundPassage>(found.begin(), found.end()); },
                        [&](const std::vector<FoundPassage>& batch) {
                          for (const FoundPassage& found : batch) {
                            if (found.matched == 0) continue;
                            LocateMemory memory;
                            const Passage at = finder.locate(found, memory);
                            all[found.b.document + 1].emplace(
                                found.a.document + 1, found.b.part, found.a.part, at.b.sentences.begin,
                                at.b.sentences.end, at.a.sentences.begin, at.a.sentences.end, at.a.bytes.begin,
                                at.a.bytes.end, at.matched, static_cast<float>(at.similarity));
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

RC_GTEST_PROP(IndexScanAgreement, PassagesAreThoseOfScanAgainst, ()) {
  const PartTexts documents = some_documents();
  RC_PRE(documents.size() >= 2U);
  const PartTexts reference(documents.begin(), documents.end() - 1);
  const SameOptions options = some_options();
  const Findings expected =
      scanned(documents, reference.size(), options.passages)[static_cast<std::uint32_t>(documents.size())];
  RC_CLASSIFY(!expected.empty(), "shares a passage");
  RC_ASSERT(findings_of(ask(index_of(reference, options.index), documents.back(), options.question)) == expected);
}

/// Sentences of a few kinds among others; with many kinds, shared runs lie far apart.
std::string some_sentences(std::size_t count, int kinds) {
  const auto kind = rc::gen::weightedOneOf<int>({{3, rc::gen::inRange(0, 4)}, {1, rc::gen::inRange(4, kinds)}});
  std::vector<std::string> sentences;
  for (const int number : *rc::gen::container<std::vector<int>>(count, kind)) {
    sentences.push_back(std::to_string(number) + " and more of it.");
  }
  return testing::text_of_sentences(sentences);
}

RC_GTEST_PROP(IndexScanAgreement, PassagesOfALongTextAreThoseOfScanAgainst, ()) {
  PartTexts documents;
  const int kinds = *rc::gen::element(6, 12, 100);
  for (const std::size_t size : {150, 40}) documents.push_back({some_sentences(size, kinds)});
  documents.push_back({some_sentences(*rc::gen::inRange<std::size_t>(2, 9), kinds)});
  SameOptions options = some_options();
  options.passages.match = options.index.match = SentenceMatching::exact;
  const Findings expected = scanned(documents, 2, options.passages)[3];
  RC_CLASSIFY(!expected.empty(), "shares a passage");
  RC_ASSERT(findings_of(ask(index_of({documents[0], documents[1]}, options.index), documents[2], options.question)) ==
            expected);
}

RC_GTEST_PROP(IndexScanAgreement, PassagesOfTextsThatRepeatThemselvesAreThoseOfScanAgainst, ()) {
  PartTexts documents;
  const int kinds = *rc::gen::element(5, 6, 12);
  for (const std::size_t size : {220, 40, 200}) documents.push_back({some_sentences(size, kinds)});
  SameOptions options = some_options();
  options.passages.match = options.index.match = SentenceMatching::exact;
  const Findings expected = scanned(documents, 2, options.passages)[3];
  RC_CLASSIFY(!expected.empty(), "shares a passage");
  const IndexAnswer answer = ask(index_of({documents[0], documents[1]}, options.index), documents[2], options.question);
  RC_ASSERT(answer.repetitive_texts == 0U);
  RC_ASSERT(findings_of(answer) == expected);
}

RC_GTEST_PROP(IndexScanAgreement, AskingAndAddingOneByOneGivesWhatScanGives, ()) {
  const PartTexts documents = some_documents();
  const SameOptions options = some_options();
  std::map<std::uint32_t, Findings> expected = scanned(documents, 0, options.passages);
  const auto index = std::make_shared<MemoryIndex>(options.index);
  for (std::uint32_t i = 0; i < documents.size(); ++i) {
    RC_ASSERT(findings_of(ask(index, documents[i], options.question)) == expected[i + 1]);
    index->add({documents[i]});
  }
}

RC_GTEST_PROP(IndexScanAgreement, BlogDecidesAsScanAgainstDoes, ()) {
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
    finder.add(*finder.sign(batch));
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

RC_GTEST_PROP(IndexScanAgreement, SimilarDocumentsAreThoseOfMinHash, ()) {
  const PartTexts documents = some_documents();
  RC_PRE(documents.size() >= 2U);
  NearDuplicateOptions pairs;
  pairs.method = "minhash";
  NearDuplicateFinder finder(pairs);
  const PartBatches batches(documents);
  for (const DocumentBatch& batch : batches.all()) finder.add(*finder.sign(batch));
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
