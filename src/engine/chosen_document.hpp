#pragma once

#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "core/reporter.hpp"
#include "methods/compare/pair_comparison.hpp"
#include "read/document.hpp"
#include "read/reader.hpp"
#include "text/analysis.hpp"

namespace cento {

/// A document chosen by the user, analysed.
struct ChosenDocument {
  std::string name;  // as the user wrote it
  std::string id;
  std::deque<std::string> texts;  // names and texts of the parts, which refer to them
  std::vector<Part> parts;
  std::vector<AnalyzedText> analyzed;
};

/// A document on the command line: an input, and the id of a document in it after a `#`.
struct DocumentArgument {
  std::string input;
  std::string id;  // empty: the only document

  /// Splits at the first `#` after the name of an existing file or folder; an argument that exists itself has no id.
  explicit DocumentArgument(std::string_view argument);
};

/// Reads the document that `argument` names. Throws Error when there is none, or several to choose from.
[[nodiscard]] ChosenDocument read_document(const std::string& argument, const ReadOptions& reading, std::size_t threads,
                                           Reporter& reporter);

/// Compares two of them. `tokens`: for signatures that need token frequencies; may be null.
[[nodiscard]] PairComparison compare(const ChosenDocument& a, const ChosenDocument& b, const PassageOptions& options,
                                     const DocumentFrequencies* tokens);

}  // namespace cento
