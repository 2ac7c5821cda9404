// Any bytes as JSON lines: every document's text, id and metadata must be sound, however the fields were requested.

#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "core/json/json_value.hpp"
#include "core/utf8.hpp"
#include "read/formats.hpp"

namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

void read_with(const cento::ReadOptions& options, std::string_view bytes) {
  const auto reader = cento::format_named("jsonl")->make(options);
  const auto in = cento::memory_input("FILE", bytes);
  cento::DocumentBatch batch;
  while (reader->cut(*in, batch)) {
    reader->parse(batch);
    for (const cento::Document& document : batch.documents) {
      require(cento::is_valid_utf8(document.id) && !document.id.empty() && !document.parts.empty());
      require(cento::is_json_value(document.metadata) && cento::is_valid_utf8(document.metadata));
      for (const cento::Part& part : document.parts) require(cento::is_valid_utf8(part.text));
    }
    for (const cento::BadRecord& bad : batch.rejected) require(!bad.reason.empty());
    batch.clear();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  cento::ReadOptions options;
  (void)cento::format_named("jsonl")->recognise(bytes);
  read_with(options, bytes);
  options.text_fields = {"a.b", "text"};
  options.id_field = "a.id";
  read_with(options, bytes);
  return 0;
}
