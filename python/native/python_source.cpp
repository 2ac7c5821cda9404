#include "python_source.hpp"

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "document_stream.hpp"
#include "given_options.hpp"
#include "read/field_names.hpp"
#include "record_rows.hpp"

namespace nb = nanobind;

namespace cento::python {

namespace {

PythonSource file_source(std::vector<std::string> paths, const nb::dict& given) {
  FileOptions options = options_from<FileOptions>(given);
  check_options(options);
  return {FileSource(std::move(paths), std::move(options)), std::make_shared<PythonFailure>()};
}

PythonSource arrow_source(const nb::object& capsule, std::vector<std::string> text, std::string id, bool metadata) {
  return {ArrowSource(stream_in(capsule), {std::move(text), std::move(id), metadata}),
          std::make_shared<PythonFailure>()};
}

PythonSource document_source(nb::object iterator, std::vector<std::string> text, std::string id, bool has_ids) {
  auto failure = std::make_shared<PythonFailure>();
  const std::vector<std::string> columns = text;
  const std::string id_column = has_ids ? "id" : "";
  ArrowArrayStream stream{};
  stream_documents(std::move(iterator), {std::move(text), std::move(id), has_ids}, failure, &stream);
  return {ArrowSource(&stream, {columns, id_column}), failure};
}

nb::list names_of(std::span<const std::string_view> names) {
  nb::list out;
  for (const std::string_view name : names) out.append(nb::str(name.data(), name.size()));
  return out;
}

}  // namespace

void bind_sources(nb::module_& module) {
  nb::class_<PythonSource>(module, "Source");
  module.def("files", &file_source, nb::arg("paths"), nb::arg("options"));
  module.def("arrow", &arrow_source, nb::arg("capsule"), nb::arg("text"), nb::arg("id"), nb::arg("metadata"));
  module.def("documents", &document_source, nb::arg("iterator"), nb::arg("text"), nb::arg("id"), nb::arg("has_ids"));
  module.def("usual_text_fields", [] { return names_of(usual_text_fields()); });
  module.def("usual_id_fields", [] { return names_of(usual_id_fields()); });
  module.def(
      "stream_columns", [](const nb::object& capsule) { return column_names(stream_in(capsule)); }, nb::arg("capsule"));
}

}  // namespace cento::python
