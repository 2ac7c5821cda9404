#pragma once

#include <string_view>

#include "read/reader.hpp"
#include "read/sgml/element_cutter.hpp"

namespace cento {

/// A reader of files in which each document is an element of one name. Subclasses define what an element means.
class ElementReader : public Reader {
 public:
  bool cut(Input& in, DocumentBatch& batch) final { return cutter_.cut(in, batch); }

  void parse(DocumentBatch& batch) const final {
    for (const RawRecord& record : batch.block.records) {
      batch.record = {record.byte, record.end_byte};
      parse_element(batch, record);
    }
    batch.sort_rejected();
  }

 protected:
  /// `element` is the name as ElementCutter takes it, and must be a literal.
  ElementReader(std::string_view element, const ReadOptions& options)
      : Reader(options), cutter_(element, kBlockBytes, options.max_document_bytes) {}

 private:
  virtual void parse_element(DocumentBatch& batch, const RawRecord& record) const = 0;

  ElementCutter cutter_;
};

}  // namespace cento
