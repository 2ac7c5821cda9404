// The module cento._cento: a thin layer over include/cento/, which the Python sources beside it make pleasant to use.

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include "cento/error.hpp"
#include "given_options.hpp"
#include "job_runner.hpp"
#include "python_index.hpp"
#include "python_jobs.hpp"
#include "python_source.hpp"
#include "python_text.hpp"

namespace nb = nanobind;

NB_MODULE(_cento, module) {
  using namespace cento::python;
  const nb::object error = nb::exception<cento::Error>(module, "Error");
  const nb::object usage_error = nb::exception<cento::UsageError>(module, "UsageError", error);
  const nb::object stopped = nb::exception<cento::Stopped>(module, "Stopped", error);
  // Users know them, and pickle finds them, by the package.
  for (const nb::object& type : {error, usage_error, stopped}) type.attr("__module__") = "cento";
  module.def("describe_options", &describe_options, nb::arg("job"));
  module.def("stop_all_jobs", &stop_all_jobs);
  bind_sources(module);
  bind_jobs(module);
  bind_text(module);
  bind_index(module);
}
