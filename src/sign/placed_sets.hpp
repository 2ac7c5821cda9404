#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "sign/signer.hpp"

namespace cento {

/// A set of features in memory that it shares with others: valid as long as `memory` is held.
struct PlacedSet {
  std::span<const std::uint64_t> features;
  std::shared_ptr<const Features> memory;  // null: the set is empty

  /// How much memory belongs to this set, in features: a large one may have more than it needs.
  [[nodiscard]] std::size_t held() const {
    const bool is_alone = memory != nullptr && memory->size() == features.size();
    return is_alone ? memory->capacity() : features.size();
  }
};

/// Places sets one after another where a FeatureStore can keep them: sets that are copied from there touch fresh memory
/// once more, and by one thread. For the use of one thread.
class SetPlacer {
 public:
  /// `usual_features`: how many features share their memory.
  explicit SetPlacer(std::size_t usual_features) : usual_features_(usual_features) {}

  /// Places the features. A large set takes its own memory along and is left empty.
  PlacedSet place(Features& set);

 private:
  static constexpr std::size_t kLargeShare = 4;  // of the usual memory: such sets have memory of their own

  std::size_t usual_features_;
  std::shared_ptr<Features> memory_;
  std::size_t used_ = 0;
};

}  // namespace cento
