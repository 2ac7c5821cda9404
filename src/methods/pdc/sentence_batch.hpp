#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "core/memory/plain_vector.hpp"
#include "core/span.hpp"
#include "methods/pdc/sentences/sentence_signer.hpp"
#include "sign/signer.hpp"
#include "text/analysis.hpp"

namespace cento {

/// The sentences of the texts of a batch that are not copies, text after text. Made by SentenceReader and added to a
/// SentenceSequence.
struct SentenceBatch {
  struct Text {
    Fingerprint fingerprint;
    std::uint32_t sentences = 0;
    std::size_t span_words = 0;    // of `spans`
    std::string_view unread = {};  // the text, if it is long enough to be read when it is added
  };
  std::vector<std::uint32_t> parts;  // of each document
  std::vector<Text> texts;           // of each part
  PlainVector<std::uint64_t> hashes;
  PlainVector<Span> last_spans;           // of the text that is being read
  PlainVector<std::uint64_t> spans;       // of the texts before it, packed
  PlainVector<std::uint16_t> edge_words;  // see EdgeWords; empty if not wanted
  SignedSentences signatures;             // entries number the sentences of the batch

  /// Keeps memory of normal size: several batches wait for their next use.
  void clear();

  /// Adds the sentences of a slice that begins at byte `offset` of its text.
  void add_slice(const AnalyzedText& slice, std::uint32_t offset);
  void add_edge_words(const AnalyzedText& slice);

  /// Adds the sentences of the next piece of the text.
  void append(const SentenceBatch& piece);

  /// Ends a text that was read; `first_sentence` is its first one.
  void end_text(const Fingerprint& fingerprint, std::size_t first_sentence);

  /// Adds a text that will be read when it is added.
  void leave_text(const Fingerprint& fingerprint, std::string_view text) { texts.push_back({fingerprint, 0, 0, text}); }

 private:
  [[nodiscard]] std::size_t capacity_bytes() const;
};

}  // namespace cento
