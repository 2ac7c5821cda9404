#include "engine/statistics/token_statistics.hpp"

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

#include "methods/ndd/collection_statistics.hpp"
#include "sign/words/frequencies_file.hpp"

namespace cento {

namespace {

constexpr MemoryShare kTable{"statistics from a file", 2};

DocumentFrequencies count_tokens(Collection& inputs, Job& job, const LeastDocuments& least) {
  job.keep(inputs);
  StatisticsOptions counting;
  counting.threads = job.threads();
  counting.memory_bytes = job.memory_bytes();
  counting.ledger = &job.ledger();
  counting.temp_dir = job.temp_dir();
  StatisticsCounter counter(counting);
  const auto work = [&](DocumentBatch& batch) { return counter.sign(batch); };
  const auto take = [&](DocumentBatch&, const std::shared_ptr<StatisticsCounter::Batch>& batch) {
    counter.add(*batch);
  };
  job.progress().begin_phase("counting words");
  job.read_quietly(inputs, WorkAndTake{work, take});
  job.reporter().note(
      "token frequencies were counted in a separate reading; `cento stats` saves them for `statistics_file`");
  return counter.finish(least(counter.documents())).frequencies;
}

DocumentFrequencies load_tokens(const std::string& file, const Job& job) {
  return load_token_statistics(file, job.memory().part(kTable).bytes);
}

}  // namespace

DocumentFrequencies load_token_statistics(const std::string& file, std::uint64_t memory_bytes) {
  if (file.empty()) return {};
  auto tables = load_frequencies(file, memory_bytes);
  return require_table(file, tables, "tokens").frequencies;
}

DocumentFrequencies token_statistics(const std::string& file, Collection& inputs, Job& job) {
  if (!file.empty()) return load_tokens(file, job);
  return count_tokens(inputs, job, [](std::uint64_t) { return 1U; });
}

DocumentFrequencies frequent_tokens(const std::string& file, Collection& inputs, Job& job,
                                    const LeastDocuments& least) {
  if (file.empty()) return count_tokens(inputs, job, least);
  const DocumentFrequencies all = load_tokens(file, job);
  std::vector<Frequency> frequent;
  const auto is_frequent = [wanted = least(all.documents())](const Frequency& entry) {
    return entry.documents >= wanted;
  };
  std::copy_if(all.counts().begin(), all.counts().end(), std::back_inserter(frequent), is_frequent);
  return {all.documents(), std::move(frequent)};
}

}  // namespace cento
