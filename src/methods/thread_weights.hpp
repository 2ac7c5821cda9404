#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "index/index_view.hpp"
#include "methods/thread_model.hpp"
#include "methods/thread_signer.hpp"
#include "sign/feature_weights.hpp"

namespace cento {

/// What features of threads weigh by the index: idf counts the threads that have them in the segments, also those that
/// were removed and are still there. A feature that none has counts as one that a single thread has.
class ThreadWeights {
 public:
  ThreadWeights(const ThreadModel& model, std::span<const ThreadField> fields);
  ~ThreadWeights();

  /// Goes on with a view, which must outlive its use.
  void set_view(const IndexView& view);

  /// A way of weighing the features of a field, for what follows; the same for the same.
  [[nodiscard]] std::size_t way_of(std::size_t field, double idf_power);
  /// Whether all features weigh FeatureWeights::kUnit.
  [[nodiscard]] bool is_even(std::size_t way) const { return ways_[way].is_even; }

  /// The weight of a feature that is in the lists of so many threads, or of one whose lists must be looked up.
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

  std::vector<ThreadField> fields_;
  FeatureWeights::Factors word_factors_;  // by token
  std::vector<Way> ways_;
  const IndexView* view_ = nullptr;
  std::uint64_t threads_ = 0;
};

}  // namespace cento
