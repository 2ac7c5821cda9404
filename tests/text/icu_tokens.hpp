#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/span.hpp"

namespace cento::testing {

struct ReferenceToken {
  std::string folded;
  Span span;

  friend bool operator==(const ReferenceToken&, const ReferenceToken&) = default;
};

/// What Tokenizer must produce, directly from ICU and the definition: the text is folded segment by segment, a segment
/// lying between two normalisation boundaries; each folded character knows the segment it came from.
std::vector<ReferenceToken> tokens_by_icu(std::string_view text);

}  // namespace cento::testing
