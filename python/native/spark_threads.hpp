#pragma once

#include <nanobind/nanobind.h>

namespace cento::python {

/// The tasks of paper threads, for cento.spark.
void bind_spark_threads(nanobind::module_& module);

}  // namespace cento::python
