#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <memory>
#include <random>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "cento/error.hpp"
#include "methods/forum/forum.hpp"
#include "methods/forum/forum_comparer.hpp"
#include "methods/forum/forum_fields.hpp"
#include "methods/forum/signed_threads.hpp"
#include "methods/forum/tasks/text_groups.hpp"
#include "methods/forum/tasks/text_pairs.hpp"
#include "methods/forum/tasks/thread_collector.hpp"
#include "methods/forum/tasks/thread_pairs.hpp"
#include "methods/forum/tasks/thread_part.hpp"
#include "methods/some_threads.hpp"
#include "methods/task_wire.hpp"

namespace cento {
namespace {

using testing::TaskWire;
using testing::Thread;

std::unique_ptr<DocumentBatch> batch_of(std::span<const Thread> threads) {
  auto batch = std::make_unique<DocumentBatch>();
  for (const Thread& thread : threads) {
    std::vector<Part> parts;
    for (const auto& [name, text] : thread) parts.push_back({name, text});
    batch->add("t", parts);
  }
  return batch;
}

/// What must be the same as on one machine.
struct FoundThreads {
  std::vector<DocId> first_of_class;
  std::vector<ForumPair> pairs;
  std::map<std::pair<DocId, DocId>, std::vector<std::uint64_t>> parts;  // bits of the similarities of parts
  std::uint64_t scored = 0;
  std::uint64_t identical = 0;
  std::uint64_t without_features = 0;
  std::uint64_t capped_groups = 0;
  std::uint64_t capped_pairs = 0;

  friend bool operator==(const FoundThreads&, const FoundThreads&) = default;
};

std::vector<std::uint64_t> bits_of(std::span<const double> parts) {
  std::vector<std::uint64_t> bits;
  for (const double part : parts) bits.push_back(part != part ? ~std::uint64_t{0} : std::bit_cast<std::uint64_t>(part));
  return bits;
}

/// An engine for the tasks: each task gets bytes and gives bytes.
class ThreadCluster {
 public:
  ThreadCluster(const std::vector<Thread>& threads, ThreadsTask task, std::mt19937& random)
      : task_(std::move(task)), random_(random), texts_(to_groups()) {
    const ForumComparer signer(task_.plan.model(), {});
    for (std::size_t part = 0; part < parts(); ++part) {
      ThreadCollector collector(task_.plan, task_.groups);
      for (std::uint32_t i = task_.parts.begin(part); i < task_.parts.end(part); ++i) {
        collector.add(*signer.sign(*batch_of(std::span(threads).subspan(i, 1))));
      }
      found_.without_features += collector.without_features();
      texts_.send(part, collector.take_texts());
      sets_.push_back(collector.take_sets());
    }
    for (DocId thread = 0; thread < threads.size(); ++thread) found_.first_of_class.push_back(thread);
  }

  FoundThreads run() {
    find_all_texts();
    count_all();
    TaskWire shown = to_groups();
    for (std::size_t part = 0; part < parts(); ++part) shown.send(part, show_texts(task_, state_of(part)));
    TaskWire met = to_parts();
    for (std::size_t group = 0; group < task_.groups; ++group) {
      met.send(group, meet_texts(task_, shown.arrived(group), memory()));
    }
    compare_all_texts(met);
    compare_all_threads();
    return std::move(found_);
  }

 private:
  [[nodiscard]] std::size_t parts() const { return task_.parts.size(); }
  [[nodiscard]] TaskWire to_parts() { return {parts(), random_}; }
  [[nodiscard]] TaskWire to_groups() { return {task_.groups, random_}; }
  [[nodiscard]] TaskMemory memory() { return {random_() % 2000, ""}; }

  [[nodiscard]] ThreadPart state_of(std::size_t part) {
    ThreadPartInput input;
    for (const std::string& block : sets_[part]) input.sets.add_block(block);
    input.later = later_.records<LaterMember>(part);
    input.shared = shared_.records<SharedText>(part);
    input.members = members_.records<ThreadOfText>(part);
    input.tallies = tallies_.records<CountedFeature>(part);
    input.short_tallies = short_tallies_.records<ShortCount>(part);
    return {task_, part, std::move(input)};
  }

  void find_all_texts() {
    task_.texts.assign(task_.plan.fields().size(), 0);
    for (std::size_t group = 0; group < task_.groups; ++group) {
      FoundTexts found = find_texts(task_, blocks_of(texts_, group), memory());
      later_.send(group, std::move(found.later));
      shared_.send(group, std::move(found.shared));
      members_.send(group, std::move(found.members));
      pairs_.send(group, std::move(found.pairs));
      for (std::size_t field = 0; field < found.texts.size(); ++field) task_.texts[field] += found.texts[field];
      found_.identical += found.identical;
      found_.capped_groups += found.capped_groups;
      found_.capped_pairs += found.capped_pairs;
    }
  }

