#pragma once

#include <cstdint>
#include <vector>

#include "align/edges.hpp"
#include "methods/pdc/sentences/sentence_sets.hpp"
#include "sign/feature_store.hpp"
#include "text/tokens.hpp"

namespace cento {

/// Memory for the sentences of a window.
struct WindowMemory {
  std::vector<Sentence> sentences;
  Tokens tokens;
  Features words;
};

/// Appends a sentence as it is stored until the edges of passages are moved: a word for its bytes, and two for each
/// token. `of_slice` are the tokens of the slice that it is in, which begins at byte `offset` of the text.
void append_recalled(const Sentence& sentence, const Tokens& of_slice, std::uint32_t offset, Features& out);

/// The number of words that hold a sentence of this many tokens.
[[nodiscard]] constexpr std::size_t recalled_words(std::uint32_t tokens) {
  return 1 + 2 * std::size_t{tokens};
}

/// Puts a stored sentence behind those in `memory`.
void add_to_window(const SentenceSet& stored, WindowMemory& memory);

/// The sentences of a range from `sentences.begin` on that were added to `memory`.
[[nodiscard]] SentenceWindow window_in(const WindowMemory& memory, const SentenceRange& sentences);

}  // namespace cento
