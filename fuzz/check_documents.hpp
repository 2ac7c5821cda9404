#pragma once

#include <cstdlib>

#include "core/utf8.hpp"
#include "read/reader.hpp"

namespace cento {

/// Runs a reader over an input and aborts if a document violates its contract. Returns how many there were.
inline std::size_t check_documents(Reader& reader, Input& in) {
  std::size_t documents = 0;
  DocumentBatch batch;
  while (reader.cut(in, batch)) {
    reader.parse(batch);
    for (const Document& document : batch.documents) {
      if (document.parts.empty() || !is_valid_utf8(document.id) || !is_valid_utf8(document.metadata)) std::abort();
      for (const Part& part : document.parts) {
        if (!is_valid_utf8(part.text)) std::abort();
      }
    }
    for (const BadRecord& bad : batch.rejected) {
      if (bad.reason.empty() || bad.full_size_bytes < bad.bytes.size()) std::abort();
    }
    documents += batch.documents.size();
    batch.clear();
  }
  return documents;
}

}  // namespace cento
