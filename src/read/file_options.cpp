#include "cento/file_options.hpp"

#include <fmt/format.h>

#include "cento/error.hpp"
#include "cento/option_table.hpp"
#include "read/charset/charset.hpp"
#include "read/formats.hpp"

namespace cento {

namespace {

std::vector<std::string> format_names() {
  std::vector<std::string> names;
  for (const Format& format : formats()) {
    if (format.content != Content::companion) names.emplace_back(format.name);
  }
  return names;
}

void check_charset(const std::string& label) {
  if (!is_known_charset(label)) throw UsageError(fmt::format("there is no charset \"{}\"", label));
}

}  // namespace

OptionTable options_of(FileOptions& options) {
  return {
      {"format", "NAME", "format of all inputs, see `cento formats`", TextSlot{&options.format, {}, format_names()}, "",
       "by content and name"},
      {"text_field", "NAME,...", "JSONL, CSV, tables: fields that hold the text; each becomes a part",
       ListSlot{&options.text_fields, {}, ','}, "", "text, content, body, ..."},
      {"id_field", "NAME", "JSONL, CSV, tables: field that holds the id", TextSlot{&options.id_field}, "",
       "id, _id, docno, ..."},
      {"split", "HOW",
       "plain text: one document per line (lines) or paragraph (paragraphs), or split at matches of a regex",
       TextSlot{&options.split}},
      {"charset", "NAME", "text and HTML: convert from this charset", TextSlot{&options.charset, check_charset}, "",
       "as declared or detected"},
      {"max_document", "SIZE", "reject larger documents", SizeSlot{&options.max_document_bytes, 1}},
  };
}

}  // namespace cento
