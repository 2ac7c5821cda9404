#include "write/view/document_text.hpp"

#include <algorithm>
#include <iterator>
#include <string_view>

#include <fmt/format.h>

#include "core/append_all.hpp"
#include "core/json/json_value.hpp"

namespace cento {

namespace {

/// Appends the text in one line.
void append_flat(std::string& out, std::string_view text) {
  std::replace_copy_if(
      text.begin(), text.end(), std::back_inserter(out), [](char c) { return c == '\n' || c == '\r' || c == '\t'; },
      ' ');
}

void append_title(std::string& out, const Document& document) {
  if (document.metadata == "{}") return;
  Arena arena;
  for (const JsonField& field : read_json_object(document.metadata, arena).fields) {
    if (field.key != "title" || kind_of_json(field.value) != JsonKind::string) continue;
    out += "  ";
    append_flat(out, unescape_json_string(field.value));
    return;
  }
}

void append_heading(std::string& out, const Document& document) {
  out += "── ";
  append_flat(out, document.id);
  append_all(out, "  (", document.place.to_string(), ")");
  append_title(out, document);
  if (document.charset != "UTF-8") {
    const std::string_view source = document.charset_source.empty() ? "unknown" : document.charset_source;
    append_all(out, "  [", document.charset, ": ", source, "]");
  }
  out.push_back('\n');
}

void append_part_name(std::string& out, const Document& document, const Part& part) {
  if (document.parts.size() == 1 && part.name == "text") return;
  append_all(out, "[", part.name, "]\n");
}

void append_sentences(std::string& out, std::string_view text, const AnalyzedText& analyzed) {
  std::size_t number = 0;
  for (const Sentence& sentence : analyzed.sentences) {
    append_all(out, number++, "\t[", sentence.bytes.begin, ",", sentence.bytes.end, ")\t");
    append_flat(out, sentence.bytes.of(text));
    out.push_back('\n');
  }
}

void append_tokens(std::string& out, std::string_view text, const Tokens& tokens) {
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const Span span = tokens.span(i);
    out += fmt::format("{}\t{}\t{:016x}\t", span.begin, span.end, tokens.hashes[i]);
    append_flat(out, span.of(text));
    out.push_back('\n');
  }
}

}  // namespace

void append_document_text(std::string& out, const Document& document, std::span<const AnalyzedText> /*analyzed*/) {
  append_heading(out, document);
  for (const Part& part : document.parts) {
    append_part_name(out, document, part);
    out += part.text;
    if (!part.text.ends_with('\n')) out.push_back('\n');
  }
  out.push_back('\n');
}

void append_document_sentences(std::string& out, const Document& document, std::span<const AnalyzedText> analyzed) {
  append_heading(out, document);
  for (std::size_t i = 0; i < document.parts.size(); ++i) {
    append_part_name(out, document, document.parts[i]);
    append_sentences(out, document.parts[i].text, analyzed[i]);
  }
}

void append_document_tokens(std::string& out, const Document& document, std::span<const AnalyzedText> analyzed) {
  append_heading(out, document);
  for (std::size_t i = 0; i < document.parts.size(); ++i) {
    append_part_name(out, document, document.parts[i]);
    append_tokens(out, document.parts[i].text, analyzed[i].tokens);
  }
}

}  // namespace cento
