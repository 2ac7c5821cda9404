#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "collection_run.hpp"
#include "command_parser.hpp"
#include "commands.hpp"
#include "core/json_text.hpp"
#include "methods/collection_statistics.hpp"
#include "sign/frequencies_file.hpp"
#include "signature_flags.hpp"

namespace cento::cli {

namespace {

struct StatsOptions : SharedOptions {
  std::vector<std::string> features;  // counted besides the tokens
  std::uint32_t least = 2;            // documents that a feature must be in to be kept
};

StatisticsOptions counting_options(const StatsOptions& options, const std::string& counted) {
  StatisticsOptions counting;
  counting.counted = counted;
  counting.least = counted == "tokens" ? 1 : options.least;
  counting.threads = options.threads;
  counting.memory_bytes = options.reading.memory_bytes / (1 + options.features.size());
  counting.temp_dir = options.reading.temp_dir;
  return counting;
}

/// What a batch gives each counter.
struct CountedBatch {
  std::vector<std::shared_ptr<void>> signatures;
  RunTotals totals;
};

UnusedInput count_statistics(const StatsOptions& options) {
  CollectionRun run("stats", options, FileUses().writes("--output", options.output));
  std::vector<std::string> counted = {"tokens"};
  counted.insert(counted.end(), options.features.begin(), options.features.end());
  std::vector<std::unique_ptr<StatisticsCounter>> counters;
  counters.reserve(counted.size());
  for (const std::string& name : counted) {
    counters.push_back(std::make_unique<StatisticsCounter>(counting_options(options, name)));
  }
  RunTotals totals;
  BatchSteps steps;
  steps.work = [&](DocumentBatch& batch) {
    auto out = std::make_shared<CountedBatch>();
    for (const auto& counter : counters) out->signatures.push_back(counter->sign(batch));
    for (const Document& document : batch.documents) {
      for (const Part& part : document.parts) out->totals.text_bytes += part.text.size();
      out->totals.parts += document.parts.size();
    }
    out->totals.documents = batch.documents.size();
    return out;
  };
  steps.take = [&](DocumentBatch&, void* result) {
    const auto& batch = *static_cast<const CountedBatch*>(result);
    for (std::size_t i = 0; i < counters.size(); ++i) counters[i]->add(batch.signatures[i].get());
    totals += batch.totals;
  };
  run.read(steps);

  std::vector<SavedFrequencies> tables;
  for (std::size_t i = 0; i < counters.size(); ++i) {
    CollectionStatistics statistics = counters[i]->finish();
    counters[i].reset();
    const std::uint64_t kept = statistics.frequencies.size();
    run.tell("distinct_" + counted[i], statistics.distinct);
    std::string line = fmt::format("{}: {} different", counted[i], with_thousands(statistics.distinct));
    if (kept < statistics.distinct) {
      line += fmt::format(", {} of them in {} documents or more (the rest is not in the table)", with_thousands(kept),
                          options.least);
    }
    run.tell(line);
    tables.push_back({counted[i], "{}", std::move(statistics.frequencies)});
  }
  save_frequencies(options.output, tables);
  return run.finish(totals);
}

}  // namespace

Command add_stats_command(CommandParser& program) {
  auto options = std::make_shared<StatsOptions>();
  CommandParser* parser = program.add_command(
      "stats", "Count in how many documents each word is, and save the table for `cento pairs` and `cento dedup`.");
  add_inputs(*parser, *options);
  parser->add("-o,--output", text(options->output), "FILE", "the table; .gz and .zst are compressed", "Output")
      .is_required = true;
  const OptionGroup counting(*parser, "Counting");
  counting.add("--features", checked(list(options->features, ','), check_document_features), "NAME,...",
               "count these features too, e.g. shingle:5");
  counting.add("--least", whole(options->least), "N",
               "features in fewer documents are not in the table; words always are (default: 2)");
  add_reading_options(*parser, *options);
  add_running_options(*parser, *options);
  parser->footer(
      "Example:\n"
      "  cento stats news.jsonl.gz -o news.stats\n"
      "  cento pairs news.jsonl.gz --method imatch --stats news.stats -o pairs.tsv");
  return {parser, [options] { return count_statistics(*options); }};
}

}  // namespace cento::cli
