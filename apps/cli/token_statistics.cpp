#include "token_statistics.hpp"

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

#include "methods/collection_statistics.hpp"
#include "sign/frequencies_file.hpp"

namespace cento::cli {

namespace {

DocumentFrequencies count_tokens(const SharedOptions& options, CollectionRun& run, const LeastDocuments& least) {
  run.inputs().keep_pipes(options.reading.memory_bytes / 8, options.reading.temp_dir);
  StatisticsOptions counting;
  counting.threads = options.threads;
  counting.memory_bytes = options.reading.memory_bytes;
  counting.temp_dir = options.reading.temp_dir;
  StatisticsCounter counter(counting);
  BatchSteps steps;
  steps.work = [&](DocumentBatch& batch) { return counter.sign(batch); };
  steps.take = [&](DocumentBatch&, void* result) { counter.add(result); };
  run.progress().begin_phase("counting words");
  run.read_quietly(run.inputs(), steps);
  run.reporter().note("token frequencies were counted in a reading of its own; `cento stats` saves them for --stats");
  return counter.finish(least(counter.documents())).frequencies;
}

DocumentFrequencies load_tokens(const std::string& file, const SharedOptions& options) {
  auto tables = load_frequencies(file, options.reading.memory_bytes / 2);
  return require_table(file, tables, "tokens").frequencies;
}

}  // namespace

DocumentFrequencies token_statistics(const std::string& file, const SharedOptions& options, CollectionRun& run) {
  if (!file.empty()) return load_tokens(file, options);
  return count_tokens(options, run, [](std::uint64_t) { return 1U; });
}

DocumentFrequencies frequent_tokens(const std::string& file, const SharedOptions& options, CollectionRun& run,
                                    const LeastDocuments& least) {
  if (file.empty()) return count_tokens(options, run, least);
  const DocumentFrequencies all = load_tokens(file, options);
  std::vector<Frequency> frequent;
  const auto is_frequent = [wanted = least(all.documents())](const Frequency& entry) {
    return entry.documents >= wanted;
  };
  std::copy_if(all.counts().begin(), all.counts().end(), std::back_inserter(frequent), is_frequent);
  return {all.documents(), std::move(frequent)};
}

}  // namespace cento::cli
