#include "write/records/report_records.hpp"

#include "core/append_all.hpp"
#include "core/json/json_text.hpp"

namespace cento {

namespace {

void append_document(std::string& out, const NamedDocument& document) {
  append_json_field(out, "id", document.id);
  if (!document.place.empty()) append_json_field(out, "place", document.place);
}

void append_comma(std::string& out) {
  if (out.back() != '[') out.push_back(',');
}

void append_source(std::string& out, const ReportSource& source) {
  append_comma(out);
  out.push_back('{');
  append_document(out, source.document);
  append_all(out, ",\"collisions\":", source.collisions, ",\"matches\":[");
  for (const SentencePair& match : source.matches) {
    append_comma(out);
    out.push_back('{');
    append_sentence(out, match.own);
    out += ",\"there\":{";
    append_sentence(out, match.there);
    out += "}}";
  }
  out += "]}";
}

}  // namespace

void append_sentence(std::string& out, const NamedSentence& sentence) {
  if (!sentence.part.empty()) append_json_field(out, "part", sentence.part);
  append_json_key(out, "sentence");
  append_all(out, sentence.sentence, ",\"bytes\":[", sentence.bytes.begin, ",", sentence.bytes.end, "]");
}

void append_report_line(std::string& out, const ReportRecord& record) {
  out.push_back('{');
  append_document(out, record.document);
  append_all(out, ",\"sentences\":", record.sentences, ",\"known\":", record.known, ",\"sources\":[");
  for (const ReportSource& source : record.sources) append_source(out, source);
  append_all(out, "],\"sources_unlisted\":", record.sources_unlisted, "}\n");
}

}  // namespace cento
