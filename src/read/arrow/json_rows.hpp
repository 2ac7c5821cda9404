#pragma once

#include <cstdint>
#include <string_view>

#include "cento/arrow.hpp"
#include "read/arrow/arrow_column.hpp"
#include "read/document.hpp"
#include "read/reader.hpp"

namespace cento {

/// How rows with JSON objects become documents: as lines of JSON do.
struct JsonRowOptions {
  ReadOptions reading;          // fields, and how large a text may be
  bool id_is_required = false;  // an object without an id is rejected; otherwise it is named by its row
  std::string_view file = {};   // of places
};

/// Where the column with JSON objects is in the record batches of a table.
class JsonRows {
 public:
  /// Throws Error when the column is missing or of another type.
  JsonRows(const ArrowSchema& table, std::string_view column, JsonRowOptions options);

  /// The rows of one record batch, which must outlive it and the documents.
  class Batch {
   public:
    Batch(const JsonRows& rows, const ArrowArray& array) : rows_(rows), objects_(rows.column_, array) {}

    /// As ArrowRows::Batch::add().
    void add(std::int64_t begin, std::int64_t end, std::uint64_t first, DocumentBatch& batch) const;

    /// Bytes of the object in a row.
    [[nodiscard]] std::uint64_t text_bytes(std::int64_t row) const { return objects_.text(row).value_or("").size(); }

   private:
    const JsonRows& rows_;
    ArrowValues objects_;
  };

  [[nodiscard]] Batch of(const ArrowArray& array) const { return {*this, array}; }

 private:
  JsonRowOptions options_;
  ArrowColumn column_;
};

}  // namespace cento
