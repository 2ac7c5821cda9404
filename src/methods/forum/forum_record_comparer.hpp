#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/memory/plain_vector.hpp"
#include "methods/forum/forum_model.hpp"
#include "methods/forum/forum_record.hpp"
#include "methods/forum/forum_weights.hpp"

namespace cento {

/// Compares a thread with others by all comparisons of a model. One for each thread of the program.
class ForumRecordComparer {
 public:
  /// `model` and `weights` must outlive this.
  ForumRecordComparer(const ForumModel& model, ForumWeights& weights);

  /// Sets the thread for compare(); `record` must outlive its use.
  void set_asked(const ForumRecord& record);

  /// Replaces `found`.
  void compare(const ForumRecord& other, ForumSimilarities& found);

 private:
  struct Prepared {
    std::size_t part = 0;
    std::size_t field = 0;
    std::size_t way = 0;
    bool is_order = false;
    SetMeasure measure = SetMeasure::jaccard;
    PlainVector<std::uint32_t> weights;  // of the query thread's features
    std::uint64_t total = 0;
    std::uint32_t heaviest = 0;
  };

  [[nodiscard]] double similarity(const Prepared& comparison, const ForumRecord& other);
  [[nodiscard]] double set_similarity(const Prepared& comparison, std::span<const std::uint32_t> asked,
                                      std::span<const std::uint32_t> other);
  void guard(const ForumRecord& other, ForumSimilarities& found) const;

  ForumWeights& weights_;
  const ForumRecord* asked_ = nullptr;
  std::vector<Prepared> comparisons_;
};

}  // namespace cento
