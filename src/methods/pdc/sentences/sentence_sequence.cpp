#include "methods/pdc/sentences/sentence_sequence.hpp"

#include <algorithm>
#include <numeric>

#include <boost/unordered/unordered_flat_map.hpp>

#include "cento/error.hpp"
#include "core/memory/freed_memory.hpp"
#include "methods/pdc/edge_words.hpp"
#include "methods/pdc/sentence_batch.hpp"

namespace cento {

/// The contents by the bytes of their text.
struct SentenceSequence::TextTable {
  boost::unordered_flat_map<Fingerprint, ContentId, HashFingerprint> content_of;
};

SentenceSequence::SentenceSequence(const SequenceOptions& options)
    : texts_(std::make_unique<TextTable>()),
      keep_edge_words_(options.keep_edge_words),
      begins_{1},  // after the class that precedes the first content
      spans_(options.memory, options.temp_dir),
      first_part_{0},
      class_memory_(options.class_memory, options.temp_dir),
      classes_(&class_memory_) {
  edge_words_.emplace(options.memory, options.temp_dir);
}

SentenceSequence::~SentenceSequence() = default;

SentenceSequence::AddedPart SentenceSequence::add_part(const Fingerprint& text) {
  const auto [known, is_new] = texts_->content_of.emplace(text, static_cast<ContentId>(contents()));
  content_of_part_.push_back(known->second);
  if (is_new) {
    open_end_ = begins_.back();
    if (keep_edge_words_) edge_words_->push_back(0);
  }
  return {known->second, is_new};
}

void SentenceSequence::end_document(std::uint32_t parts) {
  first_part_.push_back(first_part_.back() + parts);
}

Position SentenceSequence::add_sentences(const SentenceBatch& batch, std::size_t first, std::size_t count) {
  const Position begin = open_end_;
  if (count + 2 > kRepeats - begin) {
    throw Error("the collection has more than 2^31 sentences, the limit for one run: split it");
  }
  if (keep_edge_words_) {
    for (std::size_t i = first; i < first + count; ++i) edge_words_->push_back(batch.edge_words[i]);
  }
  sentences_ += count;
  open_end_ += static_cast<Position>(count);
  return begin;
}

void SentenceSequence::end_content(std::span<const std::uint64_t> spans) {
  spans_.add(spans);
  begins_.push_back(open_end_ + 1);
}

std::span<std::uint32_t> SentenceSequence::start_classes() {
  edge_words_->push_back(0);
  edge_words_->finish();
  classes_.resize(begins_.back());
  return {classes_.data(), classes_.size()};
}

void SentenceSequence::end_classes(std::uint64_t distinct_sentences) {
  distinct_ = distinct_sentences;
  index_contents();
  list_parts();
}

void SentenceSequence::forget_classes() {
  release(classes_);
  spilled_bytes_ += edge_words_->spilled_bytes();
  edge_words_.reset();
}

void SentenceSequence::index_contents() {
  content_of_block_.resize(positions() / kBlock + 1);
  ContentId content = 0;
  for (std::size_t block = 0; block < content_of_block_.size(); ++block) {
    while (content + 1 < contents() && begins_[content + 1] <= block * kBlock) ++content;
    content_of_block_[block] = content;
  }
}

void SentenceSequence::list_parts() {
  first_of_content_.resize(contents() + 1);
  std::fill(first_of_content_.begin(), first_of_content_.end(), 0);
  for (const ContentId content : content_of_part_) ++first_of_content_[content + 1];
  std::partial_sum(first_of_content_.begin(), first_of_content_.end(), first_of_content_.begin());
  PlainVector<std::uint32_t> next(first_of_content_.begin(), first_of_content_.end());
  parts_.resize(content_of_part_.size());
  for (DocId document = 0; document < documents(); ++document) {
    for (std::uint32_t part = 0; part < parts_of(document); ++part) {
      parts_[next[content_of({document, part})]++] = {document, part};
    }
  }
}

bool SentenceSequence::may_begin_alike(Position a, Position b) const {
  const unsigned first = EdgeWords((*edge_words_)[a]).first();
  return first != 0 && first == EdgeWords((*edge_words_)[b]).first();
}

bool SentenceSequence::may_end_alike(Position a, Position b) const {
  const unsigned last = EdgeWords((*edge_words_)[a]).last();
  return last != 0 && last == EdgeWords((*edge_words_)[b]).last();
}

ContentId SentenceSequence::find_content(const Fingerprint& text) const {
  const auto found = texts_->content_of.find(text);
  return found == texts_->content_of.end() ? static_cast<ContentId>(contents()) : found->second;
}

Span SentenceSequence::bytes_of(ContentId content, const SentenceRange& range, Features& scratch) const {
  if (range.size() == 0) return {};
  return {spans_.get(content, range.begin, scratch).begin, spans_.get(content, range.end - 1, scratch).end};
}

}  // namespace cento
