#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <functional>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "methods/ndd/collection_statistics.hpp"
#include "methods/ndd/collection_statistics_run.hpp"
#include "methods/ndd/document_signer.hpp"
#include "methods/ndd/near_duplicates.hpp"
#include "methods/ndd/near_duplicates_run.hpp"
#include "methods/word_documents.hpp"
#include "naive_executor.hpp"

namespace cento {
namespace {

using testing::Batches;
using testing::NaiveExecutor;

std::vector<std::string> some_texts(std::uint32_t seed) {
  const auto count = *rc::gen::inRange<std::size_t>(0, 60);
  return testing::texts_of(testing::related_documents(seed, count, *rc::gen::element(5U, 30U)));
}

NearDuplicateOptions some_options() {
  NearDuplicateOptions options;
  options.method = *rc::gen::element<std::string>("shingle:2", "tokens", "minhash:32", "simhash", "exact");
  options.features = "shingle:2";
  options.threshold = *rc::gen::element(0.05, 0.2, 0.3, 0.5, 0.8);
  options.distance = *rc::gen::element(3U, 10U, 31U);
  options.sample = *rc::gen::element(0U, 0U, 0U, 1U);
  options.sct = *rc::gen::element(0U, 0U, 4U, 20U);
  options.memory_bytes = *rc::gen::element<std::uint64_t>(0, 1 << 20);
  return options;
}

/// All that must not depend on the executor.
auto parts_of(const NearDuplicates& found) {
  const NearDuplicateCounts& counts = found.counts;
  return std::tuple(found.first_of_class, found.first_of_text, found.pairs, counts.without_features, counts.identical,
                    counts.same_features, counts.features, counts.sct_features, counts.sct_occurrences);
}

RC_GTEST_PROP(NddExecutors, FindTheSameNearDuplicates, (std::uint32_t seed)) {
  const Batches batches(some_texts(seed));
  NearDuplicateOptions options = some_options();
  for (const std::size_t threads : {1U, 3U}) {
    options.threads = threads;
    NearDuplicateFinder finder(options);
    NaiveExecutor naive(seed);
    SpillableMemory memory(std::uint64_t{1} << 20, "");
    NearDuplicatesRun<NaiveExecutor> run(options, memory, naive);
    for (const DocumentBatch& batch : batches.all()) {
      const auto made = finder.sign(batch);
      finder.add(*made);
      run.add(*made);
    }
    run.end_adding();
    const NearDuplicates found = finder.find();
    RC_TAG(found.pairs.empty() ? "no pairs" : "pairs");
    RC_ASSERT(parts_of(run.find()) == parts_of(found));
  }
}

RC_GTEST_PROP(NddExecutors, CountTheSame, (std::uint32_t seed)) {
  const Batches batches(some_texts(seed));
  StatisticsOptions options;
  options.counted = *rc::gen::element<std::string>("tokens", "shingle:2");
  options.least = *rc::gen::element(1U, 2U, 5U);
  options.memory_bytes = *rc::gen::element<std::uint64_t>(0, 1 << 20);
  NaiveExecutor naive(seed);
  StatisticsRun<NaiveExecutor> run(naive);
  DocumentSigner signer(FeatureOptions{options.counted});
  Features features;
  for (const DocumentBatch& batch : batches.all()) {
    for (const Document& document : batch.documents) {
      signer.sign(document, features);
      run.add(features);
    }
  }
  std::vector<Frequency> frequencies;
  const std::uint64_t distinct = run.hand_on(options.least, [&](std::span<const Frequency> some) {
    frequencies.insert(frequencies.end(), some.begin(), some.end());
  });
  for (const std::size_t threads : {1U, 3U}) {
    options.threads = threads;
    StatisticsCounter counter(options);
    for (const DocumentBatch& batch : batches.all()) counter.add(*counter.sign(batch));
    const CollectionStatistics statistics = counter.finish();
    RC_ASSERT(statistics.distinct == distinct);
    RC_ASSERT(statistics.frequencies.counts() == frequencies);
  }
}

}  // namespace
}  // namespace cento
