#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/memory/plain_vector.hpp"
#include "methods/blog/part_sentences.hpp"
#include "methods/cuts/repeat_records.hpp"
#include "methods/cuts/repeated_sentences.hpp"
#include "read/document.hpp"

namespace cento {

/// The texts of a batch of documents with their sentences and windows, for RepeatedSentenceFinder::add().
struct RepeatBatch {
  std::vector<StoredText> texts;  // their first sentences are counted from the start of the batch
  PlainVector<StoredSentence> sentences;
  PlainVector<SignedWindow> windows;  // the same
  std::uint32_t documents = 0;
};

/// Cuts documents into sentences and signs their windows. One object for each thread. Used by RepeatedSentenceFinder.
class RepeatSigner {
 public:
  /// Replaces `out` with the result for a batch.
  void sign(const DocumentBatch& batch, const RepeatOptions& options, RepeatBatch& out);

 private:
  void sign_text(std::string_view text, RepeatBatch& out);
  void sign_sentence(std::span<const std::uint64_t> tokens);
  void add_windows(const RepeatOptions& options, std::size_t first, RepeatBatch& out) const;

  PartSentences sentences_;
  PlainVector<std::uint64_t> halves_;  // of the fingerprints of the sentences of a text, two for each
  PlainVector<std::uint32_t> tokens_;  // how many each of them has
};

}  // namespace cento