  void count_all() {
    TaskWire counted = to_groups();
    TaskWire shorts = to_groups();
    for (std::size_t part = 0; part < parts(); ++part) {
      CountsForGroups counts = count_features(task_, state_of(part));
      counted.send(part, std::move(counts.features));
      shorts.send(part, std::move(counts.shorts));
    }
    for (std::size_t group = 0; group < task_.groups; ++group) {
      short_tallies_.send(group, tally_short_features(task_, blocks_of(shorts, group), memory()));
      tallies_.send(group, tally_features(task_, blocks_of(counted, group), memory()));
    }
  }

  void compare_all_texts(TaskWire& met) {
    TaskWire pairs = to_parts();
    TaskWire texts = to_parts();
    for (std::size_t part = 0; part < parts(); ++part) {
      SentForTexts sent = send_texts(task_, state_of(part), met.records<MetTexts>(part));
      pairs.send(part, std::move(sent.pairs));
      texts.send(part, std::move(sent.texts));
    }
    for (std::size_t part = 0; part < parts(); ++part) {
      ComparedTexts compared =
          compare_texts(task_, state_of(part), arrived_texts(texts, part), pairs.records<TextPair>(part));
      pairs_.send(part, std::move(compared.pairs));
      found_.capped_groups += compared.capped_groups;
      found_.capped_pairs += compared.capped_pairs;
    }
  }

  void compare_all_threads() {
    TaskWire pairs = to_parts();
    TaskWire threads = to_parts();
    for (std::size_t part = 0; part < parts(); ++part) {
      SentForThreads sent = send_threads(task_, state_of(part), pairs_.records<ThreadPair>(part));
      pairs.send(part, std::move(sent.pairs));
      threads.send(part, std::move(sent.threads));
      found_.scored += sent.scored;
    }
    for (std::size_t part = 0; part < parts(); ++part) {
      const ThreadPart state = state_of(part);
      take(compare_threads(task_, state, arrived_texts(threads, part), pairs.records<ThreadPair>(part)), false);
      take(compare_same(task_, state), true);
    }
    std::sort(found_.pairs.begin(), found_.pairs.end(),
              [](const ForumPair& x, const ForumPair& y) { return std::pair(x.a, x.b) < std::pair(y.a, y.b); });
  }

  static std::vector<BlockOfPart> blocks_of(TaskWire& wire, std::size_t group) {
    std::vector<BlockOfPart> blocks;
    for (const auto& [part, bytes] : wire.blocks(group)) blocks.push_back({part, bytes});
    return blocks;
  }

  static SentTexts arrived_texts(TaskWire& wire, std::size_t part) {
    SentTexts texts;
    for (const std::string_view block : wire.arrived(part)) texts.add_block(block);
    return texts;
  }

  void take(const SimilarThreads& similar, bool are_same) {
    const std::size_t of_each = task_.plan.model().parts.size();
    for (std::size_t i = 0; i < similar.pairs.size(); ++i) {
      const auto [a, b] = similar.pairs[i];
      found_.parts[{a, b}] = bits_of(std::span(similar.parts).subspan(i * of_each, of_each));
      if (are_same) {
        found_.first_of_class[b] = a;
      } else {
        found_.pairs.push_back({a, b, similar.similarities[i]});
      }
    }
  }

