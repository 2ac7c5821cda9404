#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nanobind/nanobind.h>

#include "core/spill/task_exchange.hpp"
#include "engine/tasks/part_documents.hpp"
#include "job_runner.hpp"
#include "python_source.hpp"

// What the tasks of cento.spark have in common: blocks of bytes from and to Python, and reading a part.

namespace cento::python {

/// Objects of Python whose bytes can be seen: bytes, buffers of pyarrow.
using Blocks = std::vector<nanobind::object>;

/// The bytes of such objects, where they are, as long as this exists. With the GIL.
class SeenBytes {
 public:
  explicit SeenBytes(const Blocks& blocks);
  ~SeenBytes();
  SeenBytes(const SeenBytes&) = delete;
  SeenBytes& operator=(const SeenBytes&) = delete;

  [[nodiscard]] const std::vector<std::string_view>& views() const { return views_; }

 private:
  void see(const nanobind::object& block);

  std::vector<Py_buffer> buffers_;
  std::vector<std::string_view> views_;
};

/// Blocks by their kind, from a dict of lists of (number of the sender, bytes), as long as this exists. With the GIL.
class SeenInput {
 public:
  explicit SeenInput(const nanobind::dict& kinds);

  [[nodiscard]] const TaskInput& input() const { return input_; }

 private:
  std::vector<std::unique_ptr<SeenBytes>> seen_;
  TaskInput input_;
};

template <typename Record>
[[nodiscard]] std::vector<Record> records_of(const std::vector<std::string_view>& blocks) {
  std::vector<Record> records;
  for (const std::string_view block : blocks) append_records(block, records);
  return records;
}

[[nodiscard]] nanobind::bytes bytes_of(std::string_view bytes);
[[nodiscard]] nanobind::bytes bytes_of(const std::vector<std::uint32_t>& numbers);

/// As a list of (task, bytes). What was copied is freed.
[[nodiscard]] nanobind::list list_of(std::vector<OutgoingBlocks::Block> blocks);
/// As a list of bytes, likewise.
[[nodiscard]] nanobind::list list_of(std::vector<std::string> blocks);

/// What a task sends and stores, by kind and name. What was copied is freed.
void put_output(TaskOutput& out, nanobind::dict& sent, nanobind::dict& stored);
[[nodiscard]] nanobind::dict counts_of(const TaskOutput& out);

/// One column of records, as the bytes of 32-bit numbers.
template <typename Record>
[[nodiscard]] nanobind::bytes column(const std::vector<Record>& records, std::uint32_t Record::*field) {
  std::vector<std::uint32_t> numbers;
  numbers.reserve(records.size());
  for (const Record& record : records) numbers.push_back(record.*field);
  return bytes_of(numbers);
}

template <typename Work>
auto without_gil(const Work& work) {
  const WithoutGil released;
  return work();
}

[[nodiscard]] inline TaskMemory memory_of(std::uint64_t bytes, std::string temp_dir) {
  return {bytes, std::move(temp_dir)};
}

/// What every part has: its documents and what was rejected.
[[nodiscard]] nanobind::dict facts_of(const PartDocuments& documents, const JobSummary& summary, const JobNotes& notes);

/// Reads a part: `sign(RunOptions)` gives what was made of it, which has `documents` and `summary`. The result for Python
/// has the facts of its documents, `blocks`, a list of (task, bytes) for each kind that goes to other tasks, and `stored`,
/// a list of bytes for each that stays in a file of the part; `pack(part, blocks, stored)` fills these.
template <typename Sign, typename Pack>
nanobind::dict sign_in_job(const PythonSource& source, const nanobind::dict& run, const Sign& sign, const Pack& pack) {
  JobRequest request = job_request(run, nanobind::none());
  JobNotes notes;
  decltype(sign(request.run)) part;
  try {
    run_job(request, notes, [&](const RunOptions& with) { part = sign(with); });
  } catch (...) {
    source.failure->raise_if_any();
    throw;
  }
  nanobind::dict result = facts_of(part.documents, part.summary, notes);
  nanobind::dict blocks;
  nanobind::dict stored;
  pack(part, blocks, stored);
  result["blocks"] = std::move(blocks);
  result["stored"] = std::move(stored);
  return result;
}

}  // namespace cento::python
