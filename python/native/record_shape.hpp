#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <nanobind/nanobind.h>

#include "cento/arrow.hpp"

namespace cento::python {

/// How an object is made of a row. In Python a shape is the number of a column, or a tuple of what it is and of shapes:
///   (class, names of its slots, shapes of their values)      an object of a dataclass with slots
///   (tuple, (), shapes)                                      a tuple
///   (list, (), (number, shape))                              a tuple of what `shape` makes of each element of a column
///                                                            of lists
///   (dict, (), (number, shape))                              a dict of the pairs that `shape` makes, likewise
class RecordShape {
 public:
  /// Throws nanobind's errors when `shape` is none.
  explicit RecordShape(nanobind::handle shape);

  /// The object of a row. Objects of the classes are made without calling their functions, which costs less.
  [[nodiscard]] nanobind::object make(const ArrowArray& rows, const ArrowSchema& schema, std::int64_t row) const;

  /// Forgets texts of the batch that was read before.
  void begin_batch() const;

 private:
  enum class Kind : std::uint8_t { column, record, tuple, list, dict };

  [[nodiscard]] nanobind::object make_record(const ArrowArray& rows, const ArrowSchema& schema, std::int64_t row) const;
  [[nodiscard]] nanobind::object make_tuple(const ArrowArray& rows, const ArrowSchema& schema, std::int64_t row) const;
  [[nodiscard]] nanobind::object make_elements(const ArrowArray& rows, const ArrowSchema& schema,
                                               std::int64_t row) const;
  [[nodiscard]] nanobind::object text_of(const ArrowArray& column, std::int64_t row) const;
  [[nodiscard]] nanobind::object value_of(const ArrowArray& column, const ArrowSchema& schema, std::int64_t row) const;

  Kind kind_ = Kind::column;
  std::int64_t column_ = 0;
  nanobind::object type_;
  std::vector<nanobind::object> names_;
  std::vector<RecordShape> parts_;

  // The text of the row before, which is often the same, and its string.
  mutable std::string_view last_;
  mutable nanobind::object last_object_;
};

}  // namespace cento::python
