#include "spark_substring.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "cento/method_options.hpp"
#include "engine/tasks/substring_listing.hpp"
#include "engine/tasks/substring_reading.hpp"
#include "given_options.hpp"
#include "job_runner.hpp"
#include "methods/substring/tasks/substring_steps.hpp"
#include "python_source.hpp"
#include "task_blocks.hpp"

namespace nb = nanobind;

namespace cento::python {

namespace {

void check_rule(const nb::dict& given) {
  check_options(options_from<RunRule>(given));
}

nb::dict read_substring_part(const PythonSource& source, const std::string& /*job*/, const nb::dict& given,
                             std::size_t groups, const nb::dict& run) {
  const auto rule = options_from<RunRule>(given);
  nb::dict counts;
  nb::dict result = sign_in_job(
      source, run, [&](const RunOptions& with) { return read_for_substring(source.source, rule, groups, with); },
      [&](ReadForSubstring& part, nb::dict& blocks, nb::dict& stored) {
        put_output(part.out, blocks, stored);
        counts = counts_of(part.out);
      });
  result["counts"] = std::move(counts);
  return result;
}

SubstringTask make_task(const nb::dict& given, std::vector<std::uint32_t> begins, std::vector<std::uint64_t> tokens,
                        std::optional<std::uint32_t> reference_parts, std::size_t groups, std::uint64_t memory,
                        std::string temp_dir) {
  return {options_from<RunRule>(given),
          DocumentParts(std::move(begins)),
          TokenParts(std::move(tokens)),
          reference_parts,
          groups,
          memory_of(memory, std::move(temp_dir))};
}

nb::list names_of(const std::vector<std::string_view>& names) {
  nb::list list;
  for (const std::string_view name : names) list.append(nb::str(name.data(), name.size()));
  return list;
}

/// Name, what is read of parts.
nb::list substring_step_list() {
  nb::list steps;
  for (const SubstringStep& step : substring_steps()) {
    steps.append(nb::make_tuple(nb::str(step.name.data(), step.name.size()), names_of(step.stored)));
  }
  return steps;
}

const SubstringStep& substring_step_named(const std::string& name) {
  for (const SubstringStep& step : substring_steps()) {
    if (step.name == name) return step;
  }
  throw Error("there is no step " + name);
}

/// Runs one task of a step: what it sends, stores and counts.
nb::dict run_substring_step(const SubstringTask& task, const std::string& name, std::size_t number,
                            const nb::dict& stored, const nb::dict& arrived) {
  const SeenInput stored_blocks(stored);
  const SeenInput arrived_blocks(arrived);
  const SubstringStep& step = substring_step_named(name);
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

/// What one task lists at the end: a table of repeated ranges, if it has a part.
nb::dict list_repeats_found(const SubstringTask& task, std::size_t number, const nb::dict& stored,
                            const nb::dict& arrived) {
  const SeenInput stored_blocks(stored);
  const SeenInput arrived_blocks(arrived);
  nb::dict tables;
  nb::dict counts;
  if (task.is_part(number)) {
    const ListedRepeats listed = without_gil([&] {
      return list_repeats(SubstringPart(task, number, stored_blocks.input()), arrived_blocks.input());
    });
    tables["repeats"] = listed.repeats;
    counts["repeated_ranges"] = listed.counts.repeated_ranges;
    counts["repeated_tokens"] = listed.counts.repeated_tokens;
    counts["repeated_bytes"] = listed.counts.repeated_bytes;
    counts["later_ranges"] = listed.counts.later_ranges;
    counts["later_tokens"] = listed.counts.later_tokens;
    counts["later_bytes"] = listed.counts.later_bytes;
  }
  nb::dict result;
  result["tables"] = std::move(tables);
  result["counts"] = std::move(counts);
  return result;
}

}  // namespace

void bind_spark_substring(nb::module_& module) {
  module.def("check_substring_task", &check_rule, nb::arg("options"));
  module.def("read_substring_part", &read_substring_part, nb::arg("source"), nb::arg("job"), nb::arg("options"),
             nb::arg("groups"), nb::arg("run"));
  nb::class_<SubstringTask>(module, "SubstringTask")
      .def("__init__",
           [](SubstringTask* place, const nb::dict& options, std::vector<std::uint32_t> begins,
              std::vector<std::uint64_t> tokens, std::optional<std::uint32_t> reference_parts, std::size_t groups,
              std::uint64_t memory, std::string temp_dir) {
             new (place) SubstringTask(make_task(options, std::move(begins), std::move(tokens), reference_parts, groups,
                                                 memory, std::move(temp_dir)));
           },
           nb::arg("options"), nb::arg("begins"), nb::arg("tokens"), nb::arg("reference_parts").none(),
           nb::arg("groups"), nb::arg("memory"), nb::arg("temp_dir"))
      .def_prop_ro("tasks", [](const SubstringTask& task) { return task.tasks(); })
      .def("steps", [](const SubstringTask& /*task*/) { return substring_step_list(); })
      .def_prop_ro("stored_for_listing", [](const SubstringTask& /*task*/) { return names_of(stored_for_listing()); })
      .def("run", &run_substring_step, nb::arg("step"), nb::arg("number"), nb::arg("stored"), nb::arg("arrived"))
      .def("list_found", &list_repeats_found, nb::arg("number"), nb::arg("stored"), nb::arg("arrived"));
}

}  // namespace cento::python
