#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "methods/forum/forum.hpp"
#include "methods/forum/forum_comparer.hpp"
#include "methods/forum/forum_fields.hpp"
#include "methods/forum/forum_run.hpp"
#include "methods/some_threads.hpp"
#include "naive_executor.hpp"

namespace cento {
namespace {

using testing::NaiveExecutor;
using testing::Thread;

void fill(DocumentBatch& batch, const std::vector<Thread>& threads) {
  for (const Thread& thread : threads) {
    std::vector<Part> parts;
    for (const auto& [name, text] : thread) parts.push_back({name, text});
    batch.add("t", parts);
  }
}

std::vector<OutsideScore> some_scores(std::size_t threads) {
  std::map<std::pair<DocId, DocId>, double> scores;
  for (int i = threads == 0 ? 0 : *rc::gen::inRange(0, 4); i > 0; --i) {
    const auto a = *rc::gen::inRange<DocId>(0, static_cast<DocId>(threads));
    const auto b = *rc::gen::inRange<DocId>(0, static_cast<DocId>(threads));
    if (a < b) scores[{a, b}] = *rc::gen::element(0.3, 0.9);
  }
  std::vector<OutsideScore> outside;
  for (const auto& [pair, score] : scores) outside.push_back({pair.first, pair.second, score});
  return outside;
}

/// All that must not depend on the executor.
auto parts_of(const DuplicateQuestions& found) {
  const ForumSearchCounts& counts = found.counts;
  std::vector<std::tuple<std::size_t, double, std::uint64_t, std::uint64_t>> searches;
  for (const PartSearch& search : counts.searches) {
    searches.emplace_back(search.comparison, search.threshold, search.counts.proposed_pairs, search.counts.given_up);
  }
  return std::tuple(found.first_of_class, std::vector<ForumPair>(found.pairs.begin(), found.pairs.end()), searches,
                    counts.scored_pairs, counts.capped_groups, counts.capped_pairs, counts.without_features,
                    counts.identical);
}

RC_GTEST_PROP(ForumExecutors, FindTheSameQuestions, (std::uint32_t seed)) {
  const auto threads = *rc::gen::resize(40, rc::gen::container<std::vector<Thread>>(testing::some_thread()));
  const ForumModel model = testing::some_model();
  const std::vector<OutsideScore> outside = some_scores(threads.size());
  ForumSearchOptions options;
  options.partitioning = *rc::gen::element(Partitioning::by_term, Partitioning::by_document);
  options.tight_bound = *rc::gen::arbitrary<bool>();
  options.group_pairs_most = *rc::gen::element<std::uint64_t>(2, 4'000'000);
  ForumRunOptions running;
  running.memory_bytes = *rc::gen::element<std::uint64_t>(2000, 1 << 20);
  DocumentBatch batch;
  fill(batch, threads);
  for (const std::size_t workers : {1U, 3U}) {
    running.threads = workers;
    ForumComparer comparer(model, running);
    const auto made = comparer.sign(batch);
    SpillableMemory memory(std::uint64_t{1} << 20, "");
    ForumFields fields(model, {std::uint64_t{1} << 20, "", &memory});
    fields.add(*made);
    comparer.add(*made);
    NaiveExecutor naive(seed);
    fields.prepare(model, naive);
    comparer.prepare();
    const DuplicateQuestions found = find_duplicate_questions(comparer, outside, options);
    RC_TAG(found.pairs.empty() ? "no pairs" : "pairs");
    RC_ASSERT(parts_of(ForumRun<NaiveExecutor>(model, fields, naive, outside, options).find()) == parts_of(found));
  }
}

}  // namespace
}  // namespace cento
