#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "cento/error.hpp"
#include "core/parallel/executor.hpp"
#include "join/exact_join.hpp"
#include "methods/ndd/tasks/join_groups.hpp"
#include "methods/ndd/tasks/pairing_part.hpp"
#include "methods/ndd/tasks/showing_part.hpp"

namespace cento {
namespace {

using FeatureSets = std::vector<std::vector<std::uint64_t>>;

std::uint64_t spread(std::uint64_t number) {
  return (number + 1) * 0x9e3779b97f4a7c15ULL;
}

/// Some sets, many of them similar, all different; a few are empty.
FeatureSets some_sets(std::mt19937& random, std::size_t count, std::size_t features) {
  std::vector<std::set<std::uint64_t>> sets;
  for (std::size_t i = 0; i < count; ++i) {
    std::set<std::uint64_t> set;
    if (!sets.empty() && random() % 3 != 0) set = sets[random() % sets.size()];
    for (std::size_t changes = 1 + random() % 9; changes > 0; --changes) {
      if (!set.empty() && random() % 2 == 0) set.erase(set.begin());
      set.insert(spread(random() % features));
    }
    if (random() % 20 == 0) set.clear();
    if (set.empty() || std::find(sets.begin(), sets.end(), set) == sets.end()) sets.push_back(std::move(set));
  }
  FeatureSets out;
  for (const auto& set : sets) out.emplace_back(set.begin(), set.end());
  return out;
}

/// Blocks on their way to tasks, which arrive in any order.
class Wire {
 public:
  Wire(std::size_t tasks, std::mt19937& random) : tasks_(tasks), random_(random) {}

  void send(std::vector<OutgoingBlocks::Block> blocks) {
    for (OutgoingBlocks::Block& block : blocks) tasks_.at(block.to).push_back(std::move(block.bytes));
  }

  [[nodiscard]] std::vector<std::string_view> arrived(std::size_t task) {
    std::shuffle(tasks_[task].begin(), tasks_[task].end(), random_);
    return {tasks_[task].begin(), tasks_[task].end()};
  }

  template <typename Record>
  [[nodiscard]] std::vector<Record> records(std::size_t task) {
    std::vector<Record> records;
    for (const std::string_view block : arrived(task)) append_records(block, records);
    return records;
  }

 private:
  std::vector<std::vector<std::string>> tasks_;
  std::mt19937& random_;
};

/// An engine for the tasks: each task gets bytes and gives bytes.
class Cluster {
 public:
  Cluster(const FeatureSets& sets, const JoinTask& task, std::mt19937& random) : task_(task), random_(random) {
    for (std::size_t part = 0; part < task.parts.size(); ++part) {
      SetBlockWriter writer;
      for (std::uint32_t set = task.parts.begin(part); set < task.parts.end(part); ++set) writer.add(sets[set]);
      blocks_.push_back(writer.take());
    }
  }

  std::vector<SimilarPair> run() {
    Wire proposals = to_parts();
    Wire counts = to_parts();
    Wire commons = to_parts();
    const std::size_t slices = task_.slices().size();
    for (std::uint32_t slice = 0; slice <= slices; ++slice) {
      Wire shown(task_.groups, random_);
      for (std::size_t part = 0; part < task_.parts.size(); ++part) {
        const ShowingPart showing(task_, part, sets(part), {}, counts.records<CommonCount>(part), slice);
        shown.send(slice < slices ? showing.show() : showing.show_commons(commons.records<CommonShown>(part)));
      }
      for (std::size_t group = 0; group < task_.groups; ++group) {
        const TaskMemory memory{random_() % 1000, ""};
        FoundProposals found = slice < slices ? propose_by_features(task_, slice, shown.arrived(group), memory)
                                              : propose_by_commons(task_, shown.arrived(group), memory);
        proposals.send(std::move(found.proposals));
        counts.send(std::move(found.counts));
        commons.send(std::move(found.commons));
      }
    }
    return compare(proposals, counts);
  }

 private:
  [[nodiscard]] Wire to_parts() { return {task_.parts.size(), random_}; }

  [[nodiscard]] PartSets sets(std::size_t part) const {
    PartSets sets;
    for (const std::string& block : blocks_[part]) sets.add_block(block);
    return sets;
  }

  std::vector<SimilarPair> compare(Wire& proposals, Wire& counts) {
    Wire pairs = to_parts();
    Wire sent_sets = to_parts();
    Wire sent = to_parts();
    for (std::size_t part = 0; part < task_.parts.size(); ++part) {
      const std::size_t all = task_.slices().size();
      const ShowingPart showing(task_, part, sets(part), {}, counts.records<CommonCount>(part), all);
      FoundHomes found = find_homes(task_, part, showing, proposals.records<ProposedPair>(part));
      pairs.send(std::move(found.pairs));
      sent_sets.send(std::move(found.sets));
      sent.send(std::move(found.sent));
    }
    Wire wanted = to_parts();
    for (std::size_t part = 0; part < task_.parts.size(); ++part) {
      SentForPairs found =
          send_sets(task_, part, sets(part), pairs.records<PairAtHome>(part), sent.records<SentSet>(part));
      wanted.send(std::move(found.pairs));
      sent_sets.send(std::move(found.sets));
    }
    std::vector<SimilarPair> similar;
    for (std::size_t part = 0; part < task_.parts.size(); ++part) {
      SentSets arrived;
      for (const std::string_view block : sent_sets.arrived(part)) arrived.add_block(block);
      const auto found = compare_at_home(task_, part, sets(part), arrived, wanted.records<ProposedPair>(part));
      similar.insert(similar.end(), found.begin(), found.end());
    }
    std::sort(similar.begin(), similar.end(),
              [](const SimilarPair& x, const SimilarPair& y) { return x.a != y.a ? x.a < y.a : x.b < y.b; });
    return similar;
  }

