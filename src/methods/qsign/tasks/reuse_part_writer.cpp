#include "methods/qsign/tasks/reuse_part_writer.hpp"

#include <span>

#include <boost/unordered/unordered_flat_map.hpp>

#include "methods/ndd/document_signer.hpp"
#include "methods/qsign/reuse_digest.hpp"
#include "methods/qsign/tasks/reuse_task.hpp"
#include "sign/text_fingerprint.hpp"
#include "text/analyzed_document.hpp"

namespace cento {

struct ReusePartWriter::Readers {
  AnalyzedDocument analyzed;
  DocumentSigner words{FeatureOptions{"tokens"}};  // as words are counted for a whole collection
};

struct ReusePartWriter::Numbers {
  boost::unordered_flat_map<std::uint64_t, std::uint32_t> of_words;
};

ReusePartWriter::ReusePartWriter(bool counts_words)
    : counts_words_(counts_words), readers_(std::make_unique<Readers>()), numbers_(std::make_unique<Numbers>()) {}
ReusePartWriter::~ReusePartWriter() = default;

void ReusePartWriter::add(const DocumentBatch& batch) {
  for (const Document& document : batch.documents) add(document);
}

WordInPart& ReusePartWriter::word(std::uint64_t hash) {
  const auto next = static_cast<std::uint32_t>(words_.size());
  const auto [found, is_new] = numbers_->of_words.emplace(hash, next);
  if (is_new) words_.push_back({hash, next, 0, 0, 0});
  return words_[found->second];
}

void ReusePartWriter::add(const Document& document) {
  const std::uint32_t number = documents_++;
  if (!document.id.empty()) ids_.push_back({text_fingerprint(document.id), number, 0});
  if (counts_words_) {
    readers_->words.sign(document, of_document_);
    for (const std::uint64_t hash : of_document_) ++word(hash).documents;
  }
  readers_->analyzed.set(document.parts);
  for (std::uint32_t part = 0; part < document.parts.size(); ++part) {
    std::uint32_t sentence = 0;
    readers_->analyzed.for_each_sentence(part, [&](const Span& bytes, std::span<const std::uint64_t> tokens) {
      distinct_words(tokens, of_sentence_);
      sentences_.add(
          SentenceOfWords{{number, part, sentence++, bytes}, static_cast<std::uint32_t>(of_sentence_.size())});
      for (const std::uint64_t hash : of_sentence_) {
        WordInPart& own = word(hash);
        ++own.sentences;
        sentence_words_.add(own.word);
      }
    });
  }
}

void ReusePartWriter::finish(std::size_t groups, TaskOutput& out) {
  OutgoingBlocks& ids = out.kind_of("ids");
  for (const IdOfDocument& one : ids_) ids.add(group_of_id(one.id, groups), one);
  OutgoingBlocks& sent = out.kind_of("words");
  StoredBlocks hashes;
  for (const WordInPart& word : words_) {
    sent.add(group_of_reuse_word(word.hash, groups), word);
    hashes.add(word.hash);
  }
  hashes.store("words", out);
  sentences_.store("sentences", out);
  sentence_words_.store("sentence_words", out);
}

}  // namespace cento
