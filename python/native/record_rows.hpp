#pragma once

#include <cstdint>

#include <nanobind/nanobind.h>

#include "cento/error.hpp"
#include "cento/record_table.hpp"
#include "record_shape.hpp"

namespace cento::python {

/// The rows of a table one batch after another, as lists of objects of a shape (see RecordShape).
class RowReader {
 public:
  RowReader(const RecordTable& table, nanobind::handle shape);
  ~RowReader();
  RowReader(const RowReader&) = delete;
  RowReader& operator=(const RowReader&) = delete;

  /// The rows of the next batch; None after the last.
  [[nodiscard]] nanobind::object next();

 private:
  RecordShape shape_;
  ArrowArrayStream stream_{};
  ArrowSchema schema_{};
};

/// The names of the columns.
[[nodiscard]] nanobind::list column_names(const RecordTable& table);

/// The table as a PyCapsule of the Arrow C stream interface.
[[nodiscard]] nanobind::object stream_capsule(const RecordTable& table);

/// Takes the stream out of a PyCapsule; the names of its columns.
[[nodiscard]] ArrowArrayStream* stream_in(const nanobind::object& capsule);
[[nodiscard]] nanobind::list column_names(ArrowArrayStream* stream);

}  // namespace cento::python
