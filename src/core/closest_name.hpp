#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cento {

/// How many characters must be inserted, removed, replaced or swapped with their neighbour to turn one word into the
/// other, ignoring the case of ASCII letters (optimal string alignment).
[[nodiscard]] std::size_t edit_distance(std::string_view a, std::string_view b);

/// The name probably meant by a mistyped word: at most one mistake in three letters, or a name that begins with the
/// word. Empty when none is that close.
[[nodiscard]] std::string_view closest_name(std::string_view word, std::span<const std::string> names);

/// `; did you mean "near"?`, to end a sentence about an unknown word, or nothing when no name is close.
[[nodiscard]] std::string did_you_mean(std::string_view word, std::span<const std::string> names);

/// "exact, near or loose".
[[nodiscard]] std::string either_of(std::span<const std::string> names);

}  // namespace cento
