#pragma once

#include <nanobind/nanobind.h>

namespace cento::python {

/// The tasks of cento.spark.blog.
void bind_spark_blog(nanobind::module_& module);

}  // namespace cento::python
