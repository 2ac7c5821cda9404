#pragma once

#include <cstdint>

#include "align/substring/substring_runs.hpp"
#include "align/substring/substring_stretches.hpp"

namespace cento {

// The keys by which SubstringRun regroups its records: stretches, requests for windows and their fingerprints, and
// repeated windows.

struct AnchorKey {
  std::uint64_t operator()(const Stretch& stretch) const { return stretch.anchor; }
};

struct PrintKey {
  std::uint64_t operator()(const WindowPrint& print) const { return print.print.low; }
};

/// Spreads token numbers over all keys, preserving their order.
struct TokenKey {
  std::uint64_t step = 1;

  template <typename Record>
  std::uint64_t operator()(const Record& record) const {
    return record.windows.first_token() * step;
  }
};

}  // namespace cento
