#pragma once

#include <nanobind/nanobind.h>

namespace cento::python {

/// Adds the class Index.
void bind_index(nanobind::module_& module);

}  // namespace cento::python
