#pragma once

#include <string>

#include "group/keep_values.hpp"

namespace cento {

/// Bytes whose order is that of preference, for engines that sort bytes: KeepValues::ordered() in the same order, and
/// equal for values that are. A missing value comes last.
///
/// One byte for the kind (numbers before texts), then a number as the largest double that is not greater, and what an
/// integer has beyond it, in eight bytes each; or a text with two zeros after it, and 0x00 0xff in place of each zero
/// in it. All of that inverted where the largest comes first.
[[nodiscard]] std::string keep_key(const KeepValue& value, bool largest_first);

}  // namespace cento
