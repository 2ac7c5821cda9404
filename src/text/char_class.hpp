#pragma once

#include <cstdint>

#include "text/fold_table.hpp"

namespace cento {

/// The class of a folded code point, asked of ICU: the definition that the folding table is made from.
[[nodiscard]] CharClass char_class_by_icu(std::uint32_t code_point);

}  // namespace cento
