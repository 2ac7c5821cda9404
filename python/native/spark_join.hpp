#pragma once

#include <nanobind/nanobind.h>

namespace cento::python {

/// Adds the tasks that cento.spark calls: sign_part() and JoinTask.
void bind_spark_join(nanobind::module_& module);

}  // namespace cento::python
