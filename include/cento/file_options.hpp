#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace cento {

/// How files become documents. The command line has the same names.
struct FileOptions {
  std::string format;                    // a name that `cento formats` lists; empty: by content and extension
  std::vector<std::string> text_fields;  // JSON lines, CSV: fields that become parts, in this order; empty: the usual
  std::string id_field;                  // JSON lines, CSV: the field with the id; empty: the usual names
  std::string split;    // plain text: "", "lines", "paragraphs" or a regular expression that separates documents
  std::string charset;  // text and HTML: converts from this charset, whatever the input says
  std::uint64_t max_document_bytes = std::uint64_t{64} << 20;  // a larger record or text is rejected, never cut
};

}  // namespace cento
