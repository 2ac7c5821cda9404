#include "sign/placed_sets.hpp"

#include <algorithm>
#include <utility>

namespace cento {

namespace {

PlacedSet place_alone(Features& set) {
  const auto memory = std::make_shared<const Features>(std::exchange(set, Features()));
  return {*memory, memory};
}

}  // namespace

PlacedSet SetPlacer::place(Features& set) {
  if (set.empty()) return {};
  if (set.size() > usual_features_ / kLargeShare) return place_alone(set);
  if (memory_ == nullptr || memory_->size() - used_ < set.size()) {
    memory_ = std::make_shared<Features>(usual_features_);
    used_ = 0;
  }
  const std::span<std::uint64_t> place = std::span(*memory_).subspan(used_, set.size());
  std::copy(set.begin(), set.end(), place.begin());
  used_ += set.size();
  return {place, memory_};
}

}  // namespace cento
