#pragma once

#include <nanobind/nanobind.h>

namespace cento::python {

/// Adds the jobs: scan(), pairs(), dedup(), threads().
void bind_jobs(nanobind::module_& module);

}  // namespace cento::python
