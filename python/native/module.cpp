// The module cento._cento: a thin layer over include/cento/, which the Python sources beside it make pleasant to use.

#include <exception>
#include <string>

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include "cento/error.hpp"
#include "given_options.hpp"
#include "job_runner.hpp"
#include "python_index.hpp"
#include "python_jobs.hpp"
#include "python_source.hpp"
#include "python_text.hpp"
#include "spark_blog.hpp"
#include "spark_cuts.hpp"
#include "spark_join.hpp"
#include "spark_reuse.hpp"
#include "spark_scan.hpp"
#include "spark_substring.hpp"
#include "spark_threads.hpp"

namespace nb = nanobind;

namespace {

nb::object class_of_error(nb::module_& module, const char* name, const nb::object& base, const char* field) {
  const std::string qualified = std::string("cento._cento.") + name;
  nb::object type = nb::steal(PyErr_NewException(qualified.c_str(), base.ptr(), nullptr));
  type.attr(field) = nb::none();
  module.attr(name) = type;
  return type;
}

/// Raises an exception of the class with that name, whose `field` has a value unless it is empty.
void raise(const char* name, const char* sentence, const char* field, const std::string& value) {
  const nb::object type = nb::module_::import_("cento._cento").attr(name);
  const nb::object error = type(sentence);
  if (!value.empty()) error.attr(field) = nb::str(value.c_str(), value.size());
  PyErr_SetObject(type.ptr(), error.ptr());
}

/// For errors that have fields.
void translate(const std::exception_ptr& error, void* /*unused*/) {
  try {
    std::rethrow_exception(error);
  } catch (const cento::UsageError& usage) {
    raise("UsageError", usage.what(), "option", usage.option());
  } catch (const cento::InputError& input) {
    raise("InputError", input.what(), "place", input.place());
  }
}

}  // namespace

NB_MODULE(_cento, module) {
  using namespace cento::python;
  const nb::object error = nb::exception<cento::Error>(module, "Error");
  const nb::object stopped = nb::exception<cento::Stopped>(module, "Stopped", error);
  const nb::object usage_error = class_of_error(module, "UsageError", error, "option");
  const nb::object input_error = class_of_error(module, "InputError", error, "place");
  nb::register_exception_translator(&translate);
  // Users know them, and pickle finds them, by the package.
  for (const nb::object& type : {error, usage_error, input_error, stopped}) type.attr("__module__") = "cento";
  module.def("describe_options", &describe_options, nb::arg("job"));
  module.def("stop_all_jobs", &stop_all_jobs);
  bind_sources(module);
  bind_jobs(module);
  bind_text(module);
  bind_index(module);
  bind_spark_blog(module);
  bind_spark_join(module);
  bind_spark_cuts(module);
  bind_spark_reuse(module);
  bind_spark_scan(module);
  bind_spark_substring(module);
  bind_spark_threads(module);
}
