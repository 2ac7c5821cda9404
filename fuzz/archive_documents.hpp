#pragma once

#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "core/json/json_value.hpp"
#include "core/utf8.hpp"
#include "read/reader.hpp"

namespace cento::fuzz {

inline void require(bool holds) {
  if (!holds) std::abort();
}

inline void check_documents(const DocumentBatch& batch) {
  for (const Document& document : batch.documents) {
    require(!document.id.empty() && is_valid_utf8(document.id));
    require(is_json_value(document.metadata) && is_valid_utf8(document.metadata));
    require(document.parts.size() == 1 && is_valid_utf8(document.parts[0].text));
  }
}

/// Bad records come in input order, and none shows more than its size.
inline void check_rejected(const DocumentBatch& batch, std::uint64_t& last_byte) {
  for (const BadRecord& bad : batch.rejected) {
    require(!bad.reason.empty() && bad.bytes.size() <= bad.full_size_bytes);
    require(bad.place.byte >= last_byte);
    last_byte = bad.place.byte;
  }
}

/// Reads any bytes as an archive: the documents must be sound, and all of the input must be consumed.
inline void read_archive(Reader& reader, std::string_view bytes) {
  const auto in = memory_input("FILE", bytes);
  DocumentBatch batch;
  std::uint64_t last_byte = 0;
  while (reader.cut(*in, batch)) {
    reader.parse(batch);
    check_documents(batch);
    check_rejected(batch, last_byte);
    batch.clear();
  }
  require(in->peek(1).empty());
}

/// Small limits, so that the fuzzer exceeds them.
inline ReadOptions small_limits() {
  ReadOptions options;
  options.max_document_bytes = 4096;
  return options;
}

}  // namespace cento::fuzz
