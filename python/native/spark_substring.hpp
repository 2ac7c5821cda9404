#pragma once

#include <nanobind/nanobind.h>

namespace cento::python {

/// Adds the tasks of method substring that cento.spark calls: read_substring_part() and SubstringTask.
void bind_spark_substring(nanobind::module_& module);

}  // namespace cento::python
