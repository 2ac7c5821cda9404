#include "methods/forum/forum.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "methods/forum/forum_comparer.hpp"
#include "methods/forum/forum_fields.hpp"
#include "methods/some_threads.hpp"

namespace cento {
namespace {

using testing::some_model;
using testing::some_thread;
using testing::Thread;

void add_to(ForumComparer& comparer, const std::vector<Thread>& threads) {
  DocumentBatch batch;
  for (const Thread& thread : threads) {
    std::vector<Part> parts;
    for (const auto& [name, text] : thread) parts.push_back({name, text});
    batch.add("t", parts);
  }
  comparer.add(*comparer.sign(batch));
  comparer.prepare();
}

ForumModel model_of(std::vector<ComparedPart> parts, double threshold) {
  ForumModel model;
  model.parts = std::move(parts);
  model.threshold = threshold;
  return model;
}

std::vector<ForumPair> pairs_of(const std::vector<Thread>& threads, const ForumModel& model) {
  ForumComparer comparer(model, {});
  add_to(comparer, threads);
  const DuplicateQuestions found = find_duplicate_questions(comparer, {}, {});
  return {found.pairs.begin(), found.pairs.end()};
}

TEST(Threads, AMissingPartIsMissingNotZero) {
  const ForumModel model =
      model_of({{"title", 0.4, {parse_comparison("words")}}, {"answer", 0.6, {parse_comparison("words")}}}, 0.9);
  const auto pairs = pairs_of({{{"title", "when does the ferry leave"}, {"answer", "at nine"}},
                               {{"title", "when does the ferry leave"}},
                               {{"title", "when does the ferry leave"}, {"answer", "never on Sundays"}}},
                              model);
  ASSERT_EQ(pairs.size(), 2U);  // the two answers differ
  EXPECT_EQ(pairs[0], (ForumPair{0, 1, 1.0}));
  EXPECT_EQ(pairs[1], (ForumPair{1, 2, 1.0}));
}

TEST(Threads, OneAnswerMayHaveMore) {
  const ForumModel by_jaccard = model_of({{"answer", 1, {parse_comparison("words")}}}, 0.8);
  const ForumModel by_containment = model_of({{"answer", 1, {parse_comparison("words/contained")}}}, 0.8);
  const std::vector<Thread> threads = {
      {{"answer", "take the stairs behind the mill"}},
      {{"answer", "take the stairs behind the mill and ring twice at the green door"}}};
  EXPECT_TRUE(pairs_of(threads, by_jaccard).empty());
  EXPECT_EQ(pairs_of(threads, by_containment).size(), 1U);
}

TEST(Threads, GuardsKeepOtherNumbersAndDenialsApart) {
  ForumModel model = model_of({{"title", 1, {parse_comparison("words")}}}, 0.6);
  const std::vector<Thread> threads = {{{"title", "how to feed 2 goats in the winter"}},
                                       {{"title", "how to feed 5 goats in the winter"}},
                                       {{"title", "how not to feed 2 goats in the winter"}}};
  EXPECT_EQ(pairs_of(threads, model).size(), 3U);
  model.number_guard = 0.5;
  model.negation_guard = 0.5;
  EXPECT_TRUE(pairs_of(threads, model).empty());
}

TEST(Threads, AnotherLanguageAsksWithOtherWords) {
  const ForumModel model = model_of({{"title", 1, {parse_comparison("content")}}}, 1);
  ForumComparer comparer(model, {});
  add_to(comparer, {{{"title", "怎么换轮胎"}}, {{"title", "如何换轮胎呢"}}});
  EXPECT_EQ(find_duplicate_questions(comparer, {}, {}).first_of_class, (std::vector<DocId>{0, 0}));
}

TEST(Threads, SameThreadsAreToldAsAClass) {
  ForumComparer comparer(model_of({{"title", 1, {parse_comparison("shingle:2")}}}, 0.5), {});
  add_to(comparer,
         {{{"title", "where is the key"}}, {{"title", ""}}, {{"title", "Where is the key?"}}, {{"title", ""}}});
  const DuplicateQuestions found = find_duplicate_questions(comparer, {}, {});
  EXPECT_EQ(found.first_of_class, (std::vector<DocId>{0, 1, 0, 3}));
  EXPECT_TRUE(found.pairs.empty());
  EXPECT_EQ(found.counts.identical, 1U);
  EXPECT_EQ(found.counts.without_features, 2U);
}

TEST(Threads, ScoresFromOutsideJoinTheMean) {
  ForumModel model = model_of({{"title", 0.5, {parse_comparison("words")}}}, 0.5);
  model.outside_weight = 0.5;
  ForumComparer comparer(model, {});
  add_to(comparer, {{{"title", "mend a bicycle"}}, {{"title", "repair my bike"}}, {{"title", "bake bread"}}});
  const std::vector<OutsideScore> outside = {{1, 0, 1.0}, {0, 2, 0.8}};
  const DuplicateQuestions found = find_duplicate_questions(comparer, outside, {});
  ASSERT_EQ(found.pairs.size(), 1U);
  EXPECT_EQ(found.pairs.front(), (ForumPair{0, 1, 0.5}));
}

TEST(Threads, LargeGroupsAreCountedWhenTheyAreLeftToOtherParts) {
  ForumComparer comparer(
      model_of({{"title", 0.5, {parse_comparison("words")}}, {"answer", 0.5, {parse_comparison("words")}}}, 0.5), {});
  std::vector<Thread> threads;
  const std::vector<std::string> answers = {"red apples", "ripe pears", "red ripe apples", "sour cherries"};
  for (const std::string& answer : answers) threads.push_back({{"title", "help"}, {"answer", answer}});
  add_to(comparer, threads);
  ForumSearchOptions options;
  EXPECT_EQ(find_duplicate_questions(comparer, {}, options).pairs.size(), 6U);
  options.group_pairs_most = 10;
  const DuplicateQuestions capped = find_duplicate_questions(comparer, {}, options);
  EXPECT_EQ(capped.counts.capped_groups, 1U);
  ASSERT_EQ(capped.pairs.size(), 1U);  // by its answer
  EXPECT_EQ(capped.pairs.front().b, 2U);
}

TEST(FingerprintNumbers, AreGivenInTheOrderOfFirstComing) {
  for (const std::uint64_t memory : {std::uint64_t{0}, std::uint64_t{1} << 20}) {
    SpillableMemory owner(memory, "");
    FingerprintNumbers numbers(&owner);
    for (std::uint64_t round = 0; round < 2; ++round) {
      for (std::uint64_t i = 0; i < 10'000; ++i) {
        const Fingerprint fingerprint{i % 7 * 1000, i};  // many have the same hash
        ASSERT_EQ(numbers.add(fingerprint), (std::pair<std::uint32_t, bool>(i, round == 0)));
      }
    }
  }
}

RC_GTEST_PROP(ThreadsProperty, FindsWhatComparingAllPairsFinds, ()) {
  const auto threads = *rc::gen::container<std::vector<Thread>>(some_thread());
  const ForumModel model = some_model();
  ForumRunOptions running;
  running.threads = *rc::gen::inRange<std::size_t>(1, 3);
  running.memory_bytes = *rc::gen::element<std::uint64_t>(2000, 1 << 20);
  ForumComparer comparer(model, running);
  add_to(comparer, threads);
  std::map<std::pair<DocId, DocId>, double> outside;
  for (int i = threads.empty() ? 0 : *rc::gen::inRange(0, 4); i > 0; --i) {
    const auto a = *rc::gen::inRange<DocId>(0, static_cast<DocId>(threads.size()));
    const auto b = *rc::gen::inRange<DocId>(0, static_cast<DocId>(threads.size()));
    if (a < b) outside[{a, b}] = *rc::gen::elementOf(std::vector<double>{0.0, 0.6, 1.0});
  }
  std::vector<OutsideScore> scores;
  for (const auto& [pair, score] : outside) scores.push_back({pair.first, pair.second, score});

  for (const Partitioning partitioning : {Partitioning::by_term, Partitioning::by_document}) {
    ForumSearchOptions options;
    options.partitioning = partitioning;
    const DuplicateQuestions found = find_duplicate_questions(comparer, scores, options);
    std::vector<ForumPair> expected;
    ForumSimilarities similarities;
    for (DocId a = 0; a < threads.size(); ++a) {
      for (DocId b = a + 1; b < threads.size(); ++b) {
        if (found.first_of_class[a] != a || found.first_of_class[b] != b) continue;
        comparer.compare(a, b, similarities);
        if (const auto score = outside.find({a, b}); score != outside.end()) similarities.outside = score->second;
        const double similarity = forum_similarity(model, similarities);
        if (similarity >= model.threshold) expected.push_back({a, b, similarity});
      }
    }
    RC_ASSERT(std::vector<ForumPair>(found.pairs.begin(), found.pairs.end()) == expected);
  }
}

}  // namespace
}  // namespace cento
