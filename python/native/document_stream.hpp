#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <nanobind/nanobind.h>

#include "cento/arrow.hpp"
#include "job_runner.hpp"

namespace cento::python {

/// What documents of an iterable are.
enum class ItemKind : std::uint8_t { texts, pairs, dicts };

/// Documents of an iterable. Its columns are `text`, before that `id` for pairs; or `object`, the JSON of a dict.
struct Items {
  nanobind::object iterator;
  ItemKind kind = ItemKind::texts;
  std::vector<std::string> needed = {};  // of dicts, the keys whose values must be of a type that has JSON
};

/// Makes `out` a stream of the documents that an iterator gives: strings, pairs of id and text, or dicts. Some
/// thousands are taken at a time, with the GIL. What the iterator raises is kept in `failure`.
void stream_documents(Items items, std::shared_ptr<PythonFailure> failure, ArrowArrayStream* out);

/// Whether this thread is in the middle of taking a document from an iterator for a job.
[[nodiscard]] bool is_inside_iterator();

}  // namespace cento::python