  ThreadsTask task_;
  std::mt19937& random_;
  std::vector<std::vector<std::string>> sets_;  // by part
  TaskWire texts_;
  TaskWire later_ = to_parts();
  TaskWire shared_ = to_parts();
  TaskWire members_ = to_parts();
  TaskWire tallies_ = to_parts();
  TaskWire short_tallies_ = to_parts();
  TaskWire pairs_ = to_parts();
  FoundThreads found_;
};

FoundThreads found_on_one_machine(const std::vector<Thread>& threads, const ForumModel& model,
                                  const ForumSearchOptions& options) {
  ForumComparer comparer(model, {});
  comparer.add(*comparer.sign(*batch_of(threads)));
  comparer.prepare();
  const DuplicateQuestions found = find_duplicate_questions(comparer, {}, options);
  FoundThreads result;
  result.first_of_class = found.first_of_class;
  result.pairs.assign(found.pairs.begin(), found.pairs.end());
  result.scored = found.counts.scored_pairs;
  result.identical = found.counts.identical;
  result.without_features = found.counts.without_features;
  result.capped_groups = found.counts.capped_groups;
  result.capped_pairs = found.counts.capped_pairs;
  ForumSimilarities similarities;
  std::vector<double> parts;
  const auto add = [&](DocId a, DocId b) {
    comparer.compare(a, b, similarities);
    part_similarities(model, similarities, parts);
    result.parts[{a, b}] = bits_of(parts);
  };
  for (const ForumPair& pair : result.pairs) add(pair.a, pair.b);
  for (DocId thread = 0; thread < threads.size(); ++thread) {
    if (result.first_of_class[thread] != thread) add(result.first_of_class[thread], thread);
  }
  return result;
}

ThreadsTask some_threads_task(const ForumModel& model, std::size_t threads, std::mt19937& random) {
  const auto parts = *rc::gen::element<std::size_t>(1, 2, 7, 64);
  std::vector<std::uint32_t> begins = {0, static_cast<std::uint32_t>(threads)};
  while (begins.size() < parts + 1) begins.push_back(static_cast<std::uint32_t>(random() % (threads + 1)));
  std::sort(begins.begin(), begins.end());
  return {ThreadPlan(model, *rc::gen::element(Partitioning::by_term, Partitioning::by_document)),
          DocumentParts(begins),
          *rc::gen::element<std::size_t>(1, 3, 64),
          {},
          *rc::gen::element<std::uint64_t>(2, 4'000'000)};
}

ForumModel some_model_without_scores() {
  ForumModel model = testing::some_model();
  if (*rc::gen::arbitrary<bool>()) model.word_factors = {{"kite", 3.0}, {"the", 0.1}};
  return model;
}

RC_GTEST_PROP(ThreadTasks, TheyFindWhatOneMachineFinds, (std::uint32_t seed)) {
  std::mt19937 random(seed);
  const auto threads = *rc::gen::resize(60, rc::gen::container<std::vector<Thread>>(testing::some_thread()));
  const ForumModel model = some_model_without_scores();
  const ThreadsTask task = some_threads_task(model, threads.size(), random);
  ForumSearchOptions options;
  options.group_pairs_most = task.group_pairs_most;
  const FoundThreads wanted = found_on_one_machine(threads, model, options);
  RC_TAG(wanted.pairs.empty() ? "no pairs" : "pairs");
  RC_TAG(wanted.capped_groups > 0 ? "capped" : "all");
  RC_ASSERT(ThreadCluster(threads, task, random).run() == wanted);
}

/// Every two threads, by all their parts.
std::vector<ForumPair> all_pairs(const std::vector<Thread>& threads, const ForumModel& model) {
  ForumComparer comparer(model, {});
  comparer.add(*comparer.sign(*batch_of(threads)));
  comparer.prepare();
  std::vector<ForumPair> pairs;
  ForumSimilarities similarities;
  for (DocId a = 0; a < threads.size(); ++a) {
    for (DocId b = a + 1; b < threads.size(); ++b) {
      comparer.compare(a, b, similarities);
      const double similarity = forum_similarity(model, similarities);
      if (similarity >= model.threshold) pairs.push_back({a, b, similarity});
    }
  }
  return pairs;
}

RC_GTEST_PROP(ThreadTasks, NoPairIsMissed, (std::uint32_t seed)) {
  std::mt19937 random(seed);
  const auto threads = *rc::gen::resize(40, rc::gen::container<std::vector<Thread>>(testing::some_thread()));
  const ForumModel model = some_model_without_scores();
  ThreadsTask task = some_threads_task(model, threads.size(), random);
  task.group_pairs_most = 4'000'000;
  const FoundThreads found = ThreadCluster(threads, task, random).run();
  std::vector<ForumPair> of_firsts;
  for (const ForumPair& pair : all_pairs(threads, model)) {
    if (found.first_of_class[pair.a] == pair.a && found.first_of_class[pair.b] == pair.b) of_firsts.push_back(pair);
  }
  RC_ASSERT(found.pairs == of_firsts);
}

TEST(ThreadTasks, CountsOfWordsOfTheWholeCollectionAreRefused) {
  ForumModel model;
  model.parts = {{"title", 1, {parse_comparison("spot:60")}}};
  EXPECT_THROW(ThreadPlan(model, Partitioning::by_document), UsageError);
}

TEST(ThreadTasks, ADamagedBlockOfTextsIsAnError) {
  const std::array<std::uint64_t, 2> features = {3, 5};
  const std::array<TextWeight, 1> weights = {TextWeight{8, 5}};
  std::string block;
  SentTexts::write(7, 1, {features, weights, 2, {}}, block);
  SentTexts texts;
  texts.add_block(block);
  EXPECT_EQ(texts.get(7, 1).features.size(), 2U);
  EXPECT_EQ(texts.get(7, 1).weights[0].heaviest, 5U);
  EXPECT_THROW(static_cast<void>(texts.get(7, 0)), Error);
  EXPECT_THROW(SentTexts().add_block(std::string_view(block).substr(0, block.size() - 8)), Error);
  EXPECT_THROW(SentTexts().add_block(std::string_view(block).substr(0, block.size() - 3)), Error);
}

}  // namespace
}  // namespace cento
