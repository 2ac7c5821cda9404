#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "methods/cuts/repeat_records.hpp"
#include "methods/cuts/repeated_sentences.hpp"

// The rules of cutting that do not depend on where sentences are stored.

namespace cento {

/// For sentences that are not cut, in place of the equal one.
inline constexpr std::uint64_t kStaysWhereItIs = ~std::uint64_t{0};

/// Records the equal sentence for each sentence of a window that begins at `begin` and repeats one that begins at
/// `earlier`; windows come in their order, and sentences covered by a previous one have theirs already.
inline void mark_window(std::size_t begin, std::size_t size, std::uint64_t earlier, std::span<std::uint64_t> equal) {
  for (; size > 0 && equal[begin + size - 1] == kStaysWhereItIs; --size) equal[begin + size - 1] = earlier + size - 1;
}

/// Sentences in a row, all that a text has between two that stay: whether they are all of the text, and what is cut.
[[nodiscard]] inline bool is_whole_text(std::span<const StoredSentence> run) {
  return run.front().before.separation == SentenceGap::kEdge && run.back().behind.separation == SentenceGap::kEdge;
}
[[nodiscard]] inline Span bytes_to_cut(std::span<const StoredSentence> run, std::uint32_t text_bytes) {
  if (is_whole_text(run)) return {0, text_bytes};
  const StoredSentence& first = run.front();
  const StoredSentence& last = run.back();
  if (last.behind.separation <= first.before.separation) return {first.bytes.begin, last.bytes.end + last.behind.bytes};
  return {first.bytes.begin - first.before.bytes, last.bytes.end};
}

/// Divides such sentences [begin, end) of a text into pieces that are kept together elsewhere, and calls `use(first,
/// behind, cut)` with each. `is_kept_after(first, sentence)`: whether a sentence is kept as far after that of `first`
/// as it is itself, in the same text.
template <typename IsKeptAfter, typename Use>
void for_each_piece(const StoredText& text, std::span<const StoredSentence> sentences, std::size_t begin,
                    std::size_t end, const IsKeptAfter& is_kept_after, const Use& use) {
  const Span bytes = bytes_to_cut(sentences.subspan(begin, end - begin), text.bytes);
  for (std::size_t first = begin, behind = begin; first < end; first = behind) {
    for (++behind; behind < end && is_kept_after(first, behind);) ++behind;
    SentenceRun cut{text.document, text.part, {}, {}};
    cut.sentences.begin = sentences[first].number;
    cut.sentences.end = behind < end ? sentences[behind].number : sentences[behind - 1].number + 1;
    cut.bytes.begin = first == begin ? bytes.begin : sentences[first].bytes.begin;
    cut.bytes.end = behind == end ? bytes.end : sentences[behind].bytes.begin;
    use(first, behind, cut);
  }
}

}  // namespace cento
