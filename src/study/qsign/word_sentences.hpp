#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/memory/plain_vector.hpp"
#include "index/segment/segment.hpp"
#include "read/document.hpp"
#include "sign/words/document_frequencies.hpp"

namespace cento {

/// The sentences of a collection, each as its distinct words: token hashes, ascending.
struct WordSentences {
  PlainVector<std::uint64_t> words;               // of all sentences, one after another
  PlainVector<std::uint64_t> begins{0};           // of each sentence in `words`, then the end
  PlainVector<std::uint32_t> document_begins{0};  // of each document in the sentences, then the end

  [[nodiscard]] std::uint32_t documents() const { return static_cast<std::uint32_t>(document_begins.size() - 1); }
  [[nodiscard]] std::uint32_t sentences() const { return static_cast<std::uint32_t>(begins.size() - 1); }
  [[nodiscard]] std::span<const std::uint64_t> of(std::uint32_t sentence) const {
    return std::span(words).subspan(begins[sentence], begins[sentence + 1] - begins[sentence]);
  }

  void add(const DocumentBatch& batch);
  /// Throws Error when there are more sentences than can be counted.
  void add(const WordSentences& more);
};

/// In how many documents each word occurs.
[[nodiscard]] DocumentFrequencies word_frequencies(const WordSentences& sentences);

/// A segment with the words of the sentences and their lists, as in an index; documents are numbered from 1.
[[nodiscard]] std::shared_ptr<const Segment> word_segment(const WordSentences& sentences, std::size_t threads);

}  // namespace cento
