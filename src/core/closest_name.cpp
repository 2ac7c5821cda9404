#include "core/closest_name.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace cento {

namespace {

constexpr std::size_t kWordLongest = 64;       // a longer word is not a mistyped name
constexpr std::size_t kLettersPerMistake = 3;  // of the longer word
constexpr std::size_t kMistakesMost = 3;       // however long it is
constexpr std::size_t kBeginningShortest = 3;  // letters that identify a name by its beginning

std::string lower(std::string_view word) {
  std::string out(word);
  for (char& c : out) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + ('a' - 'A'));
  }
  return out;
}

std::string_view without_dashes(std::string_view name) {
  name.remove_prefix(std::min(name.find_first_not_of('-'), name.size()));
  return name;
}

std::size_t mistakes_allowed(std::string_view a, std::string_view b) {
  return std::min(std::max(a.size(), b.size()) / kLettersPerMistake, kMistakesMost);
}

}  // namespace

std::size_t edit_distance(std::string_view a, std::string_view b) {
  const std::string one = lower(a);
  const std::string other = lower(b);
  const std::size_t columns = other.size() + 1;
  std::vector<std::size_t> before_last(columns);
  std::vector<std::size_t> last(columns);
  std::vector<std::size_t> row(columns);
  for (std::size_t j = 0; j < columns; ++j) row[j] = j;
  for (std::size_t i = 1; i <= one.size(); ++i) {
    std::swap(before_last, last);
    std::swap(last, row);
    row[0] = i;
    for (std::size_t j = 1; j < columns; ++j) {
      const std::size_t replaced = last[j - 1] + (one[i - 1] == other[j - 1] ? 0 : 1);
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, replaced});
      const bool is_swapped = i > 1 && j > 1 && one[i - 1] == other[j - 2] && one[i - 2] == other[j - 1];
      if (is_swapped) row[j] = std::min(row[j], before_last[j - 2] + 1);
    }
  }
  return row.back();
}

std::string_view closest_name(std::string_view word, std::span<const std::string> names) {
  const std::string typed = lower(without_dashes(word));
  if (typed.empty() || typed.size() > kWordLongest) return {};
  std::string_view closest;
  std::size_t least = kMistakesMost + 1;
  for (const std::string& name : names) {
    const std::string_view known = without_dashes(name);
    const std::size_t distance = edit_distance(typed, known);
    if (distance >= least || distance > mistakes_allowed(typed, known)) continue;
    closest = name;
    least = distance;
  }
  if (!closest.empty() || typed.size() < kBeginningShortest) return closest;
  const auto begins = [&](const std::string& name) { return lower(without_dashes(name)).starts_with(typed); };
  const auto longer = std::find_if(names.begin(), names.end(), begins);
  return longer == names.end() ? std::string_view() : *longer;
}

std::string did_you_mean(std::string_view word, std::span<const std::string> names) {
  const std::string_view name = closest_name(word, names);
  return name.empty() ? "" : fmt::format("; did you mean \"{}\"?", name);
}

std::string either_of(std::span<const std::string> names) {
  if (names.empty()) return {};
  const auto all_but_last = names.first(names.size() - 1);
  if (all_but_last.empty()) return names.back();
  return fmt::format("{} or {}", fmt::join(all_but_last, ", "), names.back());
}

}  // namespace cento
