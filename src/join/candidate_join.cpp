#include "join/candidate_join.hpp"

#include <algorithm>

#include "join/join_kernels.hpp"
#include "join/verified_pairs.hpp"

namespace cento {

class CandidateJoin::State {
 public:
  State(const JoinOptions& options, LocalExecutor& executor, std::uint64_t expected_keys)
      : options_(options),
        executor_(executor),
        keys_(executor.regroup<KeyedSet>(expected_keys, GroupKey())),
        expected_pairs_(expected_keys) {}

  void add(std::uint32_t set, std::span<const std::uint64_t> keys) {
    for (const std::uint64_t key : keys) keys_.writer(0).add({key, set});
    shown_ += keys.size();
  }

  JoinResult find(const FeatureStore& sets, const std::function<bool(std::uint32_t, std::uint32_t)>& is_candidate) {
    const WantedSimilarity wanted(options_.measure, options_.threshold);
    auto pairs = executor_.regroup<ProposedPair>(expected_pairs_, PairKey());
    std::vector<JoinCounts> counts(executor_.workers());
    keys_.for_each_batch([&](std::span<const KeyedSet> records, std::size_t worker) {
      for_each_group(records, [&](std::span<const KeyedSet> group) {
        propose(group, counts[worker], [&](std::uint32_t a, std::uint32_t b) {
          if (!wanted.sizes_fit(sets.size_of(a), sets.size_of(b)) || !is_candidate(a, b)) return;
          pairs.writer(worker).add({a, b, 1});
          ++counts[worker].proposed_pairs;
        });
      });
    });
    JoinResult result = verify_pairs(pairs, sets, wanted, executor_, [](const ProposedPair&) { return true; });
    for (const JoinCounts& one : counts) result.counts += one;
    result.counts.shown_features = shown_;
    result.counts.spilled_bytes += keys_.spilled_bytes();
    return result;
  }

 private:
  /// All pairs of a group, or those with its first few if there are too many.
  template <typename Propose>
  void propose(std::span<const KeyedSet> group, JoinCounts& counts, const Propose& propose_pair) const {
    const bool is_giant = group.size() > options_.group_most;
    counts.capped_features += static_cast<std::uint64_t>(is_giant);
    counts.capped_sets += is_giant ? group.size() : 0;
    const std::size_t leaders = is_giant ? options_.leaders : group.size();
    for (std::size_t i = 0; i < std::min(leaders, group.size()); ++i) {
      for (std::size_t j = i + 1; j < group.size(); ++j) {
        if (group[i].set != group[j].set) propose_pair(group[i].set, group[j].set);
      }
    }
  }

  JoinOptions options_;
  LocalExecutor& executor_;
  LocalExecutor::Regrouping<KeyedSet, GroupKey> keys_;
  std::uint64_t expected_pairs_;
  std::uint64_t shown_ = 0;
};

CandidateJoin::CandidateJoin(const JoinOptions& options, LocalExecutor& executor, std::uint64_t expected_keys)
    : state_(std::make_unique<State>(options, executor, expected_keys)) {}

CandidateJoin::~CandidateJoin() = default;

void CandidateJoin::add(std::uint32_t set, std::span<const std::uint64_t> keys) {
  state_->add(set, keys);
}

JoinResult CandidateJoin::find(const FeatureStore& sets,
                               const std::function<bool(std::uint32_t, std::uint32_t)>& is_candidate) {
  return state_->find(sets, is_candidate);
}

}  // namespace cento
