#pragma once

#include <span>
#include <string>

#include "read/document.hpp"
#include "text/analysis.hpp"

namespace cento {

/// Documents for people to look at. Each begins with a line "── id  (place)  title"; a part that is not simply the text
/// has its name in brackets above it. `analyzed` holds an element a part. All append to `out`.

/// The texts as they were read, and an empty line.
void append_document_text(std::string& out, const Document& document, std::span<const AnalyzedText> analyzed);

/// A sentence a line: its number in the part, its bytes as [begin,end), its words with line breaks and tabs as spaces.
void append_document_sentences(std::string& out, const Document& document, std::span<const AnalyzedText> analyzed);

/// A token a line: begin, end, hash (16 hexadecimal digits), the token as it stands in the text.
void append_document_tokens(std::string& out, const Document& document, std::span<const AnalyzedText> analyzed);

}  // namespace cento
