#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "align/part_passage.hpp"
#include "read/document.hpp"
#include "text/analysis.hpp"

namespace cento {

struct SideBySideOptions {
  std::uint32_t width = 80;             // columns of the terminal; at least kLeastWidth are used
  bool color = false;                   // escape codes; without them, braces {} mark words that differ
  bool whole = false;                   // all unshared text, not only what is near a passage
  std::uint32_t context_sentences = 1;  // unshared sentences shown next to a passage

  static constexpr std::uint32_t kLeastWidth = 40;
};

/// A document to be shown; `analyzed` holds one element per part.
struct ShownDocument {
  std::span<const Part> parts;
  std::span<const AnalyzedText> analyzed;
};

/// Appends the two documents as two columns. Passages are numbered from 1 in the order given, which is that of the
/// first document; their lines carry the number. Passages that come in the same order in both documents are shown side
/// by side, others where they are in each. In them, words that the other document lacks there are marked. Text between
/// passages is shortened to whole sentences next to a passage and a line that says how many are left out.
void append_side_by_side(std::string& out, const ShownDocument& a, const ShownDocument& b,
                         std::span<const PartPassage> passages, const SideBySideOptions& options);

/// How many words of a passage are not in the other document's: the larger of the two sides.
[[nodiscard]] std::uint64_t changed_words(const ShownDocument& a, const ShownDocument& b, const PartPassage& passage);

/// Appends two lines side by side as they are printed in the columns, for headings.
void append_columns(std::string& out, std::string_view a, std::string_view b, const SideBySideOptions& options);

}  // namespace cento
