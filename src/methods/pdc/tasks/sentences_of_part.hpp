#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/span.hpp"
#include "core/spill/task_exchange.hpp"
#include "methods/pdc/sentence_batch.hpp"
#include "methods/pdc/sentences/sentence_reader.hpp"
#include "methods/pdc/sentences/sentence_sets.hpp"
#include "methods/pdc/tasks/pdc_records.hpp"
#include "read/document.hpp"

// What stays with a part of a collection while passages are found, in files of the part: `sentences`, and `texts`.

namespace cento {

/// A part of a document, in the files of its part of the collection.
struct TextOfPart {
  std::uint32_t same_as = 0;  // the first text here with the same bytes; its own number if it is the first
  std::uint32_t document = 0;
  std::uint32_t part_of_document = 0;
  std::uint32_t texts_of_document = 0;
  std::uint32_t first_sentence = 0;  // of the first with the same bytes, like the following
  std::uint32_t sentences = 0;
  std::uint32_t first_span_word = 0;
  std::uint32_t span_words = 0;
  std::uint32_t block = 0;  // of `texts`
  std::uint32_t bytes = 0;
  std::uint64_t offset = 0;          // in the block
  std::uint64_t document_bytes = 0;  // of all texts of the document, from their first sentences to their last ones
};
static_assert(sizeof(TextOfPart) == 56);

/// The signature of a distinct sentence.
struct StoredSignature {
  std::uint64_t sketch = 0;
  std::uint64_t first_word = 0;  // of its features
  std::uint32_t size = 0;        // features
  std::uint32_t words = 0;       // in which they are packed; 0 if there are no keys
  std::uint32_t first_key = 0;
  std::uint32_t keys = 0;
};
static_assert(sizeof(StoredSignature) == 32);

/// Values in a block: where they are, if they are aligned there, else a copy.
template <typename Value>
class StoredValues {
 public:
  StoredValues() = default;
  /// The bytes must outlive it. Throws Error when they are not whole values.
  explicit StoredValues(std::string_view bytes) {
    const bool is_whole = bytes.size() % sizeof(Value) == 0;
    if (is_whole && reinterpret_cast<std::uintptr_t>(bytes.data()) % alignof(Value) == 0) {
      values_ = {reinterpret_cast<const Value*>(bytes.data()), bytes.size() / sizeof(Value)};
      return;
    }
    append_records(bytes, copy_);
    values_ = copy_;
  }
  StoredValues(StoredValues&&) noexcept = default;
  StoredValues& operator=(StoredValues&&) noexcept = default;
  StoredValues(const StoredValues&) = delete;
  StoredValues& operator=(const StoredValues&) = delete;
  ~StoredValues() = default;

  [[nodiscard]] std::span<const Value> get() const { return values_; }
  [[nodiscard]] const Value& operator[](std::size_t i) const { return values_[i]; }

 private:
  std::vector<Value> copy_;
  std::span<const Value> values_;
};

/// Collects what is stored of a part while its documents are read.
class SentencesOfPartWriter {
 public:
  /// `reader` made the batches and must outlive this.
  SentencesOfPartWriter(SentenceReader& reader, bool has_near);
  ~SentencesOfPartWriter();

  /// In the order of the documents.
  void add(const DocumentBatch& documents, const SentenceBatch& batch);

  /// After all: the files, and `text_members` for the groups.
  void finish(std::size_t groups, TaskOutput& out);

 private:
  struct Known;

  void add_long_text(std::string_view text, TextOfPart& stored);
  void add_sentences(const SentenceBatch& batch, std::size_t first, std::size_t count);
  void add_spans(std::span<const std::uint64_t> packed, TextOfPart& stored);
  void add_signatures(const SentenceBatch& batch);
  void add_text_bytes(std::string_view text, TextOfPart& stored);
  void store_keys(TaskOutput& out) const;

  SentenceReader& reader_;
  bool has_near_;
  std::uint32_t documents_ = 0;
  std::vector<TextOfPart> texts_;
  std::vector<Fingerprint> fingerprints_;  // of texts
  std::vector<std::uint64_t> hashes_;      // of sentences
  std::vector<std::uint16_t> edge_words_;
  std::vector<std::uint64_t> span_words_;
  std::vector<StoredSignature> signatures_;
  std::vector<std::uint64_t> set_hashes_;  // of signatures
  std::vector<std::uint64_t> features_;
  std::vector<std::uint64_t> part_keys_;
  std::unique_ptr<Known> known_;
  std::vector<std::string> text_blocks_;
};

/// Reads what was stored.
class SentencesOfPart {
 public:
  /// The blocks must outlive this. Throws Error when they are damaged.
  SentencesOfPart(std::span<const TaskBlock> sentences, std::span<const TaskBlock> texts);

  [[nodiscard]] std::span<const TextOfPart> texts() const { return texts_.get(); }
  [[nodiscard]] std::span<const std::uint64_t> hashes() const { return hashes_.get(); }
  /// Of each sentence; 0 if it has no words.
  [[nodiscard]] std::span<const std::uint64_t> keys() const { return keys_.get(); }
  [[nodiscard]] std::span<const std::uint16_t> edge_words_of(const TextOfPart& text) const {
    return edge_words_.get().subspan(text.first_sentence, text.sentences);
  }
  [[nodiscard]] std::span<const std::uint64_t> span_words_of(const TextOfPart& text) const {
    return span_words_.get().subspan(text.first_span_word, text.span_words);
  }
  [[nodiscard]] std::string_view bytes_of(const TextOfPart& text) const {
    return text_blocks_[text.block].bytes.substr(text.offset, text.bytes);
  }

  /// The signature of a sentence, which must have words; only where near sentences match.
  [[nodiscard]] const StoredSignature& signature_of(std::uint32_t sentence) const {
    return signatures_[signature_of_[sentence]];
  }
  [[nodiscard]] SentenceSet set_of(std::uint32_t sentence) const;
  [[nodiscard]] std::span<const std::uint64_t> part_keys_of(std::uint32_t sentence) const;

 private:
  std::span<const TaskBlock> text_blocks_;
  StoredValues<TextOfPart> texts_;
  StoredValues<std::uint64_t> hashes_;
  StoredValues<std::uint64_t> keys_;
  StoredValues<std::uint32_t> signature_of_;  // of each sentence
  StoredValues<std::uint16_t> edge_words_;
  StoredValues<std::uint64_t> span_words_;
  StoredValues<StoredSignature> signatures_;
  StoredValues<std::uint64_t> features_;
  StoredValues<std::uint64_t> part_keys_;
};

}  // namespace cento
