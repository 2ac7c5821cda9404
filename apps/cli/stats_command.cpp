#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "collection_run.hpp"
#include "command_parser.hpp"
#include "commands.hpp"
#include "core/json_text.hpp"
#include "methods/collection_statistics.hpp"
#include "read/byte_spool.hpp"
#include "sign/frequencies_file.hpp"
#include "signature_flags.hpp"

namespace cento::cli {

namespace {

struct StatsOptions : SharedOptions {
  std::vector<std::string> features;  // counted besides the tokens
  std::uint32_t least = 2;            // documents that a feature must be in to be kept
};

constexpr std::uint64_t kSpoolShare = 4;  // of the memory, for all tables until they are saved

StatisticsOptions counting_options(const StatsOptions& options, const std::string& counted) {
  StatisticsOptions counting;
  counting.counted = counted;
  counting.least = counted == "tokens" ? 1 : options.least;
  counting.threads = options.threads;
  counting.memory_bytes = options.reading.memory_bytes / (1 + options.features.size());
  counting.temp_dir = options.reading.temp_dir;
  return counting;
}

/// The entries of a table until it is saved, when their number is known.
class SpooledTable {
 public:
  SpooledTable(std::uint64_t memory_bytes, const std::string& temp_dir) : spool_(memory_bytes, temp_dir) {}

  void add(std::span<const Frequency> entries) {
    spool_.append({reinterpret_cast<const char*>(entries.data()), entries.size_bytes()});
  }

  [[nodiscard]] std::uint64_t entries() const { return spool_.size() / sizeof(Frequency); }

  void for_each_piece(const std::function<void(std::span<const Frequency>)>& take) {
    constexpr std::size_t kEntriesAtATime = 4096;
    std::vector<Frequency> piece(kEntriesAtATime);
    for (std::uint64_t done = 0; done < spool_.size(); done += piece.size() * sizeof(Frequency)) {
      const std::size_t size =
          spool_.read(done, reinterpret_cast<char*>(piece.data()), piece.size() * sizeof(Frequency));
      take(std::span(piece).first(size / sizeof(Frequency)));
    }
  }

 private:
  ByteSpool spool_;
};

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

  std::vector<std::unique_ptr<SpooledTable>> spooled;
  std::vector<FrequencyPieces> tables;
  for (std::size_t i = 0; i < counters.size(); ++i) {
    const std::uint64_t share = options.reading.memory_bytes / (kSpoolShare * counters.size());
    SpooledTable& table = *spooled.emplace_back(std::make_unique<SpooledTable>(share, options.reading.temp_dir));
    const std::uint64_t documents = counters[i]->documents();
    const std::uint64_t distinct =
        counters[i]->hand_on([&](std::span<const Frequency> entries) { table.add(entries); });
    counters[i].reset();
    run.tell("distinct_" + counted[i], distinct);
    std::string line = fmt::format("{}: {} different", counted[i], with_thousands(distinct));
    if (table.entries() < distinct) {
      line += fmt::format(", {} of them in {} documents or more (the rest is not in the table)",
                          with_thousands(table.entries()), options.least);
    }
    run.tell(line);
    tables.push_back(
        {counted[i], "{}", documents, table.entries(), [&table](const auto& take) { table.for_each_piece(take); }});
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
