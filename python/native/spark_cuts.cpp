#include "spark_cuts.hpp"

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "cento/dedup.hpp"
#include "engine/cut_search.hpp"
#include "engine/tasks/cut_listing.hpp"
#include "engine/tasks/cut_reading.hpp"
#include "given_options.hpp"
#include "job_runner.hpp"
#include "methods/cuts/tasks/cut_steps.hpp"
#include "python_source.hpp"
#include "task_blocks.hpp"

namespace nb = nanobind;

namespace cento::python {

namespace {

void check(const nb::dict& given) {
  check_options(options_from<DedupOptions>(given));
}

nb::dict read_part(const PythonSource& source, const std::string& /*job*/, const nb::dict& given, std::size_t groups,
                   const nb::dict& run) {
  const auto options = options_from<DedupOptions>(given);
  return sign_in_job(
      source, run, [&](const RunOptions& with) { return read_for_cuts(source.source, options, groups, with); },
      [](ReadForCuts& part, nb::dict& blocks, nb::dict& stored) { put_output(part.out, blocks, stored); });
}

CutTask make_task(const nb::dict& given, std::vector<std::uint32_t> begins, DocId references, std::size_t groups,
                  std::uint64_t memory, std::string temp_dir) {
  return {cut_rule_of(options_from<DedupOptions>(given)), DocumentParts(std::move(begins)), references, groups,
          memory_of(memory, std::move(temp_dir))};
}

nb::list names_of(std::span<const std::string_view> names) {
  nb::list list;
  for (const std::string_view name : names) list.append(nb::str(name.data(), name.size()));
  return list;
}

/// Of each step: its name, what is read of parts.
nb::list steps_of(std::span<const CutStep> steps) {
  nb::list result;
  for (const CutStep& step : steps) {
    result.append(nb::make_tuple(nb::str(step.name.data(), step.name.size()), names_of(step.stored)));
  }
  return result;
}

const CutStep& step_named(const std::string& name) {
  for (const std::span<const CutStep> steps : {marking_steps(), following_steps()}) {
    const auto step = std::find_if(steps.begin(), steps.end(), [&](const CutStep& one) { return one.name == name; });
    if (step != steps.end()) return *step;
  }
  throw Error("there is no step " + name);
}

/// Runs one task of a step: what it sends, stores and counts.
nb::dict run_step(const CutTask& task, const std::string& name, std::size_t number, const nb::dict& stored,
                  const nb::dict& arrived) {
  const SeenInput stored_blocks(stored);
  const SeenInput arrived_blocks(arrived);
  const CutStep& step = step_named(name);
  TaskOutput out = without_gil([&] {
    TaskOutput made(task.tasks());
    step.run(task, number, stored_blocks.input(), arrived_blocks.input(), made);
    return made;
  });
  nb::dict sent;
  nb::dict kept;
  put_output(out, sent, kept);
  nb::dict result;
  result["sent"] = std::move(sent);
  result["stored"] = std::move(kept);
  result["counts"] = counts_of(out);
  return result;
}

/// The cuts in a part, as a table, and what is counted.
nb::dict list_part(const CutTask& task, std::size_t number, const nb::dict& stored) {
  const SeenInput stored_blocks(stored);
  const ListedCuts listed = without_gil([&] { return list_cuts(CutPart(task, number, stored_blocks.input())); });
  nb::dict counts;
  counts["sentences"] = listed.counts.sentences;
  counts["cuts"] = listed.cuts.size();
  counts["cut_sentences"] = listed.counts.cut_sentences;
  counts["cut_bytes"] = listed.counts.cut_bytes;
  counts["cut_documents"] = listed.counts.cut_documents;
  counts["cut_reference"] = listed.counts.by_reference;
  nb::dict result;
  result["cuts"] = listed.cuts;
  result["counts"] = std::move(counts);
  return result;
}

}  // namespace

void bind_spark_cuts(nb::module_& module) {
  module.def("check_cut_task", &check, nb::arg("options"));
  module.def("read_cut_part", &read_part, nb::arg("source"), nb::arg("job"), nb::arg("options"), nb::arg("groups"),
             nb::arg("run"));
  nb::class_<CutTask>(module, "CutTask")
      .def("__init__",
           [](CutTask* place, const nb::dict& options, std::vector<std::uint32_t> begins, DocId references,
              std::size_t groups, std::uint64_t memory, std::string temp_dir) {
             new (place) CutTask(make_task(options, std::move(begins), references, groups, memory, std::move(temp_dir)));
           },
           nb::arg("options"), nb::arg("begins"), nb::arg("references"), nb::arg("groups"), nb::arg("memory"),
           nb::arg("temp_dir"))
      .def_prop_ro("tasks", [](const CutTask& task) { return task.tasks(); })
      .def("marking_steps", [](const CutTask& /*task*/) { return steps_of(marking_steps()); })
      .def("following_steps", [](const CutTask& /*task*/) { return steps_of(following_steps()); })
      .def("stored_for_cuts", [](const CutTask& /*task*/) { return names_of(stored_for_cuts()); })
      .def("run", &run_step, nb::arg("step"), nb::arg("number"), nb::arg("stored"), nb::arg("arrived"))
      .def("list_cuts", &list_part, nb::arg("number"), nb::arg("stored"));
}

}  // namespace cento::python
