#include "write/report_records.hpp"

#include <iterator>

#include <fmt/format.h>

#include "core/json_text.hpp"

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
  fmt::format_to(std::back_inserter(out), R"({},"bytes":[{},{}])", sentence.sentence, sentence.bytes.begin,
                 sentence.bytes.end);
}

ReportLine::ReportLine(std::string& out, const NamedDocument& document, std::uint64_t sentences, std::uint64_t known)
    : out_(out) {
  out_.push_back('{');
  append_document(out_, document);
  fmt::format_to(std::back_inserter(out_), R"(,"sentences":{},"known":{},"sources":[)", sentences, known);
}

void ReportLine::end_source() {
  if (has_sources_) out_ += "]}";
}

void ReportLine::add_source(const NamedDocument& document, std::uint64_t collisions) {
  end_source();
  out_ += has_sources_ ? ",{" : "{";
  append_document(out_, document);
  fmt::format_to(std::back_inserter(out_), R"(,"collisions":{},"matches":[)", collisions);
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
  fmt::format_to(std::back_inserter(out_), "],\"sources_unlisted\":{}}}\n", sources_unlisted);
}

}  // namespace cento
