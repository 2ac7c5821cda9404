#include "methods/pdc/sentence_batch.hpp"

#include <span>

#include "methods/pdc/edge_words.hpp"
#include "methods/pdc/sentences/sentence_spans.hpp"
#include "sign/sentence_hash.hpp"

namespace cento {

void SentenceBatch::clear() {
  constexpr std::size_t kUsualBytes = std::size_t{4} << 20U;
  if (capacity_bytes() > kUsualBytes) {
    *this = SentenceBatch();
    return;
  }
  signatures.clear();
  parts.clear();
  texts.clear();
  hashes.clear();
  spans.clear();
  last_spans.clear();
  edge_words.clear();
}

std::size_t SentenceBatch::capacity_bytes() const {
  return signatures.capacity_bytes() + texts.capacity() * sizeof(Text) +
         (hashes.capacity() + spans.capacity() + last_spans.capacity()) * sizeof(std::uint64_t) +
         edge_words.capacity() * sizeof(std::uint16_t);
}

void SentenceBatch::add_slice(const AnalyzedText& slice, std::uint32_t offset) {
  const std::size_t before = hashes.size();
  hashes.resize(before + slice.sentences.size());
  const std::span<const std::uint64_t> tokens(slice.tokens.hashes);
  for (std::size_t i = 0; i < slice.sentences.size(); ++i) {
    const Sentence& sentence = slice.sentences[i];
    hashes[before + i] = sentence_hash(tokens.subspan(sentence.first_token, sentence.token_count));
    last_spans.push_back({sentence.bytes.begin + offset, sentence.bytes.end + offset});
  }
}

void SentenceBatch::add_edge_words(const AnalyzedText& slice) {
  for (const Sentence& sentence : slice.sentences) {
    edge_words.push_back(EdgeWords(slice.tokens.hashes, sentence).bits());
  }
}

void SentenceBatch::append(const SentenceBatch& piece) {
  signatures.append(piece.signatures, static_cast<std::uint32_t>(hashes.size()));
  hashes.insert(hashes.end(), piece.hashes.begin(), piece.hashes.end());
  last_spans.insert(last_spans.end(), piece.last_spans.begin(), piece.last_spans.end());
  edge_words.insert(edge_words.end(), piece.edge_words.begin(), piece.edge_words.end());
}

void SentenceBatch::end_text(const Fingerprint& fingerprint, std::size_t first_sentence) {
  const std::size_t first_word = spans.size();
  pack_sentence_spans(last_spans, spans);
  last_spans.clear();
  release_if_large(last_spans);
  texts.push_back(
      {fingerprint, static_cast<std::uint32_t>(hashes.size() - first_sentence), spans.size() - first_word, {}});
}

}  // namespace cento
