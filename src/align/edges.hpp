#pragma once

#include <cstdint>
#include <span>

#include "align/passage.hpp"
#include "text/analysis.hpp"
#include "text/tokens.hpp"

namespace cento {

struct EdgeOptions {
  /// Fewer equal words in a row are not shared wording: sentences of unrelated texts often begin with the same word or
  /// two (“The”, “In the”), but seldom with the same three.
  std::uint32_t min_words = 3;
  /// How far an edge may move outwards. Words that stay equal over more whole sentences than this are matching
  /// sentences, and so already part of the passage.
  std::uint32_t max_sentences = 3;
};

/// Consecutive sentences of a text with their tokens: as much of the text as an edge may need.
struct SentenceWindow {
  std::uint32_t first_sentence = 0;  // number of the first in the text
  std::span<const Sentence> sentences;
  std::span<const std::uint64_t> hashes;  // of all tokens of these sentences, from sentences[0].first_token on
  std::span<const std::uint32_t> begins;
  std::span<const std::uint32_t> ends;
};

/// The window on an analysed text, which must outlive it.
[[nodiscard]] SentenceWindow window_of(const AnalyzedText& text, SentenceRange sentences);

/// The sentences that move_begin() (move_end()) examines on a side with this range of matched sentences, in a text of
/// `sentence_count`.
[[nodiscard]] SentenceRange begin_window(SentenceRange matched, const EdgeOptions& options);
[[nodiscard]] SentenceRange end_window(SentenceRange matched, std::uint32_t sentence_count, const EdgeOptions& options);

/// Moves the begin (the end) of a passage, on both sides, to where the shared wording begins (ends). Before, the
/// passage consists of whole sentences, and its first (last) ones match each other. For the end (the begin is its
/// mirror image):
/// - If the last sentences end in the same word, nothing is cut. Otherwise each is cut after the last min_words words
///   in a row that the other also has; one without such words stays whole.
/// - If both sides now end in the same word and at least min_words further words are equal, the end moves over all
///   equal words, up to the end of the windows.
/// After the last word of a sentence, the passage ends where the sentence does, with its closing marks; otherwise where
/// the word does. `sentences` becomes all that are touched. The windows must hold the last sentences; what else they
/// hold limits how far the edge moves: use end_window().
void move_begin(const SentenceWindow& a, const SentenceWindow& b, const EdgeOptions& options, Passage& passage);
void move_end(const SentenceWindow& a, const SentenceWindow& b, const EdgeOptions& options, Passage& passage);

/// Both, for texts that are in memory.
void move_edges(const AnalyzedText& a, const AnalyzedText& b, const EdgeOptions& options, Passage& passage);

}  // namespace cento
