#pragma once

#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "core/json/json_value.hpp"
#include "core/utf8.hpp"
#include "read/formats.hpp"

namespace cento::fuzz {

inline void require(bool holds) {
  if (!holds) std::abort();
}

/// Reads any bytes as a format; every document's text, id and metadata must be sound, and within the limit.
inline void read_documents(std::string_view format, const ReadOptions& options, std::string_view bytes) {
  (void)format_named(format)->recognise(bytes);
  const auto reader = format_named(format)->make(options);
  const auto in = memory_input("FILE", bytes);
  DocumentBatch batch;
  while (reader->cut(*in, batch)) {
    reader->parse(batch);
    for (const Document& document : batch.documents) {
      require(is_valid_utf8(document.id) && !document.id.empty() && !document.parts.empty());
      require(is_valid_utf8(document.metadata) && is_json_value(document.metadata));
      std::uint64_t text_bytes = 0;
      for (const Part& part : document.parts) {
        require(is_valid_utf8(part.text));
        text_bytes += part.text.size();
      }
      require(text_bytes <= options.max_document_bytes);
    }
    for (const BadRecord& bad : batch.rejected) {
      require(!bad.reason.empty() && bad.place.file == "FILE" && bad.full_size_bytes >= bad.bytes.size());
    }
    batch.clear();
  }
}

/// The same with room for anything, and with limits so small that records are rejected and spools go to disk.
inline void read_documents_with_limits(std::string_view format, std::string_view bytes) {
  ReadOptions options;
  read_documents(format, options, bytes);
  options.max_document_bytes = 100;
  options.memory_bytes = 256;
  read_documents(format, options, bytes);
}

}  // namespace cento::fuzz
