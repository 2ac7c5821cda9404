#pragma once

#include <nanobind/nanobind.h>

namespace cento::python {

/// Adds the tasks of dedup() at the levels of passages and sentences that cento.spark calls: read_cut_part() and
/// CutTask.
void bind_spark_cuts(nanobind::module_& module);

}  // namespace cento::python
