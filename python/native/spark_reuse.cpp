#include "spark_reuse.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "cento/record_table.hpp"
#include "engine/tasks/reuse_listing.hpp"
#include "engine/tasks/reuse_reading.hpp"
#include "given_options.hpp"
#include "methods/qsign/tasks/reuse_steps.hpp"
#include "python_source.hpp"
#include "step_tasks.hpp"
#include "task_blocks.hpp"

namespace nb = nanobind;

namespace cento::python {

namespace {

void check(const nb::dict& given) {
  check_reuse_tasks(options_from<ReuseTaskOptions>(given));
}

nb::dict read_part(const PythonSource& source, const std::string& /*job*/, const nb::dict& given, std::size_t groups,
                   const nb::dict& run) {
  const auto options = options_from<ReuseTaskOptions>(given);
  return sign_in_job(
      source, run, [&](const RunOptions& with) { return read_for_reuse(source.source, options, groups, with); },
      [](ReadForReuse& part, nb::dict& blocks, nb::dict& stored) { put_output(part.out, blocks, stored); });
}

/// `ids`: whether the known documents and the asked ones have any. `is_same`: these are the same collection.
ReuseTask make_task(const nb::dict& given, std::vector<std::uint32_t> begins, DocId known, std::pair<bool, bool> ids,
                    bool is_same, std::size_t groups, std::uint64_t memory, std::string temp_dir) {
  ReuseTask task = reuse_task(options_from<ReuseTaskOptions>(given));
  task.parts = DocumentParts(std::move(begins));
  task.known = known;
  task.known_has_ids = ids.first;
  task.asked_has_ids = ids.second;
  task.is_same = is_same;
  task.groups = groups;
  task.memory = memory_of(memory, std::move(temp_dir));
  return task;
}

nb::list names_stored_for_reuse() {
  nb::list names;
  for (const std::string_view name : stored_for_reuse()) names.append(str_of(name));
  return names;
}

nb::dict list_reused(const ReuseTask& task, std::uint32_t part, const nb::dict& stored, const nb::dict& arrived) {
  const SeenInput stored_blocks(stored);
  const SeenInput arrived_blocks(arrived);
  const ListedReuse listed = without_gil(
      [&] { return list_reused_sentences(task, {part, stored_blocks.input(), arrived_blocks.input()}); });
  nb::dict counts;
  counts["reused"] = listed.reused.size();
  counts["with_reused"] = listed.with_reused;
  counts["left_out_reused"] = listed.left_out_reused;
  nb::dict result;
  result["table"] = listed.reused;
  result["counts"] = std::move(counts);
  return result;
}

}  // namespace

void bind_spark_reuse(nb::module_& module) {
  module.def("check_reuse_task", &check, nb::arg("options"));
  module.def("read_reuse_part", &read_part, nb::arg("source"), nb::arg("job"), nb::arg("options"), nb::arg("groups"),
             nb::arg("run"));
  nb::class_<ReuseTask>(module, "ReuseTask")
      .def("__init__",
           [](ReuseTask* place, const nb::dict& options, std::vector<std::uint32_t> begins, DocId known,
              bool known_has_ids, bool asked_has_ids, bool is_same, std::size_t groups, std::uint64_t memory,
              std::string temp_dir) {
             new (place) ReuseTask(make_task(options, std::move(begins), known, {known_has_ids, asked_has_ids}, is_same,
                                             groups, memory, std::move(temp_dir)));
           },
           nb::arg("options"), nb::arg("begins"), nb::arg("known"), nb::arg("known_has_ids"), nb::arg("asked_has_ids"),
           nb::arg("is_same"), nb::arg("groups"), nb::arg("memory"), nb::arg("temp_dir"))
      .def("steps", [](const ReuseTask& /*task*/) { return described_steps(reuse_steps()); })
      .def("run",
           [](const ReuseTask& task, const std::string& step, std::uint32_t number, const nb::dict& stored,
              const nb::dict& arrived) { return run_step_task(reuse_steps(), task, step, number, stored, arrived); },
           nb::arg("step"), nb::arg("number"), nb::arg("stored"), nb::arg("arrived"))
      .def_prop_ro("stored_for_list", [](const ReuseTask& /*task*/) { return names_stored_for_reuse(); })
      .def("list_reused", &list_reused, nb::arg("part"), nb::arg("stored"), nb::arg("arrived"));
}

}  // namespace cento::python
