#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/kernel.hpp"
#include "core/span.hpp"

namespace cento {

struct SentenceOptions {
  std::uint32_t max_bytes = 2000;  // a longer run without an end is cut at the last white space (or character) before
};

/// Cuts a text into sentences by rules; see docs/sentences.md for all of them. The spans are ascending, do not overlap,
/// are trimmed of white space, and hold every byte of the text that is not white space. `text` is valid UTF-8.
void split_sentences(std::string_view text, const SentenceOptions& options, std::vector<Span>& out,
                     Kernel kernel = best_kernel());

}  // namespace cento
