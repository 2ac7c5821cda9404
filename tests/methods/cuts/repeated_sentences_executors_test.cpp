#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "methods/all_executors.hpp"
#include "methods/cuts/repeat_signer.hpp"
#include "methods/cuts/repeated_sentences_run.hpp"
#include "methods/word_documents.hpp"

namespace cento {
namespace {

struct FoundByExecutor {
  std::vector<RepeatedRun> runs;
  RepeatCounts counts;

  friend bool operator==(const FoundByExecutor&, const FoundByExecutor&) = default;
};

template <typename Executor>
FoundByExecutor find_by_executor(const std::vector<std::string>& texts, const RepeatOptions& options,
                                 std::size_t references, Executor& executor) {
  const testing::Batches batches(texts, 1);
  RepeatSigner signer;
  RepeatedSentenceRun<Executor> run(options, executor);
  std::size_t added = 0;
  for (const DocumentBatch& batch : batches.all()) {
    RepeatBatch sentences;
    signer.sign(batch, options, sentences);
    run.add(sentences);
    if (++added == references) run.end_reference();
  }
  FoundByExecutor found;
  found.counts = run.find([&](const RepeatedRun& cut) { found.runs.push_back(cut); });
  found.counts.spilled_bytes = 0;
  return found;
}

/// Documents of up to 29 sentences, of a few that there are.
std::vector<std::string> random_texts(std::uint32_t seed, std::size_t count) {
  std::mt19937 random(seed);
  const std::size_t distinct = 1 + random() % 30;
  std::vector<std::string> texts(count);
  for (std::string& text : texts) {
    for (std::size_t sentences = random() % 30; sentences > 0; --sentences) {
      text += "Sentence " + std::to_string(random() % distinct) + " is here.\n";
    }
  }
  return texts;
}

RC_GTEST_PROP(RepeatedSentencesExecutors, GiveTheSame, (std::uint32_t seed)) {
  const auto texts = random_texts(seed, *rc::gen::element<std::size_t>(0, 3, 8, 16));
  const auto references = *rc::gen::inRange<std::size_t>(0, 10);
  RepeatOptions options;
  options.min_sentences = *rc::gen::inRange(1U, 5U);
  options.memory_bytes = *rc::gen::element<std::uint64_t>(1000, std::uint64_t{1} << 24);
  const FoundByExecutor found = testing::same_under_all_executors(
      seed, [&](auto& executor) { return find_by_executor(texts, options, references, executor); });
  RC_TAG(found.runs.empty() ? "nothing is cut" : "something is cut");
}

}  // namespace
}  // namespace cento
