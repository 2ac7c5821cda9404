#include "study/qsign/word_sentences.hpp"

#include <algorithm>
#include <limits>

#include "cento/error.hpp"
#include "index/segment/segment_builder.hpp"
#include "methods/blog/part_sentences.hpp"
#include "methods/qsign/reuse_digest.hpp"

namespace cento {

namespace {

/// The digest of some documents: only their words.
void digest(const WordSentences& sentences, std::uint32_t document, ReuseDigester& digester, DigestBatch& batch) {
  const std::uint32_t begin = sentences.document_begins[document];
  const std::uint32_t end = sentences.document_begins[document + 1];
  batch.texts.push_back({document, 0});
  batch.part_counts.push_back(1);
  batch.part_sizes.push_back(end - begin);
  for (std::uint32_t sentence = begin; sentence < end; ++sentence) {
    digester.add(sentences.of(sentence), static_cast<std::uint32_t>(batch.contents.size()), batch);
    batch.contents.push_back(kNoContent);
    batch.spans.push_back({});
  }
}

}  // namespace

void WordSentences::add(const DocumentBatch& batch) {
  PartSentences parts;
  PlainVector<std::uint64_t> distinct;
  for (const Document& document : batch.documents) {
    for (const Part& part : document.parts) {
      parts.for_each(part.text, [&](const Span&, std::span<const std::uint64_t> tokens) {
        distinct_words(tokens, distinct);
        words.insert(words.end(), distinct.begin(), distinct.end());
        begins.push_back(words.size());
      });
    }
    document_begins.push_back(sentences());
  }
}

void WordSentences::add(const WordSentences& more) {
  if (begins.size() + more.begins.size() > std::numeric_limits<std::uint32_t>::max()) {
    throw Error("the collection has more sentences than a study can count; use fewer documents");
  }
  const std::uint64_t words_before = words.size();
  const std::uint32_t sentences_before = sentences();
  words.insert(words.end(), more.words.begin(), more.words.end());
  for (const std::uint64_t begin : std::span(more.begins).subspan(1)) begins.push_back(words_before + begin);
  for (const std::uint32_t begin : std::span(more.document_begins).subspan(1)) {
    document_begins.push_back(sentences_before + begin);
  }
}

DocumentFrequencies word_frequencies(const WordSentences& sentences) {
  PlainVector<std::uint64_t> all;
  PlainVector<std::uint64_t> distinct;
  for (std::uint32_t document = 0; document < sentences.documents(); ++document) {
    const std::uint64_t begin = sentences.begins[sentences.document_begins[document]];
    const std::uint64_t end = sentences.begins[sentences.document_begins[document + 1]];
    distinct_words(std::span(sentences.words).subspan(begin, end - begin), distinct);
    all.insert(all.end(), distinct.begin(), distinct.end());
  }
  std::sort(all.begin(), all.end());
  std::vector<Frequency> counts;
  for (const std::uint64_t word : all) {
    if (counts.empty() || counts.back().hash != word) counts.push_back({word, 0});
    ++counts.back().documents;
  }
  return {sentences.documents(), std::move(counts)};
}

std::shared_ptr<const Segment> word_segment(const WordSentences& sentences, std::size_t threads) {
  constexpr std::size_t kSentencesAtOnce = 1 << 16;
  IndexOptions options;
  options.reuse = true;
  options.signature_bits = 0;
  ReuseDigester digester(options);
  SegmentBuilder builder(0);
  DigestBatch batch;
  std::vector<std::uint32_t> numbers;
  for (std::uint32_t document = 0; document < sentences.documents(); ++document) {
    digest(sentences, document, digester, batch);
    numbers.push_back(document + 1);
    if (batch.sentences() < kSentencesAtOnce && document + 1 < sentences.documents()) continue;
    builder.add(batch, numbers);
    batch.clear();
    numbers.clear();
  }
  return Segment::of_bytes(builder.finish(threads));
}

}  // namespace cento
