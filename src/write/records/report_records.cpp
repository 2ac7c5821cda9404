#include "write/records/report_records.hpp"

#include "core/append_all.hpp"
#include "core/json/json_text.hpp"

namespace cento {

namespace {

void append_document(std::string& out, const NamedDocument& document) {
  append_json_field(out, "id", document.id);
  if (!document.place.empty()) append_json_field(out, "place", document.place);
}

}  // namespace

void append_sentence(std::string& out, const NamedSentence& sentence) {
  if (!sentence.part.empty()) append_json_field(out, "part", sentence.part);
  append_json_key(out, "sentence");
  append_all(out, sentence.sentence, ",\"bytes\":[", sentence.bytes.begin, ",", sentence.bytes.end, "]");
}

ReportLine::ReportLine(std::string& out, const NamedDocument& document, std::uint64_t sentences, std::uint64_t known)
    : out_(out) {
  out_.push_back('{');
  append_document(out_, document);
  append_all(out_, ",\"sentences\":", sentences, ",\"known\":", known, ",\"sources\":[");
}

void ReportLine::end_source() {
  if (has_sources_) out_ += "]}";
}

void ReportLine::add_source(const NamedDocument& document, std::uint64_t collisions) {
  end_source();
  out_ += has_sources_ ? ",{" : "{";
  append_document(out_, document);
  append_all(out_, ",\"collisions\":", collisions, ",\"matches\":[");
  has_sources_ = true;
  has_matches_ = false;
}

void ReportLine::add_match(const NamedSentence& own, const NamedSentence& there) {
  out_ += has_matches_ ? ",{" : "{";
  append_sentence(out_, own);
  out_ += ",\"there\":{";
  append_sentence(out_, there);
  out_ += "}}";
  has_matches_ = true;
}

void ReportLine::end(std::uint64_t sources_unlisted) {
  end_source();
  append_all(out_, "],\"sources_unlisted\":", sources_unlisted, "}\n");
}

}  // namespace cento
