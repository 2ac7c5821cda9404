#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/reporter.hpp"
#include "group/document_table.hpp"

namespace cento {

/// Reads a list of pairs of documents by their ids: JSON lines with "a" and "b", as `cento pairs` writes them, or rows
/// of tab-separated values that begin with two ids (a header a_id, b_id or a, b is skipped). Rows that name an unknown
/// id are reported and left out. Throws Error when the file cannot be read or no row can be used.
[[nodiscard]] std::vector<std::pair<DocId, DocId>> read_document_pairs(const std::string& file,
                                                                       const DocumentTable& documents,
                                                                       Reporter& reporter);

/// A pair of documents with a score from 0 to 1.
struct ScoredDocuments {
  DocId a = 0;
  DocId b = 0;
  double score = 0;
};

/// The same for --scores: a "score" or "similarity" in JSON lines, a third column in rows. Rows without one, or with
/// one outside 0 to 1, are reported and left out.
[[nodiscard]] std::vector<ScoredDocuments> read_document_scores(const std::string& file, const DocumentTable& documents,
                                                                Reporter& reporter);

}  // namespace cento
