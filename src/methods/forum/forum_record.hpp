#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <span>
#include <string>
#include <vector>

#include "core/memory/plain_vector.hpp"
#include "methods/forum/forum_model.hpp"
#include "methods/forum/forum_signer.hpp"
#include "sign/words/document_frequencies.hpp"
#include "sign/words/question_words.hpp"
#include "text/analyzed_document.hpp"
#include "text/tokenizer.hpp"

namespace cento {

// A thread as stored in an index (docs/formats/segment.md): for each part of the model its facts, for each field of
// fields_of() its number of features, then these, field by field: sets ascending, tokens whose order counts in their
// order. All are 32-bit numbers.

/// A stored feature of a field, and the key that leads from it to threads.
[[nodiscard]] std::uint32_t stored_feature(std::size_t field, std::uint64_t feature);
[[nodiscard]] constexpr std::uint64_t key_hash(std::uint32_t stored_feature) {
  return std::uint64_t{stored_feature} << 32U;
}

/// What guards compare: numbers differ if the upper 31 bits do, negation if the lowest does.
[[nodiscard]] std::uint32_t stored_facts(const QuestionFacts& facts);
[[nodiscard]] constexpr bool numbers_differ(std::uint32_t a, std::uint32_t b) {
  return a >> 1U != b >> 1U;
}
[[nodiscard]] constexpr bool negation_differs(std::uint32_t a, std::uint32_t b) {
  return ((a ^ b) & 1U) != 0;
}

/// Makes records of documents. One object for each thread of the program.
class ForumRecordMaker {
 public:
  /// Throws UsageError as ForumFieldSigner does. `tokens` (null: none) must outlive this.
  ForumRecordMaker(const ForumModel& model, const DocumentFrequencies* tokens);

  [[nodiscard]] std::span<const ForumField> fields() const { return fields_; }

  /// Appends the record of a document.
  void append(const AnalyzedDocument& document, PlainVector<std::uint32_t>& out);

 private:
  [[nodiscard]] const Tokens& tokens_of(const AnalyzedDocument& document, std::size_t part);
  void append_features(std::size_t field, std::string_view text, const Tokens& tokens, PlainVector<std::uint32_t>& out);

  std::vector<std::vector<std::string>> part_names_;
  std::vector<ForumField> fields_;
  std::deque<ForumFieldSigner> signers_;  // by field; they cannot be moved
  Tokenizer tokenizer_;
  Tokens tokens_;  // of a very long text
  Features features_;
};

/// Parses records. Reuse one object: its memory is kept.
class ForumRecord {
 public:
  ForumRecord(std::size_t parts, std::size_t fields) : parts_(parts), begins_(fields + 1, 0) {}

  /// Views `numbers`, which must outlive this. False, and empty, if they are not a record (in a damaged segment).
  bool read(std::span<const std::uint32_t> numbers);

  [[nodiscard]] std::uint32_t facts(std::size_t part) const { return numbers_[part]; }
  [[nodiscard]] std::span<const std::uint32_t> features(std::size_t field) const {
    return numbers_.subspan(begins_[field], begins_[field + 1] - begins_[field]);
  }

 private:
  std::size_t parts_;
  std::span<const std::uint32_t> numbers_;
  std::vector<std::size_t> begins_;  // of each field, then the end
};

}  // namespace cento
