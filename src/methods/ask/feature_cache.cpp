#include "methods/ask/feature_cache.hpp"

#include <utility>

namespace cento {

namespace {

constexpr std::size_t kTextsMost = 64;  // of the largest size kept

}  // namespace

const Features* FeatureCache::find(const Fingerprint& text) {
  const auto recent = recent_.find(text);
  if (recent != recent_.end()) return &recent->second;
  const auto old = old_.find(text);
  if (old == old_.end()) return nullptr;
  Features features = std::move(old->second);
  old_.erase(old);
  return &keep(text, std::move(features));
}

void FeatureCache::add(const Fingerprint& text, std::span<const std::uint64_t> features) {
  if (features.size() > kFeaturesMost / kTextsMost) return;
  keep(text, {features.begin(), features.end()});
}

Features& FeatureCache::keep(const Fingerprint& text, Features features) {
  if (recent_features_ + features.size() + 1 > kFeaturesMost) {
    old_ = std::exchange(recent_, {});
    recent_features_ = 0;
  }
  recent_features_ += features.size() + 1;
  return recent_.insert_or_assign(text, std::move(features)).first->second;
}

}  // namespace cento
