#include "record_shape.hpp"

#include <cstring>
#include <utility>

namespace nb = nanobind;

namespace cento::python {

namespace {

template <typename Value>
Value value_at(const ArrowArray& column, std::int64_t row) {
  Value value;
  std::memcpy(&value, static_cast<const char*>(column.buffers[1]) + row * static_cast<std::int64_t>(sizeof(value)),
              sizeof(value));
  return value;
}

bool bit_at(const ArrowArray& column, int buffer, std::int64_t row) {
  return (static_cast<const std::uint8_t*>(column.buffers[buffer])[row / 8] >> (row % 8) & 1) != 0;
}

std::string_view text_at(const ArrowArray& column, std::int64_t row) {
  const auto begin = value_at<std::int32_t>(column, row);
  const auto end = value_at<std::int32_t>(column, row + 1);
  return {static_cast<const char*>(column.buffers[2]) + begin, static_cast<std::size_t>(end - begin)};
}

nb::object checked(PyObject* made) {
  if (made == nullptr) throw nb::python_error();
  return nb::steal(made);
}

/// A tuple of `size` values; `value(i)` makes each.
template <typename MakeValue>
nb::object tuple_of(std::int64_t size, const MakeValue& value) {
  nb::object tuple = checked(PyTuple_New(static_cast<Py_ssize_t>(size)));
  for (std::int64_t i = 0; i < size; ++i) {
    // It takes over the value, also when it fails.
    if (PyTuple_SetItem(tuple.ptr(), static_cast<Py_ssize_t>(i), value(i).release().ptr()) != 0) {
      throw nb::python_error();
    }
  }
  return tuple;
}

}  // namespace

RecordShape::RecordShape(nb::handle shape) {
  if (PyLong_Check(shape.ptr())) {
    column_ = nb::cast<std::int64_t>(shape);
    return;
  }
  const auto given = nb::cast<nb::tuple>(shape);
  type_ = nb::borrow(given[0]);
  const auto parts = nb::cast<nb::tuple>(given[2]);
  for (const nb::handle name : nb::cast<nb::tuple>(given[1])) names_.push_back(nb::borrow(name));
  if (type_.ptr() == reinterpret_cast<PyObject*>(&PyTuple_Type)) {
    kind_ = Kind::tuple;
  } else if (type_.ptr() == reinterpret_cast<PyObject*>(&PyList_Type)) {
    kind_ = Kind::list;
  } else if (type_.ptr() == reinterpret_cast<PyObject*>(&PyDict_Type)) {
    kind_ = Kind::dict;
  } else {
    kind_ = Kind::record;
  }
  const bool has_elements = kind_ == Kind::list || kind_ == Kind::dict;
  if (has_elements) column_ = nb::cast<std::int64_t>(parts[0]);
  for (std::size_t i = has_elements ? 1 : 0; i < parts.size(); ++i) parts_.emplace_back(parts[i]);
}

nb::object RecordShape::make(const ArrowArray& rows, const ArrowSchema& schema, std::int64_t row) const {
  switch (kind_) {
    case Kind::column: return value_of(*rows.children[column_], *schema.children[column_], row);
    case Kind::record: return make_record(rows, schema, row);
    case Kind::tuple: return make_tuple(rows, schema, row);
    default: return make_elements(rows, schema, row);
  }
}

void RecordShape::begin_batch() const {
  last_ = {};
  last_object_.reset();
  for (const RecordShape& part : parts_) part.begin_batch();
}

nb::object RecordShape::make_record(const ArrowArray& rows, const ArrowSchema& schema, std::int64_t row) const {
  nb::object made = checked(PyType_GenericAlloc(reinterpret_cast<PyTypeObject*>(type_.ptr()), 0));
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    const nb::object value = parts_[i].make(rows, schema, row);
    // Not the class's own way, which refuses: its objects are frozen.
    if (PyObject_GenericSetAttr(made.ptr(), names_[i].ptr(), value.ptr()) != 0) throw nb::python_error();
  }
  // Nothing in a record refers back to it: the garbage collector need not look at it, as at tuples of plain values.
  PyObject_GC_UnTrack(made.ptr());
  return made;
}

nb::object RecordShape::make_tuple(const ArrowArray& rows, const ArrowSchema& schema, std::int64_t row) const {
  const auto value = [&](std::int64_t i) { return parts_[static_cast<std::size_t>(i)].make(rows, schema, row); };
  return tuple_of(static_cast<std::int64_t>(parts_.size()), value);
}

nb::object RecordShape::make_elements(const ArrowArray& rows, const ArrowSchema& schema, std::int64_t row) const {
  const ArrowArray& column = *rows.children[column_];
  const ArrowSchema& of_elements = *schema.children[column_]->children[0];
  const std::int64_t begin = value_at<std::int32_t>(column, row);
  const std::int64_t end = value_at<std::int32_t>(column, row + 1);
  const auto element = [&](std::int64_t i) {
    return parts_.front().make(*column.children[0], of_elements, begin + i);
  };
  if (kind_ == Kind::list) return tuple_of(end - begin, element);
  nb::dict made;
  for (std::int64_t i = 0; i < end - begin; ++i) {
    const nb::object pair = element(i);
    made[pair[0]] = pair[1];
  }
  return made;
}

nb::object RecordShape::text_of(const ArrowArray& column, std::int64_t row) const {
  const std::string_view text = text_at(column, row);
  if (last_object_.is_valid() && text == last_) return last_object_;
  last_ = text;
  last_object_ = checked(PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "replace"));
  return last_object_;
}

/// A value of a column in one of the layouts of our records, which have no offset.
nb::object RecordShape::value_of(const ArrowArray& column, const ArrowSchema& schema, std::int64_t row) const {
  if (column.buffers[0] != nullptr && !bit_at(column, 0, row)) return nb::none();
  switch (schema.format[0]) {
    case 'u': return text_of(column, row);
    case 'z': {
      const std::string_view bytes = text_at(column, row);
      return nb::bytes(bytes.data(), bytes.size());
    }
    case 'I': return nb::int_(value_at<std::uint32_t>(column, row));
    case 'L': return nb::int_(value_at<std::uint64_t>(column, row));
    case 'g': return nb::float_(value_at<double>(column, row));
    default: return nb::bool_(bit_at(column, 1, row));
  }
}

}  // namespace cento::python
