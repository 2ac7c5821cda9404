#include "token_statistics.hpp"

#include <utility>

#include "methods/collection_statistics.hpp"
#include "sign/frequencies_file.hpp"

namespace cento::cli {

namespace {

DocumentFrequencies count_tokens(const SharedOptions& options, CollectionRun& run) {
  run.inputs().keep_pipes(options.reading.memory_bytes / 8, options.reading.temp_dir);
  StatisticsOptions counting;
  counting.threads = options.threads;
  counting.memory_bytes = options.reading.memory_bytes;
  counting.temp_dir = options.reading.temp_dir;
  StatisticsCounter counter(counting);
  ReporterOptions quiet;
  quiet.quiet = true;
  Reporter silent(quiet);  // bad records are told in the reading that follows
  ReadProgress progress;
  BatchSteps steps;
  steps.work = [&](DocumentBatch& batch) { return counter.sign(batch); };
  steps.take = [&](DocumentBatch&, void* result) { counter.add(result); };
  run.progress().begin_phase("counting words");
  read_collection(run.inputs(), options.reading, options.threads, silent, progress, steps);
  run.reporter().note("token frequencies were counted in a reading of its own; `cento stats` saves them for --stats");
  return counter.finish().frequencies;
}

}  // namespace

DocumentFrequencies token_statistics(const std::string& file, const SharedOptions& options, CollectionRun& run) {
  if (file.empty()) return count_tokens(options, run);
  auto tables = load_frequencies(file, options.reading.memory_bytes / 2);
  return require_table(file, tables, "tokens").frequencies;
}

}  // namespace cento::cli
