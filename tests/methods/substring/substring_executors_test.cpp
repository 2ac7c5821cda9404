#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cstdint>
#include <vector>

#include "methods/all_executors.hpp"
#include "methods/substring/substring_run.hpp"
#include "methods/substring/substring_signer.hpp"
#include "methods/word_documents.hpp"

namespace cento {
namespace {

struct Found {
  std::vector<RepeatedRange> repeated;
  std::vector<RepeatedRange> later;
  SubstringCounts counts;

  friend bool operator==(const Found&, const Found&) = default;
};

template <typename Executor>
Found find(const std::vector<std::string>& texts, const SubstringOptions& options, std::size_t references,
           Executor& executor) {
  const testing::Batches batches(texts, 1);
  RunSigner signer(RunShape::of(options.min_tokens));
  SubstringRun<Executor> run(options, executor);
  std::size_t added = 0;
  for (const DocumentBatch& batch : batches.all()) {
    SignedRuns runs;
    signer.sign(batch, run.known(), runs);
    run.add(runs);
    if (++added == references) run.end_reference();
  }
  Found found;
  found.counts = run.find([&](const RepeatedRange& range) { found.repeated.push_back(range); },
                          [&](const RepeatedRange& range) { found.later.push_back(range); });
  found.counts.spilled_bytes = 0;
  return found;
}

RC_GTEST_PROP(SubstringExecutors, GiveTheSame, (std::uint32_t seed)) {
  const auto count = *rc::gen::element<std::size_t>(0, 5, 15, 25);
  const auto vocabulary = *rc::gen::element(2U, 5U, 30U, 1000U);
  const auto texts = testing::texts_of(testing::related_documents(seed, count, vocabulary));
  const auto references = *rc::gen::inRange<std::size_t>(0, 15);
  SubstringOptions options;
  options.min_tokens = *rc::gen::inRange(1U, 12U);
  options.memory_bytes = *rc::gen::element<std::uint64_t>(1000, std::uint64_t{1} << 24);
  const Found found = testing::same_under_all_executors(
      seed, [&](auto& executor) { return find(texts, options, references, executor); });
  RC_TAG(found.repeated.empty() ? "nothing repeats" : "something repeats");
}

}  // namespace
}  // namespace cento
