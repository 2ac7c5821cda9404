#pragma once

#include <nanobind/nanobind.h>

namespace cento::python {

/// The tasks of cento.spark.reuse.
void bind_spark_reuse(nanobind::module_& module);

}  // namespace cento::python
