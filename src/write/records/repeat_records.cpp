#include "write/records/repeat_records.hpp"

#include "core/append_all.hpp"
#include "core/json/json_text.hpp"

namespace cento {

namespace {

void append_run(std::string& out, const NamedRun& run) {
  append_json_field(out, "id", run.document.id);
  if (!run.document.place.empty()) append_json_field(out, "place", run.document.place);
  if (!run.part.empty()) append_json_field(out, "part", run.part);
  append_all(out, ",\"tokens\":[", run.first_token, ",", run.end_token, "],\"bytes\":[", run.bytes.begin, ",",
             run.bytes.end, "]");
}

}  // namespace

void append_repeat_line(std::string& out, const RepeatRecord& record) {
  out.push_back('{');
  append_run(out, record.run);
  out += ",\"also\":{";
  append_run(out, record.also);
  out += record.is_first ? "},\"first\":true}\n" : "},\"first\":false}\n";
}

}  // namespace cento
