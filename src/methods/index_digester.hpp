#pragma once

#include "index/digester.hpp"
#include "join/banding.hpp"

namespace cento {

/// The digests that asking (methods/index_questions.hpp) needs, for open_index() and IndexWriter.
[[nodiscard]] DigesterFactory index_digesters();

/// The bands that documents are found by in an index with these options.
[[nodiscard]] Banding document_banding(const IndexOptions& options);

}  // namespace cento
