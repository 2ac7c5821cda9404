#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/plain_vector.hpp"
#include "methods/thread_model.hpp"
#include "methods/thread_record.hpp"
#include "methods/thread_weights.hpp"

namespace cento {

/// Compares a thread with others by all comparisons of a model. One for each thread of the program.
class ThreadRecordComparer {
 public:
  /// `model` and `weights` must outlive it.
  ThreadRecordComparer(const ThreadModel& model, ThreadWeights& weights);

  /// Takes the thread that compare() is about; `record` must outlive that.
  void set_asked(const ThreadRecord& record);

  /// Replaces `found`.
  void compare(const ThreadRecord& other, ThreadSimilarities& found);

 private:
  struct Prepared {
    std::size_t part = 0;
    std::size_t field = 0;
    std::size_t way = 0;
    bool is_order = false;
    SetMeasure measure = SetMeasure::jaccard;
    PlainVector<std::uint32_t> weights;  // of the asked thread's features
    std::uint64_t total = 0;
    std::uint32_t heaviest = 0;
  };

  [[nodiscard]] double similarity(const Prepared& comparison, const ThreadRecord& other);
  [[nodiscard]] double set_similarity(const Prepared& comparison, std::span<const std::uint32_t> asked,
                                      std::span<const std::uint32_t> other);
  void guard(const ThreadRecord& other, ThreadSimilarities& found) const;

  ThreadWeights& weights_;
  const ThreadRecord* asked_ = nullptr;
  std::vector<Prepared> comparisons_;
};

}  // namespace cento
