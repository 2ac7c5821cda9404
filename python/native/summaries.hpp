#pragma once

#include <nanobind/nanobind.h>

#include "cento/dedup.hpp"
#include "cento/index.hpp"
#include "cento/pairs.hpp"
#include "cento/scan.hpp"
#include "cento/threads.hpp"

/// Summaries of jobs as dicts, with the names of the fields.
namespace cento::python {

[[nodiscard]] nanobind::dict dict_of(const ScanSummary& summary);
[[nodiscard]] nanobind::dict dict_of(const PairsSummary& summary);
[[nodiscard]] nanobind::dict dict_of(const DedupSummary& summary);
[[nodiscard]] nanobind::dict dict_of(const ThreadsSummary& summary);
[[nodiscard]] nanobind::dict dict_of(const AddSummary& summary);

}  // namespace cento::python
