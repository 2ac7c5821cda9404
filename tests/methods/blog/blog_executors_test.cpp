#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "methods/all_executors.hpp"
#include "methods/blog/blog_run.hpp"
#include "methods/blog/blog_signer.hpp"
#include "methods/word_documents.hpp"

namespace cento {
namespace {

struct FoundByExecutor {
  std::vector<BlogReport> reports;
  BlogCounts counts;

  friend bool operator==(const FoundByExecutor&, const FoundByExecutor&) = default;
};

template <typename Executor>
FoundByExecutor find_by_executor(const std::vector<std::string>& texts, const BlogOptions& options,
                                 std::size_t references, Executor& executor) {
  const testing::Batches batches(texts, 1);
  BlogSigner signer(options);
  BlogRun<Executor> run(options, executor);
  std::size_t added = 0;
  for (const DocumentBatch& batch : batches.all()) {
    SignedBlogSentences sentences;
    signer.sign(batch, sentences);
    run.add(sentences);
    if (++added == references) run.end_reference();
  }
  FoundByExecutor found;
  found.counts = run.find([&](const BlogReport& report) { found.reports.push_back(report); });
  found.counts.spilled_bytes = 0;
  return found;
}

/// Documents of up to 9 sentences, of a hundred that there are; some of them are in most documents.
std::vector<std::string> random_texts(std::uint32_t seed, std::size_t count) {
  std::mt19937 random(seed);
  std::vector<std::string> texts(count);
  for (std::string& text : texts) {
    for (std::size_t sentences = random() % 10; sentences > 0; --sentences) {
      const auto number = random() % (random() % 4 == 0 ? 3 : 100);
      text += "Sentence " + std::to_string(number) + " is known.\n\n";
    }
  }
  return texts;
}

RC_GTEST_PROP(BlogExecutors, GiveTheSame, (std::uint32_t seed)) {
  const auto texts = random_texts(seed, *rc::gen::element<std::size_t>(0, 5, 20, 40));
  const auto references = *rc::gen::inRange<std::size_t>(0, 20);
  BlogOptions options;
  options.collisions = *rc::gen::inRange(0U, 4U);
  options.max_repeats = *rc::gen::inRange(2U, 40U);
  options.max_sources = *rc::gen::inRange(1U, 6U);
  options.earlier_only = *rc::gen::arbitrary<bool>();
  options.memory_bytes = *rc::gen::element<std::uint64_t>(1000, std::uint64_t{1} << 24);
  const FoundByExecutor found = testing::same_under_all_executors(
      seed, [&](auto& executor) { return find_by_executor(texts, options, references, executor); });
  RC_TAG(found.reports.empty() ? "nothing is reported" : "something is reported");
}

}  // namespace
}  // namespace cento
