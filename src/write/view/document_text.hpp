#pragma once

#include <span>
#include <string>

#include "read/document.hpp"
#include "text/analysis.hpp"

namespace cento {

/// Documents for people to read. Each begins with a line "── id  (place)  title"; a part other than plain "text" has
/// its name in brackets above it. `analyzed` holds one element per part. All append to `out`.

/// The texts as read, and an empty line.
void append_document_text(std::string& out, const Document& document, std::span<const AnalyzedText> analyzed);

/// One sentence per line: its number in the part, its bytes as [begin,end), its text with white space as spaces.
void append_document_sentences(std::string& out, const Document& document, std::span<const AnalyzedText> analyzed);

/// One token per line: begin, end, hash (16 hexadecimal digits), the token as it occurs in the text.
void append_document_tokens(std::string& out, const Document& document, std::span<const AnalyzedText> analyzed);

}  // namespace cento
