#pragma once

#include <span>
#include <string>

#include "read/document.hpp"
#include "text/analysis.hpp"

namespace cento {

/// Appends a document as a line of JSON that the JSONL reader turns into the same document: "id", its parts as fields,
/// "charset" if the text was not UTF-8, then the other fields of the record. A metadata field whose name is taken gets
/// underscores appended.
void append_document_line(std::string& out, const Document& document);

/// Appends a line of JSON that shows what Cento sees: id, place, charset, metadata, and for each part its text,
/// sentences as [begin,end) in bytes, and number of tokens. `analyzed` holds one element per part.
void append_analyzed_document_line(std::string& out, const Document& document, std::span<const AnalyzedText> analyzed);

}  // namespace cento