  const JoinTask& task_;
  std::mt19937& random_;
  std::vector<std::vector<std::string>> blocks_;
};

/// Divides `sets` sets among parts, some of which may be empty.
DocumentParts some_parts(std::size_t sets, std::size_t parts, std::mt19937& random) {
  std::vector<std::uint32_t> begins = {0, static_cast<std::uint32_t>(sets)};
  while (begins.size() < parts + 1) begins.push_back(static_cast<std::uint32_t>(random() % (sets + 1)));
  std::sort(begins.begin(), begins.end());
  return DocumentParts(begins);
}

JoinTask some_task(const FeatureSets& sets, std::mt19937& random) {
  JoinOptions options;
  options.threshold = *rc::gen::element(0.1, 0.5, 0.75, 0.9, 1.0);
  options.common_over = *rc::gen::element(1U, 5U, 24U);
  const auto parts = *rc::gen::element<std::size_t>(1, 2, 7, 64);
  const auto groups = *rc::gen::element<std::size_t>(1, 3, 64);
  std::uint64_t features = 0;
  for (const auto& set : sets) features += set.size();
  return {options, some_parts(sets.size(), parts, random), groups, sets.size(), features};
}

RC_GTEST_PROP(JoinTasks, TheyFindWhatTheJoinOnOneMachineFinds, (std::uint32_t seed)) {
  std::mt19937 random(seed);
  const FeatureSets sets = some_sets(random, *rc::gen::inRange<std::size_t>(1, 60), *rc::gen::element(40U, 400U));
  const JoinTask task = some_task(sets, random);
  FeatureStore store(1 << 20, "");
  for (const auto& set : sets) store.add(set);
  LocalExecutor executor(1, 1 << 20, "");
  RC_ASSERT(Cluster(sets, task, random).run() == exact_join(store, task.options, executor).pairs);
}

RC_GTEST_PROP(JoinTasks, TheyFindWhichDocumentsHaveTheSameFeatures, (std::uint32_t seed)) {
  std::mt19937 random(seed);
  const auto count = *rc::gen::inRange<std::size_t>(1, 40);
  const auto groups = *rc::gen::element<std::size_t>(1, 3);
  const DocumentParts parts = some_parts(count, 3, random);
  std::vector<std::uint64_t> fingerprints(count);
  for (std::uint64_t& fingerprint : fingerprints) fingerprint = random() % 8;
  Wire members(groups, random);
  std::vector<std::vector<OutgoingBlocks::Block>> sent;
  for (std::size_t part = 0; part < parts.size(); ++part) {
    OutgoingBlocks out(groups);
    for (std::uint32_t document = parts.begin(part); document < parts.end(part); ++document) {
      const std::uint64_t key = fingerprints[document];
      out.add(key % groups, ClassMember{{key, key}, {document % 2, 0}, document - parts.begin(part), 5});
    }
    sent.push_back(out.take());
  }
  std::vector<std::uint32_t> firsts(count);
  for (std::uint32_t document = 0; document < count; ++document) firsts[document] = document;
  std::uint64_t features = 0;
  for (std::size_t group = 0; group < groups; ++group) {
    std::vector<MemberBlock> blocks;
    for (std::uint32_t part = 0; part < sent.size(); ++part) {
      for (const auto& block : sent[part]) {
        if (block.to == group) blocks.push_back({part, block.bytes});
      }
    }
    FoundClasses found = find_classes(parts, blocks, {});
    features += found.features;
    for (const auto& block : found.later) {
      std::vector<LaterMember> later;
      append_records(block.bytes, later);
      for (const LaterMember& one : later) {
        RC_ASSERT(parts.part_of(one.document) == block.to);
        firsts[one.document] = one.first;
      }
    }
  }
  std::uint64_t classes = 0;
  for (std::uint32_t document = 0; document < count; ++document) {
    const auto first = std::find(fingerprints.begin(), fingerprints.end(), fingerprints[document]);
    RC_ASSERT(firsts[document] == static_cast<std::uint32_t>(first - fingerprints.begin()));
    classes += firsts[document] == document ? 1 : 0;
  }
  RC_ASSERT(features == 5 * classes);
}

TEST(JoinTasks, DamagedBlocksAreRefused) {
  SetBlockWriter writer;
  writer.add(std::vector<std::uint64_t>{1, 2, 3});
  const std::string block = writer.take().front();
  for (const std::string& damaged : {block.substr(0, block.size() - 1), block.substr(0, 4), block + "12345678"}) {
    PartSets sets;
    EXPECT_THROW(sets.add_block(damaged), Error);
  }
  std::vector<ProposedPair> pairs;
  EXPECT_THROW(append_records<ProposedPair>(std::string_view("123"), pairs), Error);
  SentSets sent;
  EXPECT_THROW(sent.add_block("12345678"), Error);
  EXPECT_THROW((void)sent.get(7), Error);
}

TEST(JoinTasks, APartOfAnotherSizeIsRefused) {
  const JoinTask task{{}, DocumentParts({0, 2}), 1, 2, 0};
  EXPECT_THROW(ShowingPart(task, 0, PartSets(), {}, {}, 0), Error);
}

}  // namespace
}  // namespace cento
