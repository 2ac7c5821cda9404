#include "spark_scan.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "cento/scan.hpp"
#include "engine/tasks/scan_listing.hpp"
#include "engine/tasks/scan_reading.hpp"
#include "given_options.hpp"
#include "job_runner.hpp"
#include "methods/pdc/tasks/pdc_steps.hpp"
#include "python_source.hpp"
#include "task_blocks.hpp"

namespace nb = nanobind;

namespace cento::python {

namespace {

void check(const nb::dict& given) {
  check_scan_tasks(options_from<ScanOptions>(given));
}

nb::dict read_part(const PythonSource& source, const std::string& /*job*/, const nb::dict& given, std::size_t groups,
                   const nb::dict& run) {
  const auto options = options_from<ScanOptions>(given);
  return sign_in_job(
      source, run, [&](const RunOptions& with) { return read_for_scan(source.source, options, groups, with); },
      [](ReadForScan& part, nb::dict& blocks, nb::dict& stored) { put_output(part.out, blocks, stored); });
}

PdcTask make_task(const nb::dict& given, std::vector<std::uint32_t> begins, DocId references, std::size_t groups,
                  std::uint64_t memory, std::string temp_dir) {
  const auto options = options_from<ScanOptions>(given);
  return {pdc_options(options),
          options.near_duplicate,
          options.boilerplate,
          DocumentParts(std::move(begins)),
          references,
          groups,
          memory_of(memory, std::move(temp_dir))};
}

/// Those of some steps that are needed: name, what is read of parts.
nb::list needed(std::span<const PdcStep> steps, const PdcTask& task, std::uint64_t large_keys) {
  nb::list result;
  for (const PdcStep& step : steps) {
    if (!step.is_needed(large_keys)) continue;
    nb::list stored;
    for (const std::string_view name : step.stored) stored.append(nb::str(name.data(), name.size()));
    result.append(nb::make_tuple(nb::str(step.name.data(), step.name.size()), std::move(stored)));
  }
  return result;
}

/// The steps before it is known how many large keys there are, and those after it.
nb::list first_steps(const PdcTask& task) {
  return needed(pdc_steps().first(steps_before_large_keys()), task, 0);
}
nb::list later_steps(const PdcTask& task, std::uint64_t large_keys) {
  return needed(pdc_steps().subspan(steps_before_large_keys()), task, large_keys);
}

const PdcStep& step_named(const std::string& name) {
  for (const PdcStep& step : pdc_steps()) {
    if (step.name == name) return step;
  }
  throw Error("there is no step " + name);
}

/// Runs one task of a step: what it sends, stores and counts.
nb::dict run_step(const PdcTask& task, const std::string& name, std::size_t number, const nb::dict& stored,
                  const nb::dict& arrived) {
  const SeenInput stored_blocks(stored);
  const SeenInput arrived_blocks(arrived);
  const PdcStep& step = step_named(name);
  TaskOutput out = without_gil([&] {
    TaskOutput made(task.tasks());
    step.run(task, number, stored_blocks.input(), arrived_blocks.input(), made);
    return made;
  });
  nb::dict result;
  nb::dict sent;
  nb::dict kept;
  put_output(out, sent, kept);
  result["sent"] = std::move(sent);
  result["stored"] = std::move(kept);
  result["counts"] = counts_of(out);
  return result;
}

/// What one task lists at the end: tables of passages and pairs of documents, and of families and their places.
nb::dict list_found(const PdcTask& task, std::size_t number, const nb::dict& stored, const nb::dict& arrived) {
  const SeenInput stored_blocks(stored);
  const SeenInput arrived_blocks(arrived);
  nb::dict tables;
  nb::dict counts;
  const ListedDocuments listed = without_gil([&] { return list_documents(task, arrived_blocks.input()); });
  tables["passages"] = listed.passages;
  tables["documents"] = listed.documents;
  counts["passages"] = listed.passages.size();
  counts["document_pairs"] = listed.documents.size();
  counts["near_duplicate_pairs"] = listed.near_duplicate_pairs;
  if (task.is_part(number)) {
    const ListedFamilies families = without_gil([&] {
      return list_families(PdcPart(task, number, stored_blocks.input()));
    });
    tables["families"] = families.families;
    tables["family_places"] = families.places;
  }
  nb::dict result;
  result["tables"] = std::move(tables);
  result["counts"] = std::move(counts);
  return result;
}

}  // namespace

void bind_spark_scan(nb::module_& module) {
  module.def("check_scan_task", &check, nb::arg("options"));
  module.def("read_scan_part", &read_part, nb::arg("source"), nb::arg("job"), nb::arg("options"), nb::arg("groups"),
             nb::arg("run"));
  nb::class_<PdcTask>(module, "ScanTask")
      .def("__init__",
           [](PdcTask* place, const nb::dict& options, std::vector<std::uint32_t> begins, DocId references,
              std::size_t groups, std::uint64_t memory, std::string temp_dir) {
             new (place) PdcTask(make_task(options, std::move(begins), references, groups, memory, std::move(temp_dir)));
           },
           nb::arg("options"), nb::arg("begins"), nb::arg("references"), nb::arg("groups"), nb::arg("memory"),
           nb::arg("temp_dir"))
      .def_prop_ro("tasks", [](const PdcTask& task) { return task.tasks(); })
      .def("first_steps", &first_steps)
      .def("later_steps", &later_steps, nb::arg("large_keys"))
      .def("run", &run_step, nb::arg("step"), nb::arg("number"), nb::arg("stored"), nb::arg("arrived"))
      .def("list_found", &list_found, nb::arg("number"), nb::arg("stored"), nb::arg("arrived"));
}

}  // namespace cento::python
