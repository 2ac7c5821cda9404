#include "methods/ndd/tasks/common_tasks.hpp"

#include <tuple>

#include <boost/unordered/unordered_flat_map.hpp>
#include <boost/unordered/unordered_flat_set.hpp>

#include "core/parallel/task_groups.hpp"
#include "core/spill/groups.hpp"
#include "sign/shingle_feature.hpp"

namespace cento {

namespace {

/// CountedInDocuments of a part.
struct CountedInPart {
  std::uint64_t feature = 0;
  std::uint32_t part = 0;
  std::uint32_t documents = 0;

  friend bool operator<(const CountedInPart& x, const CountedInPart& y) {
    return std::tie(x.feature, x.part) < std::tie(y.feature, y.part);
  }
};

struct KeyOfCounted {
  std::uint64_t operator()(const CountedInPart& one) const { return mix_feature(mix_feature(one.feature)); }
};

CountedInDocuments counted(std::uint64_t feature, std::uint64_t documents) {
  return {static_cast<std::uint32_t>(feature >> 32U), static_cast<std::uint32_t>(feature),
          static_cast<std::uint32_t>(documents)};
}

/// Of each set, how many documents it stands for: 0 if an earlier one stands for it.
std::vector<std::uint32_t> documents_of(const JoinTask& task, std::size_t part, const PartSets& sets,
                                        std::span<const LaterMember> later, std::span<const ClassSize> sizes) {
  std::vector<std::uint32_t> documents(sets.size(), 1);
  for (const ClassSize& one : sizes) documents.at(one.first - task.parts.begin(part)) = one.documents;
  for (const LaterMember& one : later) documents.at(one.document - task.parts.begin(part)) = 0;
  return documents;
}

}  // namespace

std::vector<OutgoingBlocks::Block> count_in_documents(const JoinTask& task, std::size_t part, const PartSets& sets,
                                                      std::span<const LaterMember> later,
                                                      std::span<const ClassSize> sizes) {
  const std::vector<std::uint32_t> documents = documents_of(task, part, sets, later, sizes);
  boost::unordered_flat_map<std::uint64_t, std::uint32_t> counts;
  for (std::size_t set = 0; set < sets.size(); ++set) {
    if (documents[set] == 0) continue;
    for (const std::uint64_t feature : sets.get(set)) counts[feature] += documents[set];
  }
  OutgoingBlocks out(task.groups);
  for (const auto& [feature, count] : counts) {
    out.add(group_of(mix_feature(feature), task.groups), counted(feature, count));
  }
  return out.take();
}

FoundCommons find_commons(const JoinTask& task, std::uint64_t most, std::span<const MemberBlock> blocks,
                          const TaskMemory& memory) {
  LocalExecutor executor = executor_of_task(memory);
  auto regrouped = executor.regroup<CountedInPart>(std::uint64_t{1} << 20U, KeyOfCounted());
  std::vector<CountedInDocuments> records;
  for (const MemberBlock& block : blocks) {
    records.clear();
    append_records(block.bytes, records);
    for (const CountedInDocuments& one : records) {
      regrouped.writer(0).add({one.feature(), block.part, one.documents});
    }
  }
  FoundCommons found;
  OutgoingBlocks commons(task.parts.size());
  const auto same = [](const CountedInPart& x, const CountedInPart& y) { return x.feature == y.feature; };
  regrouped.for_each_batch([&](std::span<const CountedInPart> batch, std::size_t) {
    for_each_group(batch, same, [&](std::span<const CountedInPart> group) {
      std::uint64_t documents = 0;
      for (const CountedInPart& one : group) documents += one.documents;
      if (documents <= most) return;
      ++found.features;
      for (const CountedInPart& one : group) commons.add(one.part, counted(one.feature, documents));
    });
  });
  found.commons = commons.take();
  return found;
}

ThinnedSets thin_sets(const JoinTask& task, std::size_t part, const PartSets& sets, std::span<const LaterMember> later,
                      std::span<const CountedInDocuments> commons) {
  boost::unordered_flat_set<std::uint64_t> left_out;
  for (const CountedInDocuments& one : commons) left_out.insert(one.feature());
  const std::vector<std::uint32_t> documents = documents_of(task, part, sets, later, {});
  ThinnedSets thinned;
  SetBlockWriter writer;
  std::vector<std::uint64_t> rest;
  for (std::size_t set = 0; set < sets.size(); ++set) {
    rest.clear();
    if (documents[set] > 0) {
      for (const std::uint64_t feature : sets.get(set)) {
        if (!left_out.contains(feature)) rest.push_back(feature);
      }
      thinned.features += rest.size();
      thinned.left_out += sets.size_of(set) - rest.size();
    }
    writer.add(rest);
  }
  thinned.sets = writer.take();
  return thinned;
}

}  // namespace cento
