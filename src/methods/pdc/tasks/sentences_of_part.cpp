#include "methods/pdc/tasks/sentences_of_part.hpp"

#include <utility>

#include <boost/unordered/unordered_flat_map.hpp>

#include "core/hash/mix64.hpp"
#include "methods/pdc/sentences/sentence_spans.hpp"
#include "sign/sentence_hash.hpp"

namespace cento {

namespace {

constexpr std::size_t kMostSentences = std::size_t{1} << 31U;
constexpr std::size_t kTextBlockBytes = std::size_t{32} << 20U;

}  // namespace

/// What came earlier.
struct SentencesOfPartWriter::Known {
  boost::unordered_flat_map<Fingerprint, std::uint32_t, HashFingerprint> texts;
  boost::unordered_flat_map<std::uint64_t, std::uint32_t> signatures;  // by the hash of the sentence
};

SentencesOfPartWriter::SentencesOfPartWriter(SentenceReader& reader, bool has_near)
    : reader_(reader), has_near_(has_near), known_(std::make_unique<Known>()) {}

SentencesOfPartWriter::~SentencesOfPartWriter() = default;

void SentencesOfPartWriter::add(const DocumentBatch& documents, const SentenceBatch& batch) {
  add_signatures(batch);
  std::size_t text = 0;
  std::size_t sentence = 0;
  std::size_t span_word = 0;
  for (const Document& document : documents.documents) {
    const std::uint32_t number = documents_++;
    for (std::uint32_t part = 0; part < document.parts.size(); ++part, ++text) {
      const SentenceBatch::Text& read = batch.texts[text];
      const auto own = static_cast<std::uint32_t>(texts_.size());
      const auto [known, is_new] = known_->texts.emplace(read.fingerprint, own);
      TextOfPart stored = is_new ? TextOfPart() : texts_[known->second];
      if (is_new && !read.unread.empty()) {
        add_long_text(read.unread, stored);
      } else if (is_new) {
        const auto spans = std::span(batch.spans).subspan(span_word, read.span_words);
        stored.first_sentence = static_cast<std::uint32_t>(hashes_.size());
        add_sentences(batch, sentence, read.sentences);
        add_spans(spans, stored);
      }
      if (is_new) add_text_bytes(document.parts[part].text, stored);
      stored.same_as = known->second;
      stored.document = number;
      stored.part_of_document = part;
      stored.texts_of_document = static_cast<std::uint32_t>(document.parts.size());
      texts_.push_back(stored);
      fingerprints_.push_back(read.fingerprint);
      sentence += read.sentences;
      span_word += read.span_words;
    }
  }
}

void SentencesOfPartWriter::add_long_text(std::string_view text, TextOfPart& stored) {
  stored.first_sentence = static_cast<std::uint32_t>(hashes_.size());
  PlainVector<Span> spans;
  reader_.for_each_piece(text, [&](const SentenceBatch& piece) {
    add_signatures(piece);
    add_sentences(piece, 0, piece.hashes.size());
    spans.insert(spans.end(), piece.last_spans.begin(), piece.last_spans.end());
  });
  PlainVector<std::uint64_t> packed;
  pack_sentence_spans(spans, packed);
  add_spans(packed, stored);
}

void SentencesOfPartWriter::add_sentences(const SentenceBatch& batch, std::size_t first, std::size_t count) {
  const auto begin = static_cast<std::ptrdiff_t>(first);
  const auto end = static_cast<std::ptrdiff_t>(first + count);
  hashes_.insert(hashes_.end(), batch.hashes.begin() + begin, batch.hashes.begin() + end);
  if (hashes_.size() >= kMostSentences) {
    throw Error("a part of the collection has more than 2^31 sentences: divide it into more partitions");
  }
  if (batch.edge_words.empty()) {
    edge_words_.resize(hashes_.size());
  } else {
    edge_words_.insert(edge_words_.end(), batch.edge_words.begin() + begin, batch.edge_words.begin() + end);
  }
}

void SentencesOfPartWriter::add_spans(std::span<const std::uint64_t> packed, TextOfPart& stored) {
  stored.sentences = static_cast<std::uint32_t>(hashes_.size()) - stored.first_sentence;
  stored.first_span_word = static_cast<std::uint32_t>(span_words_.size());
  stored.span_words = static_cast<std::uint32_t>(packed.size());
  span_words_.insert(span_words_.end(), packed.begin(), packed.end());
}

void SentencesOfPartWriter::add_signatures(const SentenceBatch& batch) {
  const std::uint64_t* features = batch.signatures.features.data();
  const std::uint64_t* part_keys = batch.signatures.keys.data();
  for (const SignedSentences::Entry& entry : batch.signatures.entries) {
    const auto words = static_cast<std::uint32_t>(entry.keys == 0 ? 0 : packed_words(entry.size));
    const auto number = static_cast<std::uint32_t>(signatures_.size());
    if (known_->signatures.emplace(batch.hashes[entry.sentence], number).second) {
      signatures_.push_back({entry.sketch, features_.size(), entry.size, words,
                             static_cast<std::uint32_t>(part_keys_.size()), entry.keys});
      set_hashes_.push_back(entry.set_hash);
      features_.insert(features_.end(), features, features + words);
      part_keys_.insert(part_keys_.end(), part_keys, part_keys + entry.keys);
    }
    features += words;
    part_keys += entry.keys;
  }
}

void SentencesOfPartWriter::add_text_bytes(std::string_view text, TextOfPart& stored) {
  if (text_blocks_.empty() || text_blocks_.back().size() + text.size() > kTextBlockBytes) text_blocks_.emplace_back();
  stored.block = static_cast<std::uint32_t>(text_blocks_.size() - 1);
  stored.offset = text_blocks_.back().size();
  stored.bytes = static_cast<std::uint32_t>(text.size());
  text_blocks_.back().append(text);
}

/// The key of each sentence, and the number of its signature.
void SentencesOfPartWriter::store_keys(TaskOutput& out) const {
  const std::uint64_t hash_of_no_words = sentence_hash({});
  std::vector<std::uint64_t> keys(hashes_.size());
  std::vector<std::uint32_t> numbers(has_near_ ? hashes_.size() : 0);
  for (std::size_t i = 0; i < hashes_.size(); ++i) {
    if (hashes_[i] == hash_of_no_words) continue;
    if (has_near_) numbers[i] = known_->signatures.at(hashes_[i]);
    keys[i] = std::max<std::uint64_t>(1, has_near_ ? set_hashes_[numbers[i]] : hashes_[i]);
  }
  out.store("sentences", block_of(keys));
  out.store("sentences", block_of(numbers));
}

void SentencesOfPartWriter::finish(std::size_t groups, TaskOutput& out) {
  std::vector<std::uint64_t> sizes(documents_);
  for (const TextOfPart& text : texts_) {
    const auto packed = std::span(std::as_const(span_words_)).subspan(text.first_span_word, text.span_words);
    sizes[text.document] += packed_span(packed, SentenceRange{0, text.sentences}).size();
  }
  OutgoingBlocks& members = out.kind_of("text_members");
  for (std::uint32_t i = 0; i < texts_.size(); ++i) {
    TextOfPart& text = texts_[i];
    text.document_bytes = sizes[text.document];
    members.add(group_of(mix64(fingerprints_[i].low), groups),
                TextMember{fingerprints_[i], text.document_bytes, i, text.document, text.part_of_document,
                           text.texts_of_document});
  }
  out.store("sentences", block_of(texts_));
  out.store("sentences", block_of(hashes_));
  store_keys(out);
  out.store("sentences", block_of(edge_words_));
  out.store("sentences", block_of(span_words_));
  out.store("sentences", block_of(signatures_));
  out.store("sentences", block_of(features_));
  out.store("sentences", block_of(part_keys_));
  for (std::string& block : text_blocks_) out.store("texts", std::move(block));
}

SentencesOfPart::SentencesOfPart(std::span<const TaskBlock> sentences, std::span<const TaskBlock> texts)
    : text_blocks_(texts) {
  if (sentences.empty()) return;
  constexpr std::size_t kBlocks = 9;
  if (sentences.size() != kBlocks) throw Error("the file of a part is damaged: start the run again in another folder");
  const TaskBlock* next = sentences.data();
  texts_ = StoredValues<TextOfPart>(next++->bytes);
  hashes_ = StoredValues<std::uint64_t>(next++->bytes);
  keys_ = StoredValues<std::uint64_t>(next++->bytes);
  signature_of_ = StoredValues<std::uint32_t>(next++->bytes);
  edge_words_ = StoredValues<std::uint16_t>(next++->bytes);
  span_words_ = StoredValues<std::uint64_t>(next++->bytes);
  signatures_ = StoredValues<StoredSignature>(next++->bytes);
  features_ = StoredValues<std::uint64_t>(next++->bytes);
  part_keys_ = StoredValues<std::uint64_t>(next->bytes);
}

SentenceSet SentencesOfPart::set_of(std::uint32_t sentence) const {
  const StoredSignature& signature = signature_of(sentence);
  return {signature.size, features_.get().subspan(signature.first_word, signature.words)};
}

std::span<const std::uint64_t> SentencesOfPart::part_keys_of(std::uint32_t sentence) const {
  const StoredSignature& signature = signature_of(sentence);
  return part_keys_.get().subspan(signature.first_key, signature.keys);
}

}  // namespace cento
