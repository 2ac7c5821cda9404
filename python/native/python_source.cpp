#include "python_source.hpp"

#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "document_stream.hpp"
#include "engine/tasks/part_files.hpp"
#include "given_options.hpp"
#include "read/arrow/arrow_files.hpp"
#include "read/field_names.hpp"
#include "read/input/input_list.hpp"
#include "record_rows.hpp"

namespace nb = nanobind;

namespace cento::python {

namespace {

PythonSource file_source(std::vector<std::string> paths, const nb::dict& given) {
  FileOptions options = options_from<FileOptions>(given);
  check_options(options);
  return {FileSource(std::move(paths), std::move(options)), std::make_shared<PythonFailure>()};
}

PythonSource arrow_source(const nb::object& capsule, std::vector<std::string> text, std::string id, bool metadata,
                          bool is_table) {
  const ArrowMemory memory = is_table ? ArrowMemory::of_table : ArrowMemory::of_stream;
  return {ArrowSource(stream_in(capsule), {std::move(text), std::move(id), metadata}, memory),
          std::make_shared<PythonFailure>()};
}

PythonSource item_source(Items items, ArrowColumns columns) {
  auto failure = std::make_shared<PythonFailure>();
  ArrowArrayStream stream{};
  stream_documents(std::move(items), failure, &stream);
  return {ArrowSource(&stream, std::move(columns)), failure};
}

PythonSource document_source(nb::object iterator, bool has_ids) {
  const ItemKind kind = has_ids ? ItemKind::pairs : ItemKind::texts;
  return item_source({std::move(iterator), kind}, {{"text"}, has_ids ? "id" : ""});
}

/// The keys of dicts that hold fields, which may be inside others: "meta" for "meta.text".
std::vector<std::string> keys_of(const std::vector<std::string>& fields) {
  std::vector<std::string> keys = fields;
  for (const std::string& field : fields) {
    for (std::size_t dot = field.find('.'); dot != std::string::npos; dot = field.find('.', dot + 1)) {
      keys.push_back(field.substr(0, dot));
    }
  }
  return keys;
}

PythonSource dict_source(nb::object iterator, std::vector<std::string> text, std::string id, bool needs_ids) {
  std::vector<std::string> needed = text;
  if (text.empty()) needed.emplace_back("text");
  needed.push_back(id.empty() ? "id" : id);
  ArrowColumns columns{std::move(text), std::move(id)};
  columns.json = "object";
  columns.needs_ids = needs_ids;
  return item_source({std::move(iterator), ItemKind::dicts, keys_of(needed)}, std::move(columns));
}

nb::list names_of(std::span<const std::string_view> names) {
  nb::list out;
  for (const std::string_view name : names) out.append(nb::str(name.data(), name.size()));
  return out;
}

/// Pieces are (path, whether it was found in a folder, first group of rows, end of those). `names` has how places name
/// each piece; it is empty if they name the paths.
PythonSource piece_source(const std::vector<std::tuple<std::string, bool, std::int64_t, std::int64_t>>& given,
                          const nb::dict& with, const std::vector<std::string>& names) {
  FileOptions options = options_from<FileOptions>(with);
  check_options(options);
  std::vector<FilePiece> pieces;
  for (const auto& [path, walked, begin, end] : given) {
    pieces.push_back({path, walked, {begin, end}, names.empty() ? std::string() : names.at(pieces.size())});
  }
  return {PartFiles(std::move(pieces), std::move(options)), std::make_shared<PythonFailure>()};
}

/// The files that `paths` name, in the order in which they are read, each with its size, or 0, and whether it was found
/// in a folder.
nb::list input_files(const std::vector<std::string>& paths) {
  Reporter reporter;  // bad ones are reported when they are read
  const InputList inputs(paths, reporter);
  nb::list files;
  for (const InputFile& file : inputs.files()) files.append(nb::make_tuple(file.path, file.size_bytes, file.walked));
  return files;
}

}  // namespace

void bind_sources(nb::module_& module) {
  nb::class_<PythonSource>(module, "Source");
  module.def("files", &file_source, nb::arg("paths"), nb::arg("options"));
  module.def("file_pieces", &piece_source, nb::arg("pieces"), nb::arg("options"),
             nb::arg("names") = std::vector<std::string>());
  module.def("group_rows", &group_rows, nb::arg("path"));
  module.def("input_files", &input_files, nb::arg("paths"));
  module.def("arrow", &arrow_source, nb::arg("capsule"), nb::arg("text"), nb::arg("id"), nb::arg("metadata"),
             nb::arg("is_table"));
  module.def("documents", &document_source, nb::arg("iterator"), nb::arg("has_ids"));
  module.def("dicts", &dict_source, nb::arg("iterator"), nb::arg("text"), nb::arg("id"), nb::arg("needs_ids"));
  module.def("look_for_arrow_in", &look_for_arrow_in, nb::arg("folder"));
  module.def("usual_text_fields", [] { return names_of(usual_text_fields()); });
  module.def("usual_id_fields", [] { return names_of(usual_id_fields()); });
  module.def(
      "stream_columns", [](const nb::object& capsule) { return column_names(stream_in(capsule)); }, nb::arg("capsule"));
}

}  // namespace cento::python
