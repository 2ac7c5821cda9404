#pragma once

#include "index/digester.hpp"
#include "join/banding.hpp"

namespace cento {

/// The digests that questions (methods/ask/index_questions.hpp) need, for open_index() and IndexWriter.
[[nodiscard]] DigesterFactory index_digesters();

/// The bands by which documents are found in an index with these options.
[[nodiscard]] Banding document_banding(const IndexOptions& options);

}  // namespace cento
