#pragma once

#include <memory>
#include <string>
#include <vector>

#include <nanobind/nanobind.h>

#include "cento/source.hpp"
#include "job_runner.hpp"

namespace cento::python {

/// A source, and where an exception of the Python code that it reads from is kept.
struct PythonSource {
  Source source;
  std::shared_ptr<PythonFailure> failure;
};

/// Adds the functions that make sources: files(), arrow(), documents().
void bind_sources(nanobind::module_& module);

}  // namespace cento::python
