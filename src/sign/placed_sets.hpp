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
};

/// Places sets one after another where a FeatureStore can keep them: sets that are copied from there touch fresh memory
/// once more, and by one thread. For the use of one thread.
class SetPlacer {
 public:
  /// `usual_features`: how many features share their memory.
  explicit SetPlacer(std::size_t usual_features) : usual_features_(usual_features) {}

  /// Places the features. A large set takes its memory along, unless that is far more than it needs; in that case it is
  /// left empty.
  PlacedSet place(Features& set);

 private:
  static constexpr std::size_t kLargeShare = 4;  // of the usual memory: such sets have memory of their own

  std::size_t usual_features_;
  std::shared_ptr<Features> memory_;
  std::size_t used_ = 0;
};

}  // namespace cento
