#pragma once

#include <string>
#include <utility>
#include <vector>

#include "collection_run.hpp"
#include "group/document_table.hpp"

namespace cento::cli {

/// Reads a list of pairs of documents by their ids: JSON lines with "a" and "b", as `cento pairs` writes them, or rows
/// of tab-separated values that begin with two ids (a header a_id, b_id or a, b is passed over). Rows that name an
/// unknown id are told and left out. Throws Error when the file cannot be read or no row can be used.
[[nodiscard]] std::vector<std::pair<DocId, DocId>> read_document_pairs(const std::string& file,
                                                                       const DocumentTable& documents,
                                                                       CollectionRun& run);

}  // namespace cento::cli
