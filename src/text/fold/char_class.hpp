#pragma once

#include <cstdint>

#include "text/fold/fold_table.hpp"

namespace cento {

/// The class of a folded code point according to ICU: the definition from which the folding table is made.
[[nodiscard]] CharClass char_class_by_icu(std::uint32_t code_point);

}  // namespace cento
