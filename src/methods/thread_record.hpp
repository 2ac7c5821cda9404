#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <span>
#include <string>
#include <vector>

#include "core/plain_vector.hpp"
#include "methods/thread_model.hpp"
#include "methods/thread_signer.hpp"
#include "read/document.hpp"
#include "sign/document_frequencies.hpp"
#include "sign/question_words.hpp"
#include "text/tokenizer.hpp"

namespace cento {

// A thread as an index keeps it (docs/formats/segment.md): for each part of the model its facts, for each field of
// fields_of() how many features it has, then these, field by field: sets ascending, tokens whose order counts as they
// come. All are numbers of 32 bits.

/// A feature of a field as it is kept, and the key that leads from it to threads.
[[nodiscard]] std::uint32_t stored_feature(std::size_t field, std::uint64_t feature);
[[nodiscard]] constexpr std::uint64_t key_hash(std::uint32_t stored_feature) {
  return std::uint64_t{stored_feature} << 32U;
}

/// What guards compare: numbers differ where the upper 31 bits do, negation where the lowest does.
[[nodiscard]] std::uint32_t stored_facts(const QuestionFacts& facts);
[[nodiscard]] constexpr bool numbers_differ(std::uint32_t a, std::uint32_t b) {
  return a >> 1U != b >> 1U;
}
[[nodiscard]] constexpr bool negation_differs(std::uint32_t a, std::uint32_t b) {
  return ((a ^ b) & 1U) != 0;
}

/// Makes records of documents. One object for each thread of the program.
class ThreadRecordMaker {
 public:
  /// Throws UsageError as ThreadFieldSigner does. `tokens` (null: none) must outlive it.
  ThreadRecordMaker(const ThreadModel& model, const DocumentFrequencies* tokens);

  [[nodiscard]] std::span<const ThreadField> fields() const { return fields_; }

  /// Appends the record of a document with these parts.
  void append(std::span<const Part> parts, PlainVector<std::uint32_t>& out);

 private:
  void append_features(std::size_t field, std::string_view text, PlainVector<std::uint32_t>& out);

  std::vector<std::vector<std::string>> part_names_;
  std::vector<ThreadField> fields_;
  std::deque<ThreadFieldSigner> signers_;  // by field; they cannot be moved
  Tokenizer tokenizer_;
  Tokens tokens_;
  Features features_;
};

/// Takes records apart. Reuse one object: its memory is kept.
class ThreadRecord {
 public:
  ThreadRecord(std::size_t parts, std::size_t fields) : parts_(parts), begins_(fields + 1, 0) {}

  /// Views `numbers`, which must outlive this. False, and nothing is in it, if they are no record (of a damaged
  /// segment).
  bool read(std::span<const std::uint32_t> numbers);

  [[nodiscard]] std::uint32_t facts(std::size_t part) const { return numbers_[part]; }
  [[nodiscard]] std::span<const std::uint32_t> features(std::size_t field) const {
    return numbers_.subspan(begins_[field], begins_[field + 1] - begins_[field]);
  }

 private:
  std::size_t parts_;
  std::span<const std::uint32_t> numbers_;
  std::vector<std::size_t> begins_;  // of each field, and the end
};

}  // namespace cento
