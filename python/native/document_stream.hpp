#pragma once

#include <memory>
#include <string>
#include <vector>

#include <nanobind/nanobind.h>

#include "cento/arrow.hpp"
#include "job_runner.hpp"

namespace cento::python {

/// How documents of an iterable are laid out.
struct ItemShape {
  std::vector<std::string> text;  // names of the parts; of dicts, the keys
  std::string id;                 // of dicts, the key of the id; empty: they have none
  bool has_ids = false;           // items are pairs of id and text, or dicts with an id
};

/// Makes `out` a stream of the documents that an iterator gives: strings, pairs of id and text, or dicts. Some
/// thousands are taken at a time, with the GIL. What the iterator raises is kept in `failure`.
void stream_documents(nanobind::object iterator, ItemShape shape, std::shared_ptr<PythonFailure> failure,
                      ArrowArrayStream* out);

/// Whether this thread is in the middle of taking a document from an iterator for a job.
[[nodiscard]] bool is_inside_iterator();

}  // namespace cento::python
