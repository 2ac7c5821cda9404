#include "align/families.hpp"

#include <algorithm>

namespace cento {

namespace {

// A sentence that repeats n times in a row has n families with up to n places each. A group may therefore yield at most
// this many times its own places, fewer where places overlap. Text written by people does not come near that.
constexpr std::uint64_t kPlacesPerPlace = 256;
constexpr std::uint64_t kOverlapsPerPlace = 4;
constexpr std::uint64_t kPlacesPerGroup = 4096;

/// How many places begin before the run at the previous place has ended.
std::uint64_t count_overlaps(std::span<const Position> places, std::uint32_t length) {
  std::uint64_t overlaps = 0;
  for (std::size_t i = 1; i < places.size(); ++i) overlaps += places[i] - places[i - 1] < length ? 1 : 0;
  return overlaps;
}

}  // namespace

bool FamilyFinder::differ_before(std::span<const Position> places) const {
  const std::uint32_t first = classes_[places.front() - 1];
  return std::any_of(places.begin() + 1, places.end(), [&](Position place) { return classes_[place - 1] != first; });
}

bool FamilyFinder::agree_at(std::span<const Position> places, std::uint32_t distance) const {
  const std::uint32_t first = classes_[places.front() + distance];
  return std::all_of(places.begin() + 1, places.end(),
                     [&](Position place) { return classes_[place + distance] == first; });
}

void FamilyFinder::emit(const Branch& branch, Families& out) const {
  out.list.push_back({branch.length, static_cast<std::uint32_t>(branch.places.size()), out.places.size()});
  out.places.insert(out.places.end(), branch.places.begin(), branch.places.end());
}

/// Opens a branch for each sentence that several places continue with, if they differ in what precedes them.
void FamilyFinder::push_continuations(const Branch& branch) {
  next_.clear();
  for (const Position place : branch.places) next_.emplace_back(classes_[place + branch.length], place);
  std::sort(next_.begin(), next_.end());
  for (std::size_t begin = 0; begin < next_.size();) {
    std::size_t end = begin + 1;
    while (end < next_.size() && next_[end].first == next_[begin].first) ++end;
    if (end - begin > 1) {
      Branch more;
      more.length = branch.length + 1;
      for (std::size_t i = begin; i < end; ++i) more.places.push_back(next_[i].second);
      if (differ_before(more.places)) open_.push_back(std::move(more));
    }
    begin = end;
  }
}

void FamilyFinder::find(std::span<const Position> group, Families& out) {
  if (group.size() < 2 || !differ_before(group)) return;
  std::uint64_t places_left = kPlacesPerGroup + kPlacesPerPlace * group.size();
  std::uint64_t overlaps_left = kPlacesPerGroup + kOverlapsPerPlace * group.size();
  open_.push_back({std::vector<Position>(group.begin(), group.end()), least_});
  while (!open_.empty()) {
    Branch branch = std::move(open_.back());
    open_.pop_back();
    while (agree_at(branch.places, branch.length)) ++branch.length;
    const std::uint64_t overlaps = count_overlaps(branch.places, branch.length);
    if (branch.places.size() > places_left || overlaps > overlaps_left) {
      ++out.capped_groups;
      open_.clear();
      return;
    }
    places_left -= branch.places.size();
    overlaps_left -= overlaps;
    emit(branch, out);
    push_continuations(branch);
  }
}

}  // namespace cento
