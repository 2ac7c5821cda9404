#include "sign/feature_store.hpp"

#include <algorithm>
#include <utility>

#include "core/memory/freed_memory.hpp"

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

void FeatureStore::adopt(Features&& set) {
  const bool has_spare_memory = set.capacity() / 2 > set.size();
  if (set.size() < kSlabFeatures || has_spare_memory) return add(set);
  const std::size_t count = set.size();
  make_space(set.capacity());
  begin_slab(std::move(set));
  slab_room_ = 0;
  begins_.push_back(begins_.back() + count);
}

/// Room at the end of the last slab, or in a new one.
std::uint64_t* FeatureStore::room_for(std::size_t count) {
  if (count > slab_room_) {
    const std::uint64_t usual =
        std::clamp(lease_.bytes() / kFeatureBytes / kSlabsLeast, kSlabFeaturesLeast, kSlabFeatures);
    const std::size_t room = std::max<std::size_t>(count, usual);
    make_space(room);
    begin_slab(Features(room));
    slab_room_ = room;
  }
  slab_room_ -= count;
  return slabs_.back().features.data() + (begins_.back() - slabs_.back().begin);
}

/// For a slab of so many features: over the budget, the last slab, which is full, is written to the file.
void FeatureStore::make_space(std::size_t features) {
  if (!slabs_.empty() && memory_used_ + features * kFeatureBytes > lease_.bytes()) write_last_slab();
}

void FeatureStore::begin_slab(Features&& features) {
  Slab& slab = slabs_.emplace_back(Slab{begins_.back(), std::move(features), 0});
  memory_used_ += slab.memory_bytes();
  lease_.use(slab.memory_bytes());
}

void FeatureStore::write_last_slab() {
  Slab& slab = slabs_.back();
  const std::size_t count = begins_.back() - slab.begin;
  slab.offset = file_.append(std::as_bytes(std::span(slab.features).first(count)));
  memory_used_ -= slab.memory_bytes();
  lease_.free(slab.memory_bytes());
  release(slab.features);
}

std::span<const std::uint64_t> FeatureStore::get(std::size_t set, Features& scratch) const {
  return get(set, 0, size_of(set), scratch);
}

std::span<const std::uint64_t> FeatureStore::get(std::size_t set, std::size_t first, std::size_t count,
                                                 Features& scratch) const {
  if (count == 0) return {};
  const std::uint64_t begin = begins_[set] + first;
  const Slab& slab = slab_of(begins_[set]);
  if (!slab.features.empty()) return std::span(slab.features).subspan(begin - slab.begin, count);
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
