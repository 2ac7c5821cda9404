#include "write/records/document_json.hpp"

#include <string_view>
#include <unordered_set>

#include "core/append_all.hpp"
#include "core/json/json_text.hpp"
#include "core/json/json_value.hpp"

namespace cento {

namespace {

constexpr std::string_view kUtf8 = "UTF-8";

/// Writes the fields of one object and keeps their names distinct.
class FlatObject {
 public:
  explicit FlatObject(std::string& out) : out_(out) { out_.push_back('{'); }

  void add_text(std::string_view key, std::string_view text) {
    append_json_key(out_, key);
    append_json_string(out_, text);
    keys_.emplace(key);
  }

  void add_json(std::string_view key, std::string_view value) {
    std::string free_key(key);
    while (!keys_.insert(free_key).second) free_key.push_back('_');
    append_json_key(out_, free_key);
    out_ += value;
  }

  void close() { out_ += "}\n"; }

 private:
  std::string& out_;
  std::unordered_set<std::string> keys_;
};

void append_place(std::string& out, const Place& place) {
  append_json_field(out, "file", place.file);
  if (place.line != Place::kUnknown) append_json_number(out, "line", place.line);
  if (place.row != Place::kUnknown) append_json_number(out, "row", place.row);
  if (place.byte != Place::kUnknown) append_json_number(out, "byte", place.byte);
}

void append_part(std::string& out, const Part& part, const AnalyzedText& analyzed) {
  out.push_back('{');
  append_json_field(out, "name", part.name);
  append_json_field(out, "text", part.text);
  append_json_key(out, "sentences");
  out.push_back('[');
  for (const Sentence& sentence : analyzed.sentences) {
    const std::string_view comma = out.back() == '[' ? "" : ",";
    append_all(out, comma, "[", sentence.bytes.begin, ",", sentence.bytes.end, "]");
  }
  out.push_back(']');
  append_json_number(out, "tokens", analyzed.tokens.size());
  out.push_back('}');
}

}  // namespace

void append_document_line(std::string& out, const Document& document) {
  FlatObject object(out);
  object.add_text("id", document.id);
  for (const Part& part : document.parts) object.add_text(part.name, part.text);
  if (document.charset != kUtf8) object.add_text("charset", document.charset);
  if (document.metadata != "{}") {
    Arena arena;
    for (const JsonField& field : read_json_object(document.metadata, arena).fields) {
      object.add_json(field.key, field.value);
    }
  }
  object.close();
}

void append_analyzed_document_line(std::string& out, const Document& document, std::span<const AnalyzedText> analyzed) {
  out.push_back('{');
  append_json_field(out, "id", document.id);
  append_place(out, document.place);
  append_json_field(out, "charset", document.charset);
  if (!document.charset_source.empty()) append_json_field(out, "charset_source", document.charset_source);
  append_json_key(out, "metadata");
  out += document.metadata;
  append_json_key(out, "parts");
  out.push_back('[');
  for (std::size_t i = 0; i < document.parts.size(); ++i) {
    if (i != 0) out.push_back(',');
    append_part(out, document.parts[i], analyzed[i]);
  }
  out += "]}\n";
}

}  // namespace cento
