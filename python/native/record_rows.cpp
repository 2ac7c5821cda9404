#include "record_rows.hpp"

#include <memory>
#include <string>

namespace nb = nanobind;

namespace cento::python {

namespace {

constexpr const char* kCapsuleName = "arrow_array_stream";

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

RowReader::RowReader(const RecordTable& table, nb::handle shape) : shape_(shape) {
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
  shape_.begin_batch();
  nb::list rows;
  for (std::int64_t row = 0; row < batch.length; ++row) rows.append(shape_.make(batch, schema_, row));
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
