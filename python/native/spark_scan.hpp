#pragma once

#include <nanobind/nanobind.h>

namespace cento::python {

/// Adds the tasks of scan() that cento.spark calls: read_scan_part() and ScanTask.
void bind_spark_scan(nanobind::module_& module);

}  // namespace cento::python
