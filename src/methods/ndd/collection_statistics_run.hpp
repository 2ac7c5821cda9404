#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "core/parallel/executor.hpp"
#include "sign/words/document_frequencies.hpp"

namespace cento {

/// Regroups hashes, each of which is a record of 8 bytes and its own key.
struct HashKey {
  std::uint64_t operator()(std::uint64_t hash) const { return hash; }
};

/// What is kept of some of the hashes.
struct CountedHashes {
  std::vector<Frequency> frequencies;  // ascending by hash
  std::uint64_t distinct = 0;          // including those not kept
};

/// Replaces `out` with the counts of sorted hashes; those that occur less than `least` times are not kept.
void count_hashes(std::span<const std::uint64_t> sorted, std::uint32_t least, CountedHashes& out);

/// Counts hashes under any executor that has the operations of LocalExecutor.
template <typename Executor>
class StatisticsRun {
 public:
  explicit StatisticsRun(Executor& executor)
      : executor_(executor), hashes_(executor.template regroup<std::uint64_t>(kLikelyHashes, HashKey())) {}

  /// Adds the hashes of some documents, each once per document that has it. One thread at a time.
  void add(std::span<const std::uint64_t> hashes) {
    auto& writer = hashes_.writer(0);
    for (const std::uint64_t hash : hashes) writer.add(hash);
  }

  /// Calls `take` with the hashes that at least `least` documents have, piece by piece, ascending. Returns the number
  /// of distinct hashes. Called once.
  std::uint64_t hand_on(std::uint32_t least, const std::function<void(std::span<const Frequency>)>& take) {
    std::vector<CountedHashes> counted(executor_.workers());
    std::uint64_t distinct = 0;
    const auto count = [&](std::span<const std::uint64_t> sorted, std::size_t worker) {
      count_hashes(sorted, least, counted[worker]);
      return &counted[worker];
    };
    hashes_.for_each_batch_in_order(count, [&](const CountedHashes* some) {
      distinct += some->distinct;
      take(some->frequencies);
    });
    return distinct;
  }

 private:
  static constexpr std::uint64_t kLikelyHashes = std::uint64_t{1} << 25;  // the number is not known while reading

  Executor& executor_;
  typename Executor::template Regrouping<std::uint64_t, HashKey> hashes_;
};

extern template class StatisticsRun<LocalExecutor>;

}  // namespace cento
