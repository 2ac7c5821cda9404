#pragma once

#include <cstdint>
#include <vector>

#include "cento/method_options.hpp"
#include "cento/records.hpp"
#include "cento/source.hpp"
#include "cento/visible.hpp"

namespace cento {

/// A passage that parts of two documents share.
struct SharedPassage {
  std::uint32_t part_a = 0;  // number of the part
  std::uint32_t part_b = 0;
  PassageSide a;
  PassageSide b;
  std::uint32_t matched = 0;  // matched pairs of sentences
  double similarity = 1;      // the mean of theirs
};

/// What two documents have in common.
struct DocumentComparison {
  std::vector<SharedPassage> passages;  // ascending by position in a, then in b
  double share_a = 0;                   // of a's text that passages cover
  double share_b = 0;
  bool same_words = false;  // part by part, the documents have the same words
};

/// Compares two documents sentence by sentence. Throws UsageError when an option is invalid, Error when a text is not
/// UTF-8.
CENTO_VISIBLE DocumentComparison compare(const TextDocument& a, const TextDocument& b,
                                         const PassageOptions& options = {});

}  // namespace cento
