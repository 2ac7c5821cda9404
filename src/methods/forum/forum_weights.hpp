#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "index/index_view.hpp"
#include "methods/forum/forum_model.hpp"
#include "methods/forum/forum_signer.hpp"
#include "sign/words/feature_weights.hpp"

namespace cento {

/// The weights of thread features in an index: idf counts the threads that have them in the segments, including removed
/// ones that are still there. A feature that no thread has counts as if one had it.
class ForumWeights {
 public:
  ForumWeights(const ForumModel& model, std::span<const ForumField> fields);
  ~ForumWeights();

  /// Moves to a view, which must outlive its use.
  void set_view(const IndexView& view);

  /// A way of weighing the features of a field, for the calls below; equal arguments give the same way.
  [[nodiscard]] std::size_t way_of(std::size_t field, double idf_power);
  /// Whether all features weigh FeatureWeights::kUnit.
  [[nodiscard]] bool is_even(std::size_t way) const { return ways_[way].is_even; }

  /// The weight of a feature in the lists of `having` threads, or of one whose lists must be looked up.
  [[nodiscard]] std::uint32_t weight(std::size_t way, std::uint32_t feature, std::uint64_t having) const;
  [[nodiscard]] std::uint32_t weight(std::size_t way, std::uint32_t feature);

 private:
  struct KnownWeights;
  struct Way {
    std::size_t field = 0;
    double idf_power = 0;
    bool is_even = false;
    std::unique_ptr<FeatureWeights::Factors> factors;  // by stored feature; FeatureWeights refers to it
    std::unique_ptr<KnownWeights> known;               // by stored feature
  };

  [[nodiscard]] std::uint64_t threads_having(std::uint32_t feature) const;

  std::vector<ForumField> fields_;
  FeatureWeights::Factors word_factors_;  // by token
  std::vector<Way> ways_;
  const IndexView* view_ = nullptr;
  std::uint64_t threads_ = 0;
};

}  // namespace cento
