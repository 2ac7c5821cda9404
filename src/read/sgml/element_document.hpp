#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "read/charset/charset.hpp"
#include "read/document.hpp"

namespace cento {

/// What a reader made of one element of an ElementCutter's block. Id and texts are already in the batch.
struct ElementDocument {
  std::string_view id;
  std::span<const Part> parts;
  std::string_view metadata;  // copied into the batch
  Utf8Text source;            // how its bytes became UTF-8
};

/// Where a record of the block is in the input.
[[nodiscard]] Place place_of(const DocumentBatch& batch, const RawRecord& record);

/// Adds it to the batch's documents, or to the rejected ones if its texts together exceed the limit.
void add_element_document(DocumentBatch& batch, const RawRecord& record, const ElementDocument& element,
                          std::uint64_t max_document_bytes);

}  // namespace cento
