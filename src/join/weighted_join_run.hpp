#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "join/join_kernels.hpp"
#include "join/weighted_block.hpp"
#include "join/weighted_join.hpp"
#include "join/weighted_kernels.hpp"

namespace cento {

/// The weighted join under any executor that has the operations of LocalExecutor.
///
/// By term, sets are regrouped by the features they show, and the pairs of each list are compared. By document, the
/// lists of as many sets as fit in memory are a block that all heavier sets are compared with.
template <typename Executor>
class WeightedJoinRun {
 public:
  /// `sets` and `found` must outlive this.
  WeightedJoinRun(const WeightedSets& sets, const WeightedJoinOptions& options, Executor& executor,
                  const FoundWeighted& found)
      : wanted_(options.measure, options.threshold),
        is_by_term_(options.partitioning == Partitioning::by_term),
        gives_up_(!is_by_term_ && options.tight_bound),
        executor_(executor),
        found_(found),
        order_(sets, wanted_, executor),
        input_{sets, order_, wanted_},
        counts_(executor.workers()) {}
  WeightedJoinRun(const WeightedJoinRun&) = delete;
  WeightedJoinRun& operator=(const WeightedJoinRun&) = delete;

  WeightedJoinCounts run() {
    WeightedJoinCounts counts;
    if (is_by_term_) {
      join_by_term();
    } else {
      counts.blocks = join_by_document();
    }
    for (const WeightedJoinCounts& of_worker : counts_) counts += of_worker;
    return counts;
  }

 private:
  void join_by_term() {
    auto shown = executor_.template regroup<ShownWeight>(entries(), ShownWeightKey());
    executor_.for_each_range(order_.size(), [&](std::size_t begin, std::size_t end, std::size_t worker) {
      for (std::size_t place = begin; place < end; ++place) {
        for_each_shown(input_, place, [&](std::uint32_t feature, std::uint32_t reach, std::uint64_t) {
          shown.writer(worker).add({ShownWeight::spread(feature), static_cast<std::uint32_t>(place), reach});
          ++counts_[worker].shown_features;
        });
      }
    });
    shown.for_each_batch([&](std::span<const ShownWeight> records, std::size_t worker) {
      for_each_group(records, [&](std::span<const ShownWeight> list) {
        const std::uint32_t feature = ShownWeight::spread_back(list.front().feature);
        for_each_pair_of_list(
            input_, list, [&](std::size_t lighter, std::size_t heavier) { judge(lighter, heavier, feature, worker); });
      });
    });
  }

  [[nodiscard]] std::uint64_t entries() const {
    std::uint64_t entries = 0;
    for (std::size_t place = 0; place < order_.size(); ++place) entries += shown_to_lighter(input_, place).size();
    return entries;
  }

  /// Returns the number of blocks.
  std::uint64_t join_by_document() {
    WeightedBlock block(input_);
    std::uint64_t blocks = 0;
    for (std::size_t first = 0; first < order_.size(); ++blocks) {
      const std::size_t end = block.end_of(first, executor_.memory_bytes(), executor_.workers());
      counts_.front().shown_features += block.fill(first, end);
      compare_with(block, first);
      first = end;
    }
    return blocks;
  }

  /// Compares all sets from the first one of the block on with its lighter ones.
  void compare_with(const WeightedBlock& block, std::size_t first) {
    std::vector<WeightedBlock::Meeting> meetings(executor_.workers(), block.new_meeting());
    executor_.for_each_range(order_.size() - first, [&](std::size_t begin, std::size_t end, std::size_t worker) {
      WeightedBlock::Meeting& meeting = meetings[worker];
      for (std::size_t place = first + begin; place < first + end; ++place) {
        block.meet(place, meeting);
        for (const std::uint32_t other : meeting.met) judge(other, place, std::nullopt, worker);
      }
    });
  }

  void judge(std::size_t lighter, std::size_t heavier, std::optional<std::uint32_t> first, std::size_t worker) {
    const WeightedOutcome outcome = gives_up_ ? compare_weights<true>(input_, lighter, heavier, first)
                                              : compare_weights<false>(input_, lighter, heavier, first);
    if (outcome == WeightedOutcome::found_elsewhere) return;
    ++counts_[worker].proposed_pairs;
    if (outcome == WeightedOutcome::given_up) ++counts_[worker].given_up;
    if (outcome == WeightedOutcome::similar) found_(order_.number(lighter), order_.number(heavier), worker);
  }

  WantedWeight wanted_;
  bool is_by_term_;
  bool gives_up_;
  Executor& executor_;
  const FoundWeighted& found_;
  WeightedOrder order_;
  WeightedInput input_;
  std::vector<WeightedJoinCounts> counts_;  // by worker
};

extern template class WeightedJoinRun<LocalExecutor>;

}  // namespace cento
