#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "chosen_document.hpp"
#include "methods/pair_comparison.hpp"
#include "write/side_by_side.hpp"

namespace cento::cli {

/// What two documents are to each other.
enum class Relation : std::uint8_t {
  identical,   // byte by byte
  same_words,  // they differ in case, punctuation or spacing only
  same_parts,  // all of each stands in the other
  a_in_b,      // all of a stands in b
  b_in_a,
  share,  // some passages
  nothing,
};

[[nodiscard]] Relation verdict_on(const ChosenDocument& a, const ChosenDocument& b, const PairComparison& found);

/// Appends the comparison for people: the documents side by side, the verdict, a line for each passage.
void append_comparison_text(std::string& out, const ChosenDocument& a, const ChosenDocument& b,
                            const PairComparison& found, const SideBySideOptions& look);

/// Appends it for programs, as a line of JSON; docs/commands/compare.md tells its fields.
void append_comparison_json(std::string& out, const ChosenDocument& a, const ChosenDocument& b,
                            const PairComparison& found, std::string_view options_json);

}  // namespace cento::cli
