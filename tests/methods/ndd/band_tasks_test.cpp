#include "methods/ndd/tasks/band_tasks.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/parallel/executor.hpp"
#include "join/banding.hpp"
#include "join/candidate_join.hpp"
#include "methods/ndd/common_features.hpp"
#include "methods/ndd/tasks/common_tasks.hpp"
#include "methods/ndd/tasks/pairing_part.hpp"
#include "methods/ndd/tasks/showing_part.hpp"
#include "methods/task_wire.hpp"
#include "sign/signers.hpp"

namespace cento {
namespace {

using testing::TaskWire;

using SetOfDocument = std::vector<std::uint64_t>;

/// Sets of documents, some of which repeat earlier ones; few features are in many.
struct SomeDocuments {
  std::vector<SetOfDocument> sets;
  std::vector<LaterMember> later;
  std::vector<ClassSize> sizes;
};

SomeDocuments some_documents_with_copies(std::mt19937& random, std::size_t count) {
  SomeDocuments made;
  for (std::uint32_t number = 0; number < count; ++number) {
    std::set<std::uint64_t> set;
    if (number > 0 && random() % 3 != 0) {
      const SetOfDocument& earlier = made.sets[random() % number];
      set.insert(earlier.begin(), earlier.end());
    }
    for (std::size_t changes = random() % 6; changes > 0; --changes) {
      if (!set.empty() && random() % 3 == 0) set.erase(set.begin());
      set.insert((1 + random() % 200) * 0x9e3779b97f4a7c15ULL);
    }
    made.sets.emplace_back(set.begin(), set.end());
    const auto first = static_cast<std::uint32_t>(std::find(made.sets.begin(), made.sets.end() - 1, made.sets.back()) -
                                                  made.sets.begin());
    if (first == number || set.empty()) continue;
    made.later.push_back({number, first, first});
    const auto size =
        std::find_if(made.sizes.begin(), made.sizes.end(), [&](const ClassSize& one) { return one.first == first; });
    if (size != made.sizes.end()) {
      ++size->documents;
    } else {
      made.sizes.push_back({first, 2});
    }
  }
  return made;
}

/// Divides documents among parts, and gives each part what it knows.
class DividedDocuments {
 public:
  DividedDocuments(const SomeDocuments& documents, std::mt19937& random) : documents_(documents) {
    begins_ = {0, static_cast<std::uint32_t>(documents.sets.size())};
    const auto parts = *rc::gen::element<std::size_t>(1, 2, 7);
    while (begins_.size() <= parts) {
      begins_.push_back(static_cast<std::uint32_t>(random() % (documents.sets.size() + 1)));
    }
    std::sort(begins_.begin(), begins_.end());
    for (std::size_t part = 0; part < parts; ++part) {
      SetBlockWriter writer;
      for (std::uint32_t i = begins_[part]; i < begins_[part + 1]; ++i) writer.add(documents.sets[i]);
      blocks_.push_back(writer.take());
    }
  }

  [[nodiscard]] DocumentParts parts() const { return DocumentParts(begins_); }
  [[nodiscard]] PartSets sets(std::size_t part) const {
    PartSets sets;
    for (const std::string& block : blocks_[part]) sets.add_block(block);
    return sets;
  }
  [[nodiscard]] std::vector<LaterMember> later(std::size_t part) const {
    std::vector<LaterMember> own;
    std::copy_if(documents_.later.begin(), documents_.later.end(), std::back_inserter(own),
                 [&](const LaterMember& one) { return parts().part_of(one.document) == part; });
    return own;
  }
  [[nodiscard]] std::vector<ClassSize> sizes(std::size_t part) const {
    std::vector<ClassSize> own;
    std::copy_if(documents_.sizes.begin(), documents_.sizes.end(), std::back_inserter(own),
                 [&](const ClassSize& one) { return parts().part_of(one.first) == part; });
    return own;
  }

