#include "write/records/forum_records.hpp"

#include <cmath>

#include "core/json/json_text.hpp"

namespace cento {

namespace {

void append_document(std::string& out, std::string_view key, const NamedDocument& document) {
  append_json_field(out, key, document.id);
  if (!document.place.empty()) append_json_field(out, std::string(key) + "_place", document.place);
}

}  // namespace

void append_part_similarities(std::string& out, std::span<const PartSimilarity> parts) {
  out.push_back('{');
  for (const PartSimilarity& part : parts) {
    append_json_key(out, part.part);
    append_short_number(out, part.similarity);
  }
  out.push_back('}');
}

void append_forum_pair_line(std::string& out, const ForumPairRecord& pair) {
  out.push_back('{');
  append_document(out, "a", pair.a);
  append_document(out, "b", pair.b);
  append_json_key(out, "similarity");
  append_short_number(out, pair.similarity);
  append_json_key(out, "parts");
  append_part_similarities(out, pair.parts);
  out += "}\n";
}

void append_forum_pair_header(std::string& out, std::span<const PartSimilarity> parts, PlaceColumns places) {
  out += "a\tb\tsimilarity";
  for (const PartSimilarity& part : parts) {
    out.push_back('\t');
    append_text_column(out, part.part);
  }
  out += places == PlaceColumns::yes ? "\ta_place\tb_place\n" : "\n";
}

void append_forum_pair_row(std::string& out, const ForumPairRecord& pair, PlaceColumns places) {
  append_text_column(out, pair.a.id);
  out.push_back('\t');
  append_text_column(out, pair.b.id);
  out.push_back('\t');
  append_short_number(out, pair.similarity);
  for (const PartSimilarity& part : pair.parts) {
    out.push_back('\t');
    if (!std::isnan(part.similarity)) append_short_number(out, part.similarity);
  }
  if (places == PlaceColumns::yes) {
    for (const NamedDocument* document : {&pair.a, &pair.b}) {
      out.push_back('\t');
      append_text_column(out, document->place);
    }
  }
  out.push_back('\n');
}

}  // namespace cento
