#include "methods/blog/tasks/blog_part_writer.hpp"

#include <span>

#include <boost/unordered/unordered_flat_map.hpp>

#include "methods/blog/part_sentences.hpp"
#include "methods/blog/tasks/blog_task.hpp"
#include "methods/ndd/document_signer.hpp"

namespace cento {

struct BlogPartWriter::Readers {
  PartSentences sentences;
  DocumentSigner words{FeatureOptions{"tokens"}};  // as words are counted for a whole collection
};

struct BlogPartWriter::Numbers {
  boost::unordered_flat_map<std::uint64_t, std::uint32_t> of_words;
};

BlogPartWriter::BlogPartWriter() : readers_(std::make_unique<Readers>()), numbers_(std::make_unique<Numbers>()) {}
BlogPartWriter::~BlogPartWriter() = default;

void BlogPartWriter::add(const DocumentBatch& batch) {
  for (const Document& document : batch.documents) add(document);
}

std::uint32_t BlogPartWriter::number_of(std::uint64_t word) {
  const auto next = static_cast<std::uint32_t>(words_.size());
  const auto [found, is_new] = numbers_->of_words.emplace(word, next);
  if (is_new) words_.push_back({word, next, 0});
  return found->second;
}

void BlogPartWriter::add(const Document& document) {
  readers_->words.sign(document, of_document_);
  for (const std::uint64_t word : of_document_) ++words_[number_of(word)].documents;
  for (std::uint32_t part = 0; part < document.parts.size(); ++part) {
    std::uint32_t number = 0;
    readers_->sentences.for_each(document.parts[part].text,
                                 [&](const Span& bytes, std::span<const std::uint64_t> tokens) {
                                   const BlogMember member{documents_, {part, number++, bytes}};
                                   sentences_.add(PartSentence{member, static_cast<std::uint32_t>(tokens.size())});
                                   for (const std::uint64_t token : tokens) sentence_words_.add(number_of(token));
                                 });
  }
  ++documents_;
}

void BlogPartWriter::finish(std::size_t groups, TaskOutput& out) {
  OutgoingBlocks& sent = out.kind_of("words");
  StoredBlocks hashes;
  for (const PartWord& word : words_) {
    sent.add(group_of_word(word.hash, groups), word);
    hashes.add(word.hash);
  }
  hashes.store("words", out);
  sentences_.store("sentences", out);
  sentence_words_.store("sentence_words", out);
}

}  // namespace cento
