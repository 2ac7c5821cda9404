#include "document_stream.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "json_writer.hpp"
#include "text_views.hpp"

namespace nb = nanobind;

namespace cento::python {

namespace {

thread_local bool inside_iterator = false;

/// Notes that the iterator runs.
class InsideIterator {
 public:
  InsideIterator() { inside_iterator = true; }
  ~InsideIterator() { inside_iterator = false; }
  InsideIterator(const InsideIterator&) = delete;
  InsideIterator& operator=(const InsideIterator&) = delete;
};

constexpr std::size_t kBatchRows = 4096;
constexpr std::size_t kBatchBytes = std::size_t{1} << 20;  // so that memory is used again while it is in the cache

std::vector<std::string> columns_of(ItemKind kind) {
  switch (kind) {
    case ItemKind::texts: return {"text"};
    case ItemKind::pairs: return {"id", "text"};
    default: return {"object"};
  }
}

/// Takes documents from the iterator and makes record batches of them.
class DocumentStream {
 public:
  DocumentStream(Items items, std::shared_ptr<PythonFailure> failure)
      : items_(std::move(items)), failure_(std::move(failure)), names_(columns_of(items_.kind)) {}
  ~DocumentStream() {
    const nb::gil_scoped_acquire held;
    items_.iterator.reset();
    json_.reset();
    is_ascii_name_.reset();
    released_->free();
  }
  DocumentStream(const DocumentStream&) = delete;
  DocumentStream& operator=(const DocumentStream&) = delete;

  int get_schema(ArrowSchema* out) {
    export_view_schema(names_, out);
    return 0;
  }

  int get_next(ArrowArray* out) {
    const nb::gil_scoped_acquire held;
    released_->free();
    try {
      std::vector<TextViews> batch = take_some();
      *out = {};
      if (batch.front().rows() > 0) export_views(std::move(batch), released_, out);
      return 0;
    } catch (nb::python_error& error) {
      error.restore();
      failure_->keep();
    } catch (const std::exception& error) {
      problem_ = error.what();
    }
    return EINVAL;
  }

  const char* get_last_error() { return problem_.empty() ? "the documents cannot be read" : problem_.c_str(); }

 private:
  std::vector<TextViews> take_some() {
    const InsideIterator inside;
    std::vector<TextViews> batch(names_.size());
    while (batch.front().rows() < kBatchRows && bytes_ < kBatchBytes) {
      const nb::object item = nb::steal(PyIter_Next(items_.iterator.ptr()));
      if (!item.is_valid()) {
        if (PyErr_Occurred() != nullptr) throw nb::python_error();
        break;
      }
      add(item, batch);
      ++documents_;
    }
    bytes_ = 0;
    return batch;
  }

  void add(const nb::object& item, std::vector<TextViews>& batch) {
    if (items_.kind == ItemKind::texts) return add_text(item, batch[0]);
    if (items_.kind == ItemKind::dicts) return add_dict(item, batch[0]);
    const bool is_pair = (PyTuple_Check(item.ptr()) || PyList_Check(item.ptr())) && nb::len(item) == 2;
    if (!is_pair) refuse(item);
    add_id(item[0], batch[0]);
    add_text(item[1], batch[1]);
  }

  void add_dict(const nb::object& item, TextViews& column) {
    if (!PyDict_Check(item.ptr()) && !nb::hasattr(item, "keys")) refuse(item);
    object_.clear();
    json_->append_object(item, object_, [&](std::string_view key, nb::handle value) {
      const bool is_needed = std::find(items_.needed.begin(), items_.needed.end(), key) != items_.needed.end();
      if (is_needed) refuse(nb::borrow(value));
    });
    add_bytes(nb::bytes(object_.data(), object_.size()), column);
  }

  void add_id(const nb::object& value, TextViews& column) {
    if (value.is_none()) return column.add_null();
    const nb::object text = id_text(value);
    if (text.is_none()) refuse(value);
    add_text(text, column);
  }

