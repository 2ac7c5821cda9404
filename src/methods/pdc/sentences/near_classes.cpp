#include "methods/pdc/sentences/near_classes.hpp"

#include <algorithm>
#include <utility>

namespace cento {

NearClasses::NearClasses(std::span<const NearPair> pairs, std::size_t classes) {
  if (pairs.empty()) return;
  bits_.assign(classes / 64 + 1, 0);
  std::vector<std::pair<std::uint32_t, Neighbour>> both_ways;
  both_ways.reserve(2 * pairs.size());
  for (const NearPair& pair : pairs) {
    both_ways.push_back({pair.a, {pair.b, pair.similarity}});
    both_ways.push_back({pair.b, {pair.a, pair.similarity}});
  }
  std::sort(both_ways.begin(), both_ways.end(), [](const auto& x, const auto& y) {
    return x.first != y.first ? x.first < y.first : x.second.name < y.second.name;
  });
  for (const auto& [name, neighbour] : both_ways) {
    if (names_.empty() || names_.back() != name) {
      names_.push_back(name);
      begins_.push_back(static_cast<std::uint32_t>(neighbours_.size()));
      bits_[name / 64] |= std::uint64_t{1} << (name % 64);
    }
    neighbours_.push_back(neighbour);
  }
  begins_.push_back(static_cast<std::uint32_t>(neighbours_.size()));
}

std::span<const NearClasses::Neighbour> NearClasses::of(std::uint32_t name) const {
  if (!has(name)) return {};
  const auto at = static_cast<std::size_t>(std::lower_bound(names_.begin(), names_.end(), name) - names_.begin());
  return {neighbours_.data() + begins_[at], neighbours_.data() + begins_[at + 1]};
}

float NearClasses::similarity(std::uint32_t a, std::uint32_t b) const {
  if (!has(a) || !has(b)) return 0;
  const std::span<const Neighbour> neighbours = of(a);
  const auto found =
      std::lower_bound(neighbours.begin(), neighbours.end(), b,
                       [](const Neighbour& neighbour, std::uint32_t name) { return neighbour.name < name; });
  return found != neighbours.end() && found->name == b ? found->similarity : 0;
}

}  // namespace cento
