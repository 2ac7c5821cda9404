#include "task_blocks.hpp"

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "record_rows.hpp"

namespace nb = nanobind;

namespace cento::python {

SeenBytes::SeenBytes(const Blocks& blocks) {
  buffers_.reserve(blocks.size());
  for (const nb::object& block : blocks) see(block);
}

SeenBytes::~SeenBytes() {
  for (Py_buffer& buffer : buffers_) PyBuffer_Release(&buffer);
}

void SeenBytes::see(const nb::object& block) {
  Py_buffer buffer;
  if (PyObject_GetBuffer(block.ptr(), &buffer, PyBUF_SIMPLE) != 0) throw nb::python_error();
  buffers_.push_back(buffer);
  views_.emplace_back(static_cast<const char*>(buffer.buf), static_cast<std::size_t>(buffer.len));
}

nb::bytes bytes_of(std::string_view bytes) {
  return nb::bytes(bytes.data(), bytes.size());
}

nb::bytes bytes_of(const std::vector<std::uint32_t>& numbers) {
  return nb::bytes(reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(std::uint32_t));
}

nb::list list_of(std::vector<OutgoingBlocks::Block> blocks) {
  nb::list list;
  for (OutgoingBlocks::Block& block : blocks) {
    list.append(nb::make_tuple(block.to, bytes_of(block.bytes)));
    block.bytes = {};
  }
  return list;
}

nb::list list_of(std::vector<std::string> blocks) {
  nb::list list;
  for (std::string& block : blocks) {
    list.append(bytes_of(block));
    block = {};
  }
  return list;
}

nb::dict facts_of(const PartDocuments& documents, const JobSummary& summary, const JobNotes& notes) {
  nb::dict result;
  result["ids"] = documents.ids;
  result["places"] = documents.places;
  result["rows"] = documents.rows;
  result["text_bytes"] = documents.text_bytes;
  nb::list keep_keys;
  for (const std::string& key : documents.keep_keys) keep_keys.append(bytes_of(key));
  result["keep_keys"] = std::move(keep_keys);
  result["rejected_records"] = summary.rejected_records;
  result["rejected_files"] = summary.rejected_files;
  result["rejects"] = notes.rejects.rejects();
  result["remarks"] = notes.remarks;
  return result;
}

}  // namespace cento::python
