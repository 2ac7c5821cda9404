#include "spark_blog.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "cento/record_table.hpp"
#include "engine/tasks/blog_listing.hpp"
#include "engine/tasks/blog_reading.hpp"
#include "given_options.hpp"
#include "methods/blog/tasks/blog_steps.hpp"
#include "python_source.hpp"
#include "step_tasks.hpp"
#include "task_blocks.hpp"

namespace nb = nanobind;

namespace cento::python {

namespace {

void check(const nb::dict& given) {
  check_options(options_from<BlogRule>(given));
}

nb::dict read_part(const PythonSource& source, const std::string& /*job*/, const nb::dict& given, std::size_t groups,
                   const nb::dict& run) {
  const auto rule = options_from<BlogRule>(given);
  return sign_in_job(
      source, run, [&](const RunOptions& with) { return read_for_blog(source.source, rule, groups, with); },
      [](ReadForBlog& part, nb::dict& blocks, nb::dict& stored) { put_output(part.out, blocks, stored); });
}

/// `references`: the number of documents of the reference, if there is one.
BlogTask make_task(const nb::dict& given, std::vector<std::uint32_t> begins, std::optional<DocId> references,
                   std::size_t groups, std::uint64_t memory, std::string temp_dir) {
  BlogTask task;
  task.rule = options_from<BlogRule>(given);
  task.parts = DocumentParts(std::move(begins));
  task.reference = {references.has_value(), references.value_or(0)};
  task.groups = groups;
  task.memory = memory_of(memory, std::move(temp_dir));
  return task;
}

nb::list names_stored_for_reports() {
  nb::list names;
  for (const std::string_view name : stored_for_blog_reports()) names.append(str_of(name));
  return names;
}

RecordTable list_reports(const BlogTask& task, std::uint32_t part, const nb::dict& stored, const nb::dict& arrived) {
  const SeenInput stored_blocks(stored);
  const SeenInput arrived_blocks(arrived);
  return without_gil([&] { return list_blog_reports(task, {part, stored_blocks.input(), arrived_blocks.input()}); });
}

}  // namespace

void bind_spark_blog(nb::module_& module) {
  module.def("check_blog_task", &check, nb::arg("options"));
  module.def("read_blog_part", &read_part, nb::arg("source"), nb::arg("job"), nb::arg("options"), nb::arg("groups"),
             nb::arg("run"));
  nb::class_<BlogTask>(module, "BlogTask")
      .def("__init__",
           [](BlogTask* place, const nb::dict& options, std::vector<std::uint32_t> begins,
              std::optional<DocId> references, std::size_t groups, std::uint64_t memory, std::string temp_dir) {
             new (place) BlogTask(make_task(options, std::move(begins), references, groups, memory, std::move(temp_dir)));
           },
           nb::arg("options"), nb::arg("begins"), nb::arg("references").none(), nb::arg("groups"), nb::arg("memory"),
           nb::arg("temp_dir"))
      .def("steps", [](const BlogTask& /*task*/) { return described_steps(blog_steps()); })
      .def("run",
           [](const BlogTask& task, const std::string& step, std::uint32_t number, const nb::dict& stored,
              const nb::dict& arrived) { return run_step_task(blog_steps(), task, step, number, stored, arrived); },
           nb::arg("step"), nb::arg("number"), nb::arg("stored"), nb::arg("arrived"))
      .def_prop_ro("stored_for_reports", [](const BlogTask& /*task*/) { return names_stored_for_reports(); })
      .def("list_reports", &list_reports, nb::arg("part"), nb::arg("stored"), nb::arg("arrived"));
}

}  // namespace cento::python
