#pragma once

#include <string>
#include <string_view>

namespace cento {

/// What is wrong with a line of a file of labels or results. Thrown and caught within one source.
struct BadLine {
  std::string problem;
};

/// A text in quotation marks, for messages: valid UTF-8, and only its beginning if it is long.
[[nodiscard]] std::string in_quotes(std::string_view text);

}  // namespace cento
