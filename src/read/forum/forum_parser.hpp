#pragma once

#include "read/document.hpp"
#include "read/reader.hpp"

namespace cento {

/// Turns the threads (see forum_record.hpp) of a batch's block into documents: unescapes the rows and extracts the
/// text from the HTML. A bad answer is rejected and its thread goes without it.
void parse_threads(DocumentBatch& batch, const ReadOptions& options);

}  // namespace cento
