#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/kernel.hpp"
#include "core/span.hpp"

namespace cento {

struct SentenceOptions {
  std::uint32_t max_bytes = 2000;  // a longer run without an end is cut at its last white space (or character)
};

/// Cuts a text into sentences by rules; see docs/sentences.md for all of them. The spans are ascending, do not overlap,
/// are trimmed of white space, and cover every byte of the text that is not white space. `text` is valid UTF-8.
void split_sentences(std::string_view text, const SentenceOptions& options, std::vector<Span>& out,
                     Kernel kernel = best_kernel());

/// The same, but every candidate is judged by the rules alone, without the quick looks that decide most of them.
/// Slower; for tests that require both to agree.
void split_sentences_by_rules(std::string_view text, const SentenceOptions& options, std::vector<Span>& out);

}  // namespace cento
