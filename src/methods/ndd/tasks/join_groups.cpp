#include "methods/ndd/tasks/join_groups.hpp"

#include <algorithm>

#include <boost/unordered/unordered_flat_map.hpp>

#include "core/parallel/task_groups.hpp"
#include "join/common_kernels.hpp"
#include "join/join_kernels.hpp"
#include "sign/shingle_feature.hpp"

namespace cento {

namespace {

struct KeyOfMember {
  std::uint64_t operator()(const ClassMember& member) const { return mix_feature(member.features.low); }
};

/// The keys of a task are those of a narrow range, which would all be in few partitions.
struct SpreadGroupKey {
  template <typename Record>
  std::uint64_t operator()(const Record& record) const {
    return mix_feature(GroupKey()(record));
  }
};

/// Counts the pairs of sets in groups, with numbers of its own for the sets, whose number is not limited.
class PairsInGroups {
 public:
  void add_group(std::span<const ShownFeature> group) {
    for (const ShownFeature& shown : group) members_.push_back(shown.set);
    ends_.push_back(static_cast<std::uint32_t>(members_.size()));
  }

  /// Calls `use(pair)` for each pair of what was added, and forgets it.
  template <typename Use>
  void for_each_pair(const Use& use) {
    sets_.assign(members_.begin(), members_.end());
    std::sort(sets_.begin(), sets_.end());
    sets_.erase(std::unique(sets_.begin(), sets_.end()), sets_.end());
    for (std::uint32_t& member : members_) {
      member = static_cast<std::uint32_t>(std::lower_bound(sets_.begin(), sets_.end(), member) - sets_.begin());
    }
    if (!sets_.empty()) PairCounter(sets_.size()).count(members_, ends_, proposed_);
    for (const ProposedPair& pair : proposed_) use(ProposedPair{sets_[pair.a], sets_[pair.b], pair.shared});
    proposed_.clear();
    members_.clear();
    ends_.clear();
  }

 private:
  std::vector<std::uint32_t> members_;
  std::vector<std::uint32_t> ends_;
  std::vector<std::uint32_t> sets_;
  std::vector<ProposedPair> proposed_;
};

}  // namespace

FoundClasses find_classes(const DocumentParts& parts, std::span<const MemberBlock> blocks, const TaskMemory& memory) {
  LocalExecutor executor = executor_of_task(memory);
  auto regrouped = executor.regroup<ClassMember>(std::uint64_t{1} << 20, KeyOfMember());
  std::vector<ClassMember> records;
  for (const MemberBlock& block : blocks) {
    records.clear();
    append_records(block.bytes, records);
    for (ClassMember& member : records) {
      member.document += parts.begin(block.part);
      regrouped.writer(0).add(member);
    }
  }
  FoundClasses found;
  OutgoingBlocks later(parts.size());
  OutgoingBlocks sizes(parts.size());
  const auto same = [](const ClassMember& x, const ClassMember& y) { return x.features == y.features; };
  boost::unordered_flat_map<Fingerprint, std::uint32_t, HashFingerprint> texts;  // and the first document with each
  regrouped.for_each_batch([&](std::span<const ClassMember> batch, std::size_t) {
    for_each_group(batch, same, [&](std::span<const ClassMember> members) {
      found.features += members.front().size;
      if (members.size() < 2) return;
      texts.clear();
      const std::uint32_t first = members.front().document;
      sizes.add(parts.part_of(first), ClassSize{first, static_cast<std::uint32_t>(members.size())});
      texts.emplace(members.front().text, first);
      for (const ClassMember& member : members.subspan(1)) {
        const auto [text, is_new] = texts.emplace(member.text, member.document);
        later.add(parts.part_of(member.document), LaterMember{member.document, first, text->second});
        ++(is_new ? found.same_features : found.identical);
      }
    });
  });
  found.later = later.take();
  found.sizes = sizes.take();
  return found;
}

FoundProposals propose_by_features(const JoinTask& task, std::uint32_t slice, std::span<const std::string_view> blocks,
                                   const TaskMemory& memory) {
  FoundProposals found;
  OutgoingBlocks proposals(task.parts.size());
  OutgoingBlocks commons(task.parts.size());
  boost::unordered_flat_map<std::uint32_t, std::uint32_t> common_of;  // by set: how many of its features are common
  PairsInGroups pairs;
  for_each_batch_of<ShownFeature, SpreadGroupKey>(blocks, memory, [&](std::span<const ShownFeature> batch) {
    found.totals.shown_features += batch.size();
    for_each_group(batch, [&](std::span<const ShownFeature> group) {
      if (group.size() > task.options.common_over) {
        ++found.totals.common_features;
        const auto sets = static_cast<std::uint32_t>(group.size());
        for (const ShownFeature& shown : group) {
          commons.add(task.parts.part_of(shown.set), CommonShown{shown.set, slice, shown.short_feature, sets});
          ++common_of[shown.set];
        }
      } else if (group.size() > 1) {
        pairs.add_group(group);
      }
    });
    pairs.for_each_pair([&](const ProposedPair& pair) {
      proposals.add(task.parts.part_of(pair.b), pair);
      ++found.totals.proposed_pairs;
    });
  });
  OutgoingBlocks counts(task.parts.size());
  for (const auto& [set, count] : common_of) counts.add(task.parts.part_of(set), CommonCount{set, slice, count});
  found.proposals = proposals.take();
  found.commons = commons.take();
  found.counts = counts.take();
  return found;
}

FoundProposals propose_by_commons(const JoinTask& task, std::span<const std::string_view> blocks,
                                  const TaskMemory& memory) {
  FoundProposals found;
  OutgoingBlocks proposals(task.parts.size());
  std::vector<ShownCommon> scratch;
  for_each_batch_of<ShownCommon, SpreadGroupKey>(blocks, memory, [&](std::span<const ShownCommon> batch) {
    for_each_group(batch, [&](std::span<const ShownCommon> group) {
      for_each_pair_of(group, task.options, scratch, found.totals, [&](const ShownCommon& x, const ShownCommon& y) {
        const ProposedPair pair{std::min(x.set, y.set), std::max(x.set, y.set), 1};
        proposals.add(task.parts.part_of(pair.b), pair);
        ++found.totals.proposed_pairs;
      });
    });
  });
  found.proposals = proposals.take();
  return found;
}

}  // namespace cento