 private:
  const SomeDocuments& documents_;
  std::vector<std::uint32_t> begins_;
  std::vector<std::vector<std::string>> blocks_;
};

/// The first documents of classes, in a store, and their numbers.
struct FirstDocuments {
  explicit FirstDocuments(const SomeDocuments& documents) : store(std::uint64_t{1} << 20U, "") {
    std::set<std::uint32_t> later;
    for (const LaterMember& one : documents.later) later.insert(one.document);
    for (std::uint32_t i = 0; i < documents.sets.size(); ++i) {
      if (later.contains(i)) continue;
      store.add(documents.sets[i]);
      numbers.push_back(i);
      copies.push_back(1);
      for (const ClassSize& one : documents.sizes) {
        if (one.first == i) copies.back() = one.documents;
      }
    }
  }

  FeatureStore store;
  std::vector<std::uint32_t> numbers;
  std::vector<std::uint32_t> copies;
};

JoinResult join_by_bands_on_one_machine(const FirstDocuments& firsts, const JoinOptions& options, double recall) {
  LocalExecutor executor(1, std::uint64_t{1} << 20U, "");
  CandidateJoin<LocalExecutor> join(options, executor, 100);
  MinHash minhash = make_minhash("minhash:16");
  std::vector<std::uint32_t> sketch(minhash.slots());
  Features scratch;
  for (std::uint32_t set = 0; set < firsts.store.size(); ++set) {
    std::vector<std::uint64_t> keys;
    if (firsts.store.size_of(set) == 0) continue;
    minhash.sketch(firsts.store.get(set, scratch), sketch);
    append_band_keys(sketch, choose_banding(options.threshold, recall, 16), keys);
    join.add(set, keys);
  }
  JoinResult found = join.find(firsts.store, [](std::uint32_t, std::uint32_t) { return true; });
  for (SimilarPair& pair : found.pairs) {
    pair.a = firsts.numbers[pair.a];
    pair.b = firsts.numbers[pair.b];
  }
  return found;
}

/// The pairs of the proposals, ascending, compared where tasks compare them.
std::vector<SimilarPair> compared(const JoinTask& task, const DividedDocuments& documents, TaskWire& proposals,
                                  std::mt19937& random) {
  TaskWire pairs(task.parts.size(), random);
  TaskWire sets(task.parts.size(), random);
  TaskWire sent(task.parts.size(), random);
  TaskWire wanted(task.parts.size(), random);
  for (std::size_t part = 0; part < task.parts.size(); ++part) {
    const ShowingPart showing(task, part, documents.sets(part), documents.later(part), {}, 0);
    FoundHomes found = find_homes(task, part, showing, proposals.records<ProposedPair>(part));
    pairs.send(part, std::move(found.pairs));
    sets.send(part, std::move(found.sets));
    sent.send(part, std::move(found.sent));
  }
  for (std::size_t part = 0; part < task.parts.size(); ++part) {
    const PartSets own = documents.sets(part);
    SentForPairs found = send_sets(task, part, own, pairs.records<PairAtHome>(part), sent.records<SentSet>(part));
    wanted.send(part, std::move(found.pairs));
    sets.send(part, std::move(found.sets));
  }
  std::vector<SimilarPair> similar;
  for (std::size_t part = 0; part < task.parts.size(); ++part) {
    SentSets arrived;
    for (const std::string_view block : sets.arrived(part)) arrived.add_block(block);
    const auto found = compare_at_home(task, part, documents.sets(part), arrived, wanted.records<ProposedPair>(part));
    similar.insert(similar.end(), found.begin(), found.end());
  }
  std::sort(similar.begin(), similar.end(),
            [](const SimilarPair& x, const SimilarPair& y) { return x.a != y.a ? x.a < y.a : x.b < y.b; });
  return similar;
}

RC_GTEST_PROP(BandTasks, TheyFindWhatMinHashOnOneMachineFinds, (std::uint32_t seed)) {
  std::mt19937 random(seed);
  const SomeDocuments made = some_documents_with_copies(random, *rc::gen::inRange<std::size_t>(1, 80));
  const DividedDocuments documents(made, random);
  JoinOptions options;
  options.threshold = *rc::gen::element(0.3, 0.6, 0.9);
  options.group_most = *rc::gen::element(3U, 2000U);
  options.leaders = 2;
  const double recall = *rc::gen::element(0.5, 0.95);
  const JoinTask task{options, documents.parts(), *rc::gen::element<std::size_t>(1, 3), made.sets.size(), 0};
  TaskWire shown(task.groups, random);
  for (std::size_t part = 0; part < task.parts.size(); ++part) {
    shown.send(part, show_bands(task, part, documents.sets(part), documents.later(part), "minhash:16", recall));
  }
  TaskWire proposals(task.parts.size(), random);
  std::uint64_t capped = 0;
  for (std::size_t group = 0; group < task.groups; ++group) {
    FoundProposals found = propose_by_bands(task, shown.arrived(group), {random() % 1000, ""});
    capped += found.totals.capped_features;
    proposals.send(group, std::move(found.proposals));
  }
  const JoinResult wanted = join_by_bands_on_one_machine(FirstDocuments(made), options, recall);
  RC_TAG(wanted.pairs.empty() ? "no pairs" : "pairs");
  RC_ASSERT(compared(task, documents, proposals, random) == wanted.pairs);
  RC_ASSERT(capped == wanted.counts.capped_features);
}

RC_GTEST_PROP(CommonTasks, TheyLeaveOutWhatOneMachineLeavesOut, (std::uint32_t seed)) {
  std::mt19937 random(seed);
  const SomeDocuments made = some_documents_with_copies(random, *rc::gen::inRange<std::size_t>(1, 80));
  const DividedDocuments documents(made, random);
  const auto most = *rc::gen::element<std::uint32_t>(1, 3, 10, 100);
  const JoinTask task{{}, documents.parts(), *rc::gen::element<std::size_t>(1, 3), made.sets.size(), 0};
  TaskWire counted(task.groups, random);
  for (std::size_t part = 0; part < task.parts.size(); ++part) {
    counted.send(part,
                 count_in_documents(task, part, documents.sets(part), documents.later(part), documents.sizes(part)));
  }
  TaskWire commons(task.parts.size(), random);
  std::uint64_t features = 0;
  for (std::size_t group = 0; group < task.groups; ++group) {
    std::vector<MemberBlock> blocks;
    for (const auto& [part, bytes] : counted.blocks(group)) blocks.push_back({part, bytes});
    FoundCommons found = find_commons(task, most, blocks, {random() % 1000, ""});
    commons.send(group, std::move(found.commons));
    features += found.features;
  }
  const FirstDocuments firsts(made);
  LocalExecutor executor(1, std::uint64_t{1} << 20U, "");
  const CommonFeatures common = find_common_features(firsts.store, firsts.copies, most, executor);
  FeatureStore rest(std::uint64_t{1} << 20U, "");
  RC_ASSERT(features == common.size());
  std::uint64_t left_out = 0;
  std::vector<SetOfDocument> thin(made.sets.size());
  for (std::size_t part = 0; part < task.parts.size(); ++part) {
    const ThinnedSets thinned =
        thin_sets(task, part, documents.sets(part), documents.later(part), commons.records<CountedInDocuments>(part));
    left_out += thinned.left_out;
    PartSets own;
    for (const std::string& block : thinned.sets) own.add_block(block);
    for (std::size_t i = 0; i < own.size(); ++i)
      thin[task.parts.begin(part) + i].assign(own.get(i).begin(), own.get(i).end());
  }
  RC_ASSERT(left_out == copy_without(firsts.store, common, rest));
  Features scratch;
  for (std::size_t set = 0; set < rest.size(); ++set) {
    const auto wanted = rest.get(set, scratch);
    RC_ASSERT(thin[firsts.numbers[set]] == SetOfDocument(wanted.begin(), wanted.end()));
  }
}

}  // namespace
}  // namespace cento
