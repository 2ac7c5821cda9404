#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "align/part_passage.hpp"

namespace cento {

/// Which passages can be shown side by side, in the order of both documents: those that do not overlap and come in the
/// same order on both sides, with the most bytes in total. `passages` and the returned numbers ascend by place in the
/// first document.
[[nodiscard]] std::vector<std::size_t> aligned_passages(std::span<const PartPassage> passages);

}  // namespace cento
