#include "sign/feature_store.hpp"

#include <algorithm>

namespace cento {

namespace {

constexpr std::uint64_t kSlabFeatures = std::uint64_t{1} << 19;  // 4 MB, less if memory is scarce
constexpr std::uint64_t kSlabFeaturesLeast = 512;
constexpr std::uint64_t kSlabsLeast = 16;
constexpr std::size_t kFeatureBytes = sizeof(std::uint64_t);

std::uint64_t* allocate_features(std::size_t count) {
  return reinterpret_cast<std::uint64_t*>(allocate_bytes(count * kFeatureBytes));
}

}  // namespace

void FeatureStore::add(std::span<const std::uint64_t> set) {
  if (!set.empty()) std::copy(set.begin(), set.end(), room_for(set.size()));
  begins_.push_back(begins_.back() + set.size());
}

/// Room at the end of the last slab, or in a new one. Over the budget, a full slab is written to the file and its
/// memory reused.
std::uint64_t* FeatureStore::room_for(std::size_t count) {
  if (count > slab_room_) {
    const std::uint64_t usual =
        std::clamp(lease_.bytes() / kFeatureBytes / kSlabsLeast, kSlabFeaturesLeast, kSlabFeatures);
    const std::size_t room = std::max<std::size_t>(count, usual);
    if (!slabs_.empty() && memory_used_ + room * kFeatureBytes > lease_.bytes()) write_last_slab();
    slabs_.push_back({begins_.back(), nullptr, 0});
    slabs_.back().features.reset(allocate_features(room));
    memory_used_ += room * kFeatureBytes;
    lease_.use(room * kFeatureBytes);
    slab_room_ = room;
  }
  slab_room_ -= count;
  return slabs_.back().features.get() + (begins_.back() - slabs_.back().begin);
}

void FeatureStore::write_last_slab() {
  Slab& slab = slabs_.back();
  const std::size_t count = begins_.back() - slab.begin;
  slab.offset = file_.append(std::as_bytes(std::span(slab.features.get(), count)));
  slab.features.reset();
  memory_used_ -= (count + slab_room_) * kFeatureBytes;
  lease_.free((count + slab_room_) * kFeatureBytes);
}

std::span<const std::uint64_t> FeatureStore::get(std::size_t set, Features& scratch) const {
  return get(set, 0, size_of(set), scratch);
}

std::span<const std::uint64_t> FeatureStore::get(std::size_t set, std::size_t first, std::size_t count,
                                                 Features& scratch) const {
  if (count == 0) return {};
  const std::uint64_t begin = begins_[set] + first;
  const Slab& slab = slab_of(begins_[set]);
  if (slab.features != nullptr) return {slab.features.get() + (begin - slab.begin), count};
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
