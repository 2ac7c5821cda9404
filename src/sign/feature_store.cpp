#include "sign/feature_store.hpp"

#include <algorithm>

#include "core/memory/large_memory.hpp"

namespace cento {

namespace {

constexpr std::uint64_t kSlabFeatures = std::uint64_t{1} << 19;  // 4 MB, less if memory is scarce
constexpr std::uint64_t kSlabFeaturesLeast = 512;
constexpr std::uint64_t kSlabsLeast = 16;
constexpr std::size_t kFeatureBytes = sizeof(std::uint64_t);

}  // namespace

void FeatureStore::add(std::span<const std::uint64_t> set) {
  if (!set.empty()) std::copy(set.begin(), set.end(), room_for(set.size()));
  begins_.push_back(begins_.back() + set.size());
}

// Once memory was short, sets are copied: what is kept shares its memory with other sets and cannot go to the file.
void FeatureStore::keep(const PlacedSet& set) {
  const std::size_t count = set.features.size();
  const bool has_spare_memory = set.held() / 2 > count;
  keeps_ = keeps_ && has_space(set.held() + slab_features(lease_.bytes()));
  if (count == 0 || has_spare_memory || !keeps_) return add(set.features);
  if (!continues(set)) slabs_.push_back({begins_.back(), set.features.data(), set.memory, 0});
  open_ = nullptr;
  open_room_ = 0;
  memory_used_ += set.held() * kFeatureBytes;
  lease_.use(set.held() * kFeatureBytes);
  begins_.push_back(begins_.back() + count);
}

/// Whether the set is where the last slab, which was kept as well, ends.
bool FeatureStore::continues(const PlacedSet& set) const {
  if (open_ != nullptr || slabs_.empty()) return false;
  const Slab& last = slabs_.back();
  return last.memory == set.memory && last.features + (begins_.back() - last.begin) == set.features.data();
}

std::size_t FeatureStore::slab_features(std::uint64_t memory_bytes) {
  constexpr std::size_t kHugePageFeatures = kHugePageBytes / kFeatureBytes;
  const std::size_t wanted = std::clamp(memory_bytes / kFeatureBytes / kSlabsLeast, kSlabFeaturesLeast, kSlabFeatures);
  return wanted < kHugePageFeatures ? wanted : wanted / kHugePageFeatures * kHugePageFeatures;  // wastes no part of one
}

bool FeatureStore::has_space(std::size_t features) const {
  return memory_used_ + features * kFeatureBytes <= lease_.bytes();
}

/// Room at the end of the last slab, or in a new one. Over the budget, a full slab is written to the file.
std::uint64_t* FeatureStore::room_for(std::size_t count) {
  if (count > open_room_) {
    const std::size_t room = std::max(count, slab_features(lease_.bytes()));
    if (open_ != nullptr && !has_space(room)) write_last_slab();
    begin_slab(room);
  }
  open_room_ -= count;
  return open_ + (begins_.back() - slabs_.back().begin);
}

void FeatureStore::begin_slab(std::size_t room) {
  const auto memory = std::make_shared<Features>(room);
  open_ = memory->data();
  open_room_ = open_size_ = room;
  slabs_.push_back({begins_.back(), open_, memory, 0});
  memory_used_ += room * kFeatureBytes;
  lease_.use(room * kFeatureBytes);
}

void FeatureStore::write_last_slab() {
  Slab& slab = slabs_.back();
  slab.offset = file_.append(std::as_bytes(std::span(slab.features, begins_.back() - slab.begin)));
  slab.features = nullptr;
  slab.memory.reset();
  memory_used_ -= open_size_ * kFeatureBytes;
  lease_.free(open_size_ * kFeatureBytes);
}

std::span<const std::uint64_t> FeatureStore::get(std::size_t set, Features& scratch) const {
  return get(set, 0, size_of(set), scratch);
}

std::span<const std::uint64_t> FeatureStore::get(std::size_t set, std::size_t first, std::size_t count,
                                                 Features& scratch) const {
  if (count == 0) return {};
  const std::uint64_t begin = begins_[set] + first;
  const Slab& slab = slab_of(begins_[set]);
  if (slab.features != nullptr) return {slab.features + (begin - slab.begin), count};
  scratch.resize(count);
  file_.read(slab.offset + (begin - slab.begin) * kFeatureBytes, std::as_writable_bytes(std::span(scratch)));
  return scratch;
}

const FeatureStore::Slab& FeatureStore::slab_of(std::uint64_t feature) const {
  const auto behind = std::upper_bound(slabs_.begin(), slabs_.end(), feature,
                                       [](std::uint64_t number, const Slab& slab) { return number < slab.begin; });
  return *std::prev(behind);
}

}  // namespace cento
