#pragma once

#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "core/reporter.hpp"
#include "read/document.hpp"
#include "shared_options.hpp"
#include "text/analysis.hpp"

namespace cento::cli {

/// One document of the user's, kept and cut.
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
  std::string id;  // empty: the only one

  /// The first `#` behind the name of something that exists divides; an argument that exists itself has no id.
  explicit DocumentArgument(std::string_view argument);
};

/// Reads the document that `argument` names. Throws Error when there is none or the argument leaves a choice; it says
/// which there are.
[[nodiscard]] ChosenDocument read_document(const std::string& argument, const SharedOptions& options,
                                           Reporter& reporter);

}  // namespace cento::cli
