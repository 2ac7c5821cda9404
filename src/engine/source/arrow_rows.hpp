#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cento/arrow.hpp"
#include "cento/source.hpp"
#include "read/document.hpp"

namespace cento {

/// How a column of strings or integers is laid out, by its format string.
enum class ArrowLayout : std::uint8_t { utf8, large_utf8, int32, uint32, int64, uint64 };

/// Where the columns that become documents are in the batches of a stream.
class ArrowRows {
 public:
  /// Throws Error when a column is missing or of another type.
  ArrowRows(const ArrowSchema& schema, const ArrowColumns& columns);

  /// Adds the rows `begin` to `end` of a record batch, whose first row is the stream's row `first`, to `batch`, which
  /// refers to its memory. Rows without a text are rejected.
  void add(const ArrowArray& rows, std::int64_t begin, std::int64_t end, std::uint64_t first,
           DocumentBatch& batch) const;

  /// Bytes of text in a row.
  [[nodiscard]] std::uint64_t text_bytes(const ArrowArray& rows, std::int64_t row) const;

 private:
  struct Column {
    std::string name;
    std::int64_t child = 0;
    ArrowLayout layout = ArrowLayout::utf8;
  };

  [[nodiscard]] static Column find(const ArrowSchema& schema, const std::string& name, bool may_be_number);
  [[nodiscard]] static std::optional<std::string_view> text(const ArrowArray& rows, const Column& column,
                                                            std::int64_t row);
  [[nodiscard]] std::optional<std::string> id(const ArrowArray& rows, std::int64_t row) const;

  std::vector<Column> texts_;
  std::optional<Column> id_;
};

}  // namespace cento
