#pragma once

#include <string>

#include <nanobind/nanobind.h>

#include "cento/records.hpp"
#include "cento/source.hpp"

namespace cento::python {

/// Adds compare(), sentences() and tokens().
void bind_text(nanobind::module_& module);

/// Where a passage is: sentences and bytes, each from and to.
[[nodiscard]] nanobind::tuple side_tuple(const PassageSide& side);

/// A document of one or several parts: a str, or a dict of part to text.
[[nodiscard]] TextDocument document_of(const std::string& id, const nanobind::object& text);

}  // namespace cento::python
