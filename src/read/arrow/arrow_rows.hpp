#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cento/arrow.hpp"
#include "read/arrow/arrow_column.hpp"
#include "read/arrow/arrow_metadata.hpp"
#include "read/document.hpp"

namespace cento {

/// How the rows of a table become documents.
struct ArrowRowOptions {
  /// A column that becomes a part.
  struct Text {
    std::string column;
    std::string part;
    bool is_html = false;  // a page, of which the text is taken
  };

  std::vector<Text> texts;     // at least one; what is null is left out
  std::string id;              // a column of strings or integers; empty: there is none
  bool id_is_required = true;  // a row whose id is null is rejected; otherwise it is named by its row
  std::string row_id_prefix;   // before the number of a row that names a document: "7", "a.parquet:7"
  std::string_view file;       // of places
  bool has_metadata = false;   // other columns become metadata
  std::uint64_t max_text_bytes = std::numeric_limits<std::uint64_t>::max();
};

/// Where the columns that become documents are in the record batches of a table.
class ArrowRows {
 public:
  /// Throws Error when a column is missing or of another type.
  ArrowRows(const ArrowSchema& table, ArrowRowOptions options);

  /// The rows of one record batch, which must outlive it and the documents.
  class Batch {
   public:
    /// Adds the rows `begin` to `end` to `batch`, whose texts refer to the record batch. `first` is the number of the
    /// record batch's first row in its file or stream, counted from 0. Rows without a text are rejected.
    void add(std::int64_t begin, std::int64_t end, std::uint64_t first, DocumentBatch& batch) const;

    /// Bytes of text in a row.
    [[nodiscard]] std::uint64_t text_bytes(std::int64_t row) const;

   private:
    friend ArrowRows;
    Batch(const ArrowRows& rows, const ArrowArray& array);

    [[nodiscard]] std::string choose_parts(std::int64_t row, std::vector<Part>& parts, Arena& arena) const;
    [[nodiscard]] std::string choose_id(std::int64_t row, std::uint64_t number, std::string& id) const;

    const ArrowRows& rows_;
    std::vector<ArrowValues> texts_;  // as the options have them
    std::optional<ArrowValues> id_;
    std::optional<ArrowMetadata::Batch> metadata_;
  };

  [[nodiscard]] Batch of(const ArrowArray& array) const { return {*this, array}; }

 private:
  ArrowRowOptions options_;
  std::vector<ArrowColumn> texts_;
  std::optional<ArrowColumn> id_;
  std::optional<ArrowMetadata> metadata_;  // if there is any
};

}  // namespace cento
