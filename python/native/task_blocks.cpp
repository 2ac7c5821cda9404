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

SeenInput::SeenInput(const nb::dict& kinds) {
  for (const auto [kind, blocks] : kinds) {
    Blocks objects;
    std::vector<std::uint32_t> senders;
    for (const nb::handle block : nb::cast<nb::list>(blocks)) {
      const auto pair = nb::cast<nb::tuple>(block);
      senders.push_back(nb::cast<std::uint32_t>(pair[0]));
      objects.push_back(pair[1]);
    }
    const SeenBytes& seen = *seen_.emplace_back(std::make_unique<SeenBytes>(objects));
    const auto name = nb::cast<std::string>(kind);
    for (std::size_t i = 0; i < senders.size(); ++i) input_.add(name, {senders[i], seen.views()[i]});
  }
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

void put_output(TaskOutput& out, nb::dict& sent, nb::dict& stored) {
  for (auto& [kind, blocks] : out.sent()) sent[kind.c_str()] = list_of(blocks.take());
  for (auto& [name, blocks] : out.stored()) stored[name.c_str()] = list_of(std::move(blocks));
}

nb::dict counts_of(const TaskOutput& out) {
  nb::dict counts;
  for (const auto& [name, count] : out.counts()) counts[name.c_str()] = count;
  return counts;
}

nb::dict facts_of(const PartDocuments& documents, const JobSummary& summary, const JobNotes& notes) {
  nb::dict result;
  result["ids"] = documents.ids;
  result["places"] = documents.places;
  result["rows"] = documents.rows;
  result["text_bytes"] = documents.text_bytes;
  result["part_names"] = documents.part_names;
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
