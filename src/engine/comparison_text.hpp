#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "engine/chosen_document.hpp"
#include "methods/compare/pair_comparison.hpp"
#include "write/view/side_by_side.hpp"

namespace cento {

/// How two documents relate to each other.
enum class Relation : std::uint8_t {
  identical,   // byte for byte
  same_words,  // only case, punctuation or spacing differ
  same_parts,  // all of each is in the other
  a_in_b,      // all of a is in b
  b_in_a,
  share,  // some passages
  nothing,
};

[[nodiscard]] Relation verdict_on(const ChosenDocument& a, const ChosenDocument& b, const PairComparison& found);

/// Appends the comparison for people: the documents side by side, the verdict, a line for each passage.
void append_comparison_text(std::string& out, const ChosenDocument& a, const ChosenDocument& b,
                            const PairComparison& found, const SideBySideOptions& look);

/// Appends it for programs, as a line of JSON; docs/commands/compare.md describes its fields.
void append_comparison_json(std::string& out, const ChosenDocument& a, const ChosenDocument& b,
                            const PairComparison& found, std::string_view options_json);

}  // namespace cento
