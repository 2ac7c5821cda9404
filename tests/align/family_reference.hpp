#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace cento::testing {

/// Texts as the classes of their sentences.
using ClassTexts = std::vector<std::vector<std::uint32_t>>;
/// A text and a sentence in it.
using TextPlace = std::pair<std::uint32_t, std::uint32_t>;
/// Runs of sentences and where they occur, ascending.
using RunPlaces = std::map<std::vector<std::uint32_t>, std::vector<TextPlace>>;

/// Whether all places have the same sentence at `offset` from their begin; beyond the end of a text nothing is the
/// same.
inline bool all_go_on_alike(const ClassTexts& texts, const std::vector<TextPlace>& places, std::int64_t offset) {
  const auto at = [&](const TextPlace& place) -> std::int64_t {
    const std::int64_t number = place.second + offset;
    const auto& text = texts[place.first];
    if (number < 0 || number >= static_cast<std::int64_t>(text.size())) return -1;
    return text[static_cast<std::size_t>(number)];
  };
  const std::int64_t first = at(places.front());
  return first >= 0 && std::all_of(places.begin(), places.end(), [&](const TextPlace& p) { return at(p) == first; });
}

/// All maximal repeats of at least `least` sentences, by definition: checks every run.
inline RunPlaces maximal_repeats(const ClassTexts& texts, std::uint32_t least) {
  RunPlaces runs;
  for (std::uint32_t text = 0; text < texts.size(); ++text) {
    const auto& classes = texts[text];
    for (std::uint32_t begin = 0; begin < classes.size(); ++begin) {
      for (std::size_t end = begin + std::size_t{least}; end <= classes.size(); ++end) {
        runs[{classes.begin() + begin, classes.begin() + static_cast<std::ptrdiff_t>(end)}].emplace_back(text, begin);
      }
    }
  }
  std::erase_if(runs, [&](const auto& run) {
    return run.second.size() < 2 || all_go_on_alike(texts, run.second, -1) ||
           all_go_on_alike(texts, run.second, static_cast<std::int64_t>(run.first.size()));
  });
  return runs;
}

}  // namespace cento::testing
