#include "record_rows.hpp"

#include <cstring>
#include <memory>
#include <string_view>
#include <vector>

namespace nb = nanobind;

namespace cento::python {

namespace {

constexpr const char* kCapsuleName = "arrow_array_stream";

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

nb::object struct_at(const ArrowArray& rows, const ArrowSchema& schema, std::int64_t row);

/// A tuple of `size` values; `value(i)` makes each.
template <typename MakeValue>
nb::object tuple_of(std::int64_t size, const MakeValue& value) {
  nb::object tuple = nb::steal(PyTuple_New(static_cast<Py_ssize_t>(size)));
  if (!tuple.is_valid()) throw nb::python_error();
  for (std::int64_t i = 0; i < size; ++i) {
    // It takes over the value, also when it fails.
    if (PyTuple_SetItem(tuple.ptr(), static_cast<Py_ssize_t>(i), value(i).release().ptr()) != 0) {
      throw nb::python_error();
    }
  }
  return tuple;
}

nb::object list_at(const ArrowArray& column, const ArrowSchema& schema, std::int64_t row) {
  const std::int64_t begin = value_at<std::int32_t>(column, row);
  const std::int64_t end = value_at<std::int32_t>(column, row + 1);
  return tuple_of(end - begin,
                  [&](std::int64_t i) { return struct_at(*column.children[0], *schema.children[0], begin + i); });
}

/// A value of a column in one of the layouts of our records, which have no offset.
nb::object value_of(const ArrowArray& column, const ArrowSchema& schema, std::int64_t row) {
  if (column.buffers[0] != nullptr && !bit_at(column, 0, row)) return nb::none();
  const std::string_view format = schema.format;
  if (format == "+l") return list_at(column, schema, row);
  switch (format.front()) {
    case 'u': {
      const std::string_view text = text_at(column, row);
      nb::object made = nb::steal(PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "replace"));
      if (!made.is_valid()) throw nb::python_error();
      return made;
    }
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

nb::object struct_at(const ArrowArray& rows, const ArrowSchema& schema, std::int64_t row) {
  return tuple_of(rows.n_children,
                  [&](std::int64_t i) { return value_of(*rows.children[i], *schema.children[i], row); });
}

/// A stream that is released in the end.
struct OwnedStream {
  OwnedStream() = default;
  ~OwnedStream() {
    if (stream.release != nullptr) stream.release(&stream);
  }
  OwnedStream(const OwnedStream&) = delete;
  OwnedStream& operator=(const OwnedStream&) = delete;

  ArrowArrayStream stream{};
};

void release_capsule(PyObject* capsule) {
  auto* stream = static_cast<ArrowArrayStream*>(PyCapsule_GetPointer(capsule, kCapsuleName));
  if (stream->release != nullptr) stream->release(stream);
  delete stream;
}

}  // namespace

RowReader::RowReader(const RecordTable& table) {
  table.stream(&stream_);
  if (stream_.get_schema(&stream_, &schema_) != 0) throw std::bad_alloc();
}

RowReader::~RowReader() {
  if (schema_.release != nullptr) schema_.release(&schema_);
  stream_.release(&stream_);
}

nb::object RowReader::next() {
  ArrowArray batch{};
  if (stream_.get_next(&stream_, &batch) != 0) throw std::bad_alloc();
  if (batch.release == nullptr) return nb::none();
  const std::unique_ptr<ArrowArray, void (*)(ArrowArray*)> released(&batch, [](ArrowArray* one) { one->release(one); });
  nb::list rows;
  for (std::int64_t row = 0; row < batch.length; ++row) rows.append(struct_at(batch, schema_, row));
  return rows;
}

nb::list column_names(ArrowArrayStream* stream) {
  ArrowSchema schema{};
  if (stream->get_schema(stream, &schema) != 0) {
    const char* message = stream->get_last_error(stream);
    throw Error(std::string("the Arrow stream has no schema") +
                (message == nullptr ? "" : ": " + std::string(message)));
  }
  nb::list names;
  for (std::int64_t i = 0; i < schema.n_children; ++i) {
    const char* name = schema.children[i]->name;
    names.append(nb::str(name == nullptr ? "" : name));
  }
  schema.release(&schema);
  return names;
}

nb::list column_names(const RecordTable& table) {
  OwnedStream owned;
  table.stream(&owned.stream);
  return column_names(&owned.stream);
}

nb::object stream_capsule(const RecordTable& table) {
  auto stream = std::make_unique<ArrowArrayStream>();
  table.stream(stream.get());
  PyObject* capsule = PyCapsule_New(stream.get(), kCapsuleName, &release_capsule);
  if (capsule == nullptr) {
    stream->release(stream.get());
    throw nb::python_error();
  }
  stream.release();
  return nb::steal(capsule);
}

ArrowArrayStream* stream_in(const nb::object& capsule) {
  auto* stream = static_cast<ArrowArrayStream*>(PyCapsule_GetPointer(capsule.ptr(), kCapsuleName));
  if (stream == nullptr) throw nb::python_error();
  return stream;
}

}  // namespace cento::python
