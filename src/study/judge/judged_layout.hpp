#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "read/input/input.hpp"

namespace cento {

/// What a judged file, or a gold file, holds.
enum class JudgedContent {
  pairs,      // of documents: a_id b_id, with label and kind, or with a score
  questions,  // pairs with their own id: id, with a label, or with a score
  clusters,   // id cluster
  spans,      // a_id a_begin a_end b_id b_begin b_end, with a kind
};

/// "pairs", … for messages.
[[nodiscard]] std::string_view describe(JudgedContent content);

/// The purpose of a file: it determines the columns of a table without a header.
enum class JudgedRole {
  gold,   // pairs: a_id b_id label kind
  found,  // pairs: a_id b_id score; questions: id score
};

/// How the lines of a file are to be read, inferred from the first one.
struct JudgedLayout {
  std::optional<JudgedContent> content;  // empty: the file is empty, and nothing was expected
  bool is_json = false;                  // otherwise tab-separated values
  bool has_header = false;
  bool is_escaped = false;           // as Cento writes tables: \t, \n, \r and \\ are escapes
  std::vector<std::string> columns;  // of tab-separated values
};

/// Inspects the beginning of a file without consuming it. A table without a header holds what is expected, unless it
/// looks like spans; if nothing is expected, the number of columns decides. Throws Error with the file's name if none
/// of the first lines shows what it holds and nothing is expected.
[[nodiscard]] JudgedLayout look_at_judged_file(Input& in, JudgedRole role, std::optional<JudgedContent> expected);

}  // namespace cento
