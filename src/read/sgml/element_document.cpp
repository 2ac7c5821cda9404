#include "read/sgml/element_document.hpp"

#include "read/input/oversize.hpp"

namespace cento {

Place place_of(const DocumentBatch& batch, const RawRecord& record) {
  return {batch.block.place.file, record.line, record.byte};
}

void add_element_document(DocumentBatch& batch, const RawRecord& record, const ElementDocument& element,
                          std::uint64_t max_document_bytes) {
  std::uint64_t text_bytes = 0;
  for (const Part& part : element.parts) text_bytes += part.text.size();
  if (text_bytes > max_document_bytes) {
    return batch.reject(place_of(batch, record), oversize_reason("text", text_bytes, max_document_bytes),
                        record.bytes.of(batch.block.bytes.view()));
  }
  Document& document = batch.add(element.id, element.parts);
  document.metadata = batch.arena.store(element.metadata);
  document.charset = element.source.charset;
  document.charset_source = element.source.source;
  document.place = place_of(batch, record);
  if (element.source.replaced != 0) batch.counts["replaced characters"] += element.source.replaced;
}

}  // namespace cento
