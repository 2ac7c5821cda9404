#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/byte_range.hpp"
#include "core/place.hpp"
#include "read/input/input.hpp"

namespace cento {

/// One `<row … />` of a dump.
struct XmlRow {
  std::string_view bytes;             // from its `<` to the next one, without white space at the end
  Place place;                        // with its line
  std::string problem;                // why it is unusable, one sentence; empty when no problem is known
  std::uint64_t full_size_bytes = 0;  // larger than bytes.size() when the row is over the limit
  ByteRange record;                   // up to the next `<`
};

/// Cuts the rows off a dump file: consecutive elements whose data is all in attributes. A row that is not well-formed
/// does not hide the next one: a `<` cannot occur inside a row, so the next `<` starts another. Everything but rows
/// (XML declaration, root element, comments) is skipped.
class RowCutter {
 public:
  explicit RowCutter(std::uint64_t max_row_bytes);

  /// False at the end of the input. Only the size of a row is checked: see AttributeScanner. The row's bytes are valid
  /// until the next call or any other use of `in`.
  bool next(Input& in, XmlRow& row);

 private:
  [[nodiscard]] std::string_view peek_markup(Input& in) const;
  void take_large(Input& in, XmlRow& row);
  void consume(Input& in, std::size_t size);

  std::uint64_t max_row_bytes_;
  std::uint64_t line_ = 1;
  std::size_t pending_ = 0;  // bytes of the row given last
  std::string large_;        // beginning of a row over the limit
};

/// Iterates over the attributes of a row and checks them: names, quotes, references. Values are still escaped.
class AttributeScanner {
 public:
  /// `row` starts with "<row".
  explicit AttributeScanner(std::string_view row);

  /// False at the end of the row and at the first error.
  bool next();

  [[nodiscard]] std::string_view name() const { return name_; }
  [[nodiscard]] std::string_view value() const { return value_; }

  /// What is wrong, as a sentence; empty when nothing is.
  [[nodiscard]] std::string_view problem() const { return problem_; }

 private:
  void skip_space();
  bool finish();
  bool fail(std::string_view problem);
  bool take_name();
  bool take_value();

  std::string_view row_;
  std::size_t at_;
  std::string_view name_;
  std::string_view value_;
  std::string_view problem_;
};

}  // namespace cento
