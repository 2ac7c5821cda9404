#include "json_writer.hpp"

#include <cmath>

#include "core/json/json_text.hpp"

namespace nb = nanobind;

namespace cento::python {

namespace {

std::string_view utf8_of(nb::handle text) {
  Py_ssize_t size = 0;
  const char* bytes = PyUnicode_AsUTF8AndSize(text.ptr(), &size);
  if (bytes == nullptr) throw nb::python_error();
  return {bytes, static_cast<std::size_t>(size)};
}

void append_text(nb::handle text, std::string& out) {
  Py_ssize_t size = 0;
  if (const char* bytes = PyUnicode_AsUTF8AndSize(text.ptr(), &size)) {
    return append_json_string(out, {bytes, static_cast<std::size_t>(size)});
  }
  // Half of a character that UTF-8 does not have: JSON writes it as an escape.
  PyErr_Clear();
  out += utf8_of(nb::module_::import_("json").attr("dumps")(text));
}

void append_bytes(nb::handle value, std::string& out) {
  char* bytes = nullptr;
  Py_ssize_t size = 0;
  if (PyBytes_AsStringAndSize(value.ptr(), &bytes, &size) != 0) throw nb::python_error();
  append_json_string(out, {bytes, static_cast<std::size_t>(size)});
}

/// The digits of an integer of any kind, whatever its str() says.
nb::object digits_of(nb::handle integer) {
  nb::object digits = nb::steal(PyNumber_ToBase(integer.ptr(), 10));
  if (!digits.is_valid()) throw nb::python_error();
  return digits;
}

void append_real(double number, std::string& out) {
  if (!std::isfinite(number)) {
    out += "null";
    return;
  }
  char* text = PyOS_double_to_string(number, 'r', 0, Py_DTSF_ADD_DOT_0, nullptr);
  if (text == nullptr) throw nb::python_error();
  out += text;
  PyMem_Free(text);
}

std::string_view module_of(nb::handle type) {
  const nb::object module = nb::getattr(type, "__module__", nb::str(""));
  return PyUnicode_Check(module.ptr()) ? utf8_of(module) : std::string_view();
}

bool is_of(nb::handle type, std::string_view module, std::string_view name) {
  return module_of(type) == module && utf8_of(nb::getattr(type, "__name__")) == name;
}

/// A type that values such as pandas.NaT have, which are missing times.
constexpr std::string_view kNotATime = "NaT";

/// Ends the recursion of nested values as Python does.
class OneDeeper {
 public:
  OneDeeper() {
    if (Py_EnterRecursiveCall(" while writing a document") != 0) throw nb::python_error();
  }
  ~OneDeeper() { Py_LeaveRecursiveCall(); }
  OneDeeper(const OneDeeper&) = delete;
  OneDeeper& operator=(const OneDeeper&) = delete;
};

}  // namespace

JsonWriter::Kind JsonWriter::kind_of(nb::handle value) {
  PyObject* const it = value.ptr();
  if (PyUnicode_Check(it)) return Kind::text;
  if (it == Py_None) return Kind::null;
  if (PyBool_Check(it)) return Kind::boolean;
  if (PyLong_Check(it)) return Kind::integer;
  if (PyFloat_Check(it)) return Kind::real;
  if (PyDict_Check(it)) return Kind::mapping;
  if (PyList_Check(it) || PyTuple_Check(it)) return Kind::sequence;
  if (PyBytes_Check(it)) return Kind::bytes;
  const nb::handle type = value.type();
  if (const auto known = kinds_.find(type.ptr()); known != kinds_.end()) return known->second;
  Kind kind = Kind::other;
  if (module_of(type) == "numpy") {
    kind = is_of(type, "numpy", "datetime64") ? Kind::as_text
           : nb::hasattr(type, "__len__")     ? Kind::list_of
                                              : Kind::item;
  } else if (nb::hasattr(type, "isoformat")) {
    kind = Kind::date;
  } else if (is_of(type, "uuid", "UUID")) {
    kind = Kind::as_text;
  } else if (is_of(type, "decimal", "Decimal")) {
    kind = Kind::decimal;
  } else if (PyIndex_Check(it) != 0) {
    kind = Kind::integer;
  } else if (nb::hasattr(type, "keys") && nb::hasattr(type, "__getitem__")) {
    kind = Kind::mapping;
  }
  kinds_.emplace(type.ptr(), kind);
  types_.push_back(nb::borrow(type));
  return kind;
}

bool JsonWriter::append(nb::handle value, std::string& out) {
  const Kind kind = kind_of(value);
  switch (kind) {
    case Kind::null: out += "null"; return true;
    case Kind::boolean: out += value.ptr() == Py_True ? "true" : "false"; return true;
    case Kind::integer: out += utf8_of(digits_of(value)); return true;
    case Kind::real: append_real(PyFloat_AsDouble(value.ptr()), out); return true;
    case Kind::text: append_text(value, out); return true;
    case Kind::bytes: append_bytes(value, out); return true;
    case Kind::other: return false;
    default: return append_nested(value, kind, out);
  }
}

/// Values that are written as others are.
bool JsonWriter::append_nested(nb::handle value, Kind kind, std::string& out) {
  const OneDeeper deeper;
  switch (kind) {
    case Kind::sequence: append_array(value, out); return true;
    case Kind::mapping: append_object(value, out, {}); return true;
    case Kind::list_of: return append(value.attr("tolist")(), out);
    case Kind::item: {
      const nb::object item = value.attr("item")();
      return !item.type().is(value.type()) && append(item, out);
    }
    case Kind::decimal: {
      if (!nb::cast<bool>(value.attr("is_finite")())) return append(nb::none(), out);
      out += utf8_of(nb::str(value));
      return true;
    }
    default: {
      const nb::object text = kind == Kind::date ? value.attr("isoformat")() : nb::object(nb::str(value));
      if (utf8_of(text) == kNotATime) return append(nb::none(), out);
      return append(text, out);
    }
  }
}

void JsonWriter::append_array(nb::handle sequence, std::string& out) {
  out.push_back('[');
  // By number: what is written may run code that changes the list.
  for (std::size_t i = 0; i < nb::len(sequence); ++i) {
    if (i > 0) out.push_back(',');
    const nb::object element = nb::steal(PySequence_GetItem(sequence.ptr(), static_cast<Py_ssize_t>(i)));
    if (!element.is_valid()) throw nb::python_error();
    if (!append(element, out)) out += "null";
  }
  out.push_back(']');
}

void JsonWriter::append_object(nb::handle mapping, std::string& out, const OnLeftOut& on_left_out) {
  const nb::object items = nb::steal(PyMapping_Items(mapping.ptr()));  // a list: writing may change the mapping
  if (!items.is_valid()) throw nb::python_error();
  out.push_back('{');
  for (const nb::handle item : items) {
    const nb::object key = item[0];
    const nb::object value = item[1];
    const std::size_t before = out.size();
    if (out.back() != '{') out.push_back(',');
    append_text(nb::str(key), out);
    out.push_back(':');
    if (append(value, out)) continue;
    out.resize(before);
    if (on_left_out) on_left_out(utf8_of(nb::str(key)), value);
  }
  out.push_back('}');
}

nb::object id_text(nb::handle value) {
  if (PyUnicode_Check(value.ptr())) return nb::borrow(value);
  if (PyBool_Check(value.ptr())) return nb::none();
  if (PyIndex_Check(value.ptr()) != 0) return digits_of(value);
  return is_of(value.type(), "uuid", "UUID") ? nb::object(nb::str(value)) : nb::none();
}

}  // namespace cento::python
