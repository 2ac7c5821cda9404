#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <nanobind/nanobind.h>

namespace cento::python {

/// Writes values of Python as JSON: what json.dumps() takes, and dates, times, UUIDs, decimals, bytes and what numpy
/// has. The GIL is held; raises what Python raises. Reuse one for many values.
class JsonWriter {
 public:
  /// Gets a key and a value that has no JSON and was left out.
  using OnLeftOut = std::function<void(std::string_view key, nanobind::handle value)>;

  /// Appends the items of a dict, or of another mapping, as an object.
  void append_object(nanobind::handle mapping, std::string& out, const OnLeftOut& on_left_out);

  /// Appends a value. False, with nothing appended, when its type has no JSON.
  bool append(nanobind::handle value, std::string& out);

 private:
  /// How values of a type are written.
  enum class Kind : std::uint8_t {
    null,
    boolean,
    integer,
    real,
    text,
    bytes,
    date,      // by isoformat()
    as_text,   // by str()
    decimal,   // a number by str()
    item,      // by item(), as a value of Python
    list_of,   // by tolist()
    sequence,
    mapping,
    other,
  };

  [[nodiscard]] Kind kind_of(nanobind::handle value);
  bool append_nested(nanobind::handle value, Kind kind, std::string& out);
  void append_array(nanobind::handle sequence, std::string& out);

  std::unordered_map<PyObject*, Kind> kinds_;    // by type, those that take long to find out
  std::vector<nanobind::object> types_;          // keeps them
};

/// The id in a value: a str, an integer of any kind or a UUID; None otherwise.
[[nodiscard]] nanobind::object id_text(nanobind::handle value);

}  // namespace cento::python
