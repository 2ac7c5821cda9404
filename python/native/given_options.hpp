#pragma once

#include <string>

#include <nanobind/nanobind.h>

#include "cento/error.hpp"
#include "cento/option_table.hpp"

namespace cento::python {

/// Sets the options of a table from a dict of name to JSON text. Throws UsageError for an unknown name or a value of
/// another kind; the job checks the ranges.
inline void set_options(const OptionTable& table, const nanobind::dict& given) {
  for (const auto [name, value] : given) {
    const Option& option = option_named(table, nanobind::str(name).c_str());
    if (set_from_json(option, nanobind::str(value).c_str())) continue;
    const std::string limits = limits_of(option);
    throw UsageError(std::string(option.name) + " must be " + (limits.empty() ? "of another type" : limits) + ", not " +
                         nanobind::str(value).c_str(),
                     std::string(option.name));
  }
}

/// A struct with the options that were given, and defaults.
template <typename Options>
Options options_from(const nanobind::dict& given) {
  Options options;
  set_options(options_of(options), given);
  return options;
}

/// The rows of an option table, for stubs, documentation and signatures.
[[nodiscard]] nanobind::list describe_options(const std::string& job);

}  // namespace cento::python