  void add_text(const nb::object& value, TextViews& column) {
    if (value.is_none()) return column.add_null();
    if (PyBytes_Check(value.ptr())) return add_bytes(value, column);
    if (!PyUnicode_Check(value.ptr())) refuse(value);
    // Strings keep the UTF-8 that is asked of them, so that it would take memory as long as they live; those of ASCII are
    // UTF-8 already.
    if (!is_ascii(value)) return add_bytes(encoded(value), column);
    Py_ssize_t size = 0;
    const char* text = PyUnicode_AsUTF8AndSize(value.ptr(), &size);
    if (text == nullptr) throw nb::python_error();
    add_view({text, static_cast<std::size_t>(size)}, value, column);
  }

  [[nodiscard]] bool is_ascii(const nb::object& text) const {
    const nb::object answer = nb::steal(PyObject_CallMethodObjArgs(text.ptr(), is_ascii_name_->ptr(), nullptr));
    if (!answer.is_valid()) throw nb::python_error();
    return answer.ptr() == Py_True;
  }

  static nb::object encoded(const nb::object& text) {
    nb::object bytes = nb::steal(PyUnicode_AsUTF8String(text.ptr()));
    if (bytes.is_valid()) return bytes;
    // Half of a character that UTF-8 does not have: the job rejects the document, as one of a file.
    PyErr_Clear();
    bytes = nb::steal(PyUnicode_AsEncodedString(text.ptr(), "utf-8", "surrogatepass"));
    if (!bytes.is_valid()) throw nb::python_error();
    return bytes;
  }

  void add_bytes(const nb::object& value, TextViews& column) {
    char* text = nullptr;
    Py_ssize_t size = 0;
    if (PyBytes_AsStringAndSize(value.ptr(), &text, &size) != 0) throw nb::python_error();
    add_view({text, static_cast<std::size_t>(size)}, value, column);
  }

  void add_view(std::string_view text, const nb::object& owner, TextViews& column) {
    if (text.size() > std::numeric_limits<std::int32_t>::max()) {
      PyErr_Format(PyExc_ValueError, "document %zu has a text of 2 GiB or more", documents_ + 1);
      throw nb::python_error();
    }
    bytes_ += text.size();
    column.add(text, owner);
  }

  [[noreturn]] void refuse(const nb::object& item) const {
    PyErr_Format(PyExc_TypeError,
                 "documents must be strings, (id, text) pairs or dicts, all alike; document %zu has a value of type %R",
                 documents_ + 1, reinterpret_cast<PyObject*>(Py_TYPE(item.ptr())));
    throw nb::python_error();
  }

  Items items_;
  std::optional<JsonWriter> json_ = JsonWriter();
  std::optional<nb::str> is_ascii_name_ = nb::str("isascii");
  std::string object_;  // the JSON of a dict
  std::shared_ptr<PythonFailure> failure_;
  std::vector<std::string> names_;
  std::shared_ptr<ReleasedObjects> released_ = std::make_shared<ReleasedObjects>();
  std::size_t documents_ = 0;
  std::size_t bytes_ = 0;
  std::string problem_;
};

DocumentStream& stream_of(ArrowArrayStream* stream) {
  return *static_cast<DocumentStream*>(stream->private_data);
}

}  // namespace

bool is_inside_iterator() {
  return inside_iterator;
}

void stream_documents(Items items, std::shared_ptr<PythonFailure> failure, ArrowArrayStream* out) {
  auto state = std::make_unique<DocumentStream>(std::move(items), std::move(failure));
  out->get_schema = [](ArrowArrayStream* stream, ArrowSchema* schema) { return stream_of(stream).get_schema(schema); };
  out->get_next = [](ArrowArrayStream* stream, ArrowArray* array) { return stream_of(stream).get_next(array); };
  out->get_last_error = [](ArrowArrayStream* stream) { return stream_of(stream).get_last_error(); };
  out->release = [](ArrowArrayStream* stream) {
    delete &stream_of(stream);
    stream->release = nullptr;
  };
  out->private_data = state.release();
}

}  // namespace cento::python
