#include "methods/ndd/tasks/band_tasks.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

#include "core/parallel/task_groups.hpp"
#include "join/banding.hpp"
#include "join/candidate_join.hpp"
#include "sign/shingle_feature.hpp"
#include "sign/signers.hpp"

namespace cento {

namespace {

/// The keys of a task are those of a narrow range, which would all be in few partitions.
struct SpreadBand {
  std::uint64_t operator()(const KeyedSet& shown) const { return mix_feature(shown.group()); }
};

/// Sends each pair once for each of its stretches: sets with one band in common often have more.
class ProposedByBands {
 public:
  explicit ProposedByBands(const DocumentParts& parts) : parts_(parts), out_(parts.size()) {}

  void add(std::uint32_t a, std::uint32_t b) {
    pairs_.emplace_back(b, a);
    if (pairs_.size() >= kStretch) send();
  }

  std::vector<OutgoingBlocks::Block> take() {
    send();
    return out_.take();
  }

 private:
  static constexpr std::size_t kStretch = std::size_t{1} << 20U;

  void send() {
    std::sort(pairs_.begin(), pairs_.end());
    pairs_.erase(std::unique(pairs_.begin(), pairs_.end()), pairs_.end());
    for (const auto& [b, a] : pairs_) out_.add(parts_.part_of(b), ProposedPair{a, b, 1});
    pairs_.clear();
  }

  const DocumentParts& parts_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs_;
  OutgoingBlocks out_;
};

}  // namespace

std::vector<OutgoingBlocks::Block> show_bands(const JoinTask& task, std::size_t part, const PartSets& sets,
                                              std::span<const LaterMember> later, const std::string& method,
                                              double recall) {
  MinHash minhash = make_minhash(method);
  const Banding banding = choose_banding(task.options.threshold, recall, static_cast<std::uint32_t>(minhash.slots()));
  std::vector<std::uint8_t> is_later(sets.size());
  for (const LaterMember& one : later) is_later.at(one.document - task.parts.begin(part)) = 1;
  OutgoingBlocks shown(task.groups);
  std::vector<std::uint32_t> sketch(minhash.slots());
  std::vector<std::uint64_t> keys;
  for (std::size_t set = 0; set < sets.size(); ++set) {
    if (is_later[set] != 0 || sets.size_of(set) == 0) continue;
    minhash.sketch(sets.get(set), sketch);
    keys.clear();
    append_band_keys(sketch, banding, keys);
    const std::uint32_t number = task.parts.begin(part) + static_cast<std::uint32_t>(set);
    for (const std::uint64_t key : keys) shown.add(group_of(key, task.groups), KeyedSet(key, number));
  }
  return shown.take();
}

FoundProposals propose_by_bands(const JoinTask& task, std::span<const std::string_view> blocks,
                                const TaskMemory& memory) {
  FoundProposals found;
  ProposedByBands proposed(task.parts);
  for_each_batch_of<KeyedSet, SpreadBand>(blocks, memory, [&](std::span<const KeyedSet> batch) {
    for_each_group(batch, [&](std::span<const KeyedSet> group) {
      for_each_pair_of_group(group, task.options, found.totals,
                             [&](std::uint32_t a, std::uint32_t b) { proposed.add(a, b); });
    });
  });
  found.proposals = proposed.take();
  return found;
}

}  // namespace cento
