#pragma once

#include <span>
#include <string>
#include <string_view>

#include "study/judge/ranking_measures.hpp"

namespace cento {

/// The precision–recall curve of scored pairs as an SVG picture: precision over recall, with the point at `threshold`
/// and dotted lines of equal F1.
[[nodiscard]] std::string curve_svg(std::span<const ScoredLabel> pairs, double threshold, std::string_view title);

}  // namespace cento
