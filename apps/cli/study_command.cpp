#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "collection_run.hpp"
#include "command_parser.hpp"
#include "commands.hpp"
#include "core/atomic_folder.hpp"
#include "core/json_text.hpp"
#include "sign/frequencies_file.hpp"
#include "signature_flags.hpp"
#include "study/ndd_study.hpp"
#include "study/ndd_tables.hpp"
#include "study_output.hpp"

namespace cento::cli {

namespace {

constexpr const char* kStudy = "Study";

struct NddStudyCommandOptions : SharedOptions {
  NddStudyCommandOptions() { output.clear(); }

  NddStudyOptions study;
  std::string sct_sizes = "all";
  std::string statistics_file;  // a table of token frequencies, for features that need one
};

NddStudyOptions study_options(const NddStudyCommandOptions& options, const DocumentFrequencies& tokens) {
  NddStudyOptions study = options.study;
  study.sct_sizes = options.sct_sizes == "all" ? RrSizes::all : RrSizes::kept;
  study.tokens = tokens.documents() > 0 ? &tokens : nullptr;
  study.threads = options.threads;
  study.memory_bytes = options.reading.memory_bytes;
  study.temp_dir = options.reading.temp_dir;
  return study;
}

DocumentFrequencies load_tokens(const NddStudyCommandOptions& options) {
  if (options.statistics_file.empty()) return {};
  const auto tables = load_frequencies(options.statistics_file, options.reading.memory_bytes / 2);
  return require_table(options.statistics_file, tables, "tokens").frequencies;
}

void tell_options(const NddStudyCommandOptions& options, CollectionRun& run) {
  run.tell_option("features", json_string(options.study.features));
  run.tell_option("least", fmt::format("{}", options.study.least));
  run.tell_option("sct_sizes", json_string(options.sct_sizes));
  run.tell_option("stats", json_string(options.statistics_file));
}

/// What a batch gives.
struct StudiedBatch {
  std::shared_ptr<void> signatures;
  RunTotals totals;
};

RunTotals read_into(NddStudy& study, CollectionRun& run) {
  RunTotals totals;
  BatchSteps steps;
  steps.work = [&](DocumentBatch& batch) {
    auto out = std::make_shared<StudiedBatch>();
    out->signatures = study.sign(batch);
    out->totals = totals_of(batch);
    return out;
  };
  steps.take = [&](DocumentBatch&, void* result) {
    const auto& batch = *static_cast<const StudiedBatch*>(result);
    study.add(batch.signatures.get());
    totals += batch.totals;
  };
  run.read(steps);
  return totals;
}

/// Where the tables may be off, all runs together.
struct Limits {
  std::uint64_t capped_features = 0;
  std::uint64_t guessed_pairs = 0;
  std::uint64_t left_out_pairs = 0;
};

Limits limits_of(const NddResults& results) {
  Limits limits;
  for (const auto* runs : {&results.by_hash, &results.by_sct}) {
    for (const NddRun& run : *runs) {
      limits.capped_features += run.counts.capped_features;
      limits.guessed_pairs += run.agreement.guessed_pairs;
      limits.left_out_pairs += run.agreement.left_out_pairs;
    }
  }
  return limits;
}

void tell_limits(const Limits& limits, CollectionRun& run) {
  run.tell("capped_features", limits.capped_features);
  run.tell("guessed_pairs", limits.guessed_pairs);
  run.tell("left_out_pairs", limits.left_out_pairs);
  if (limits.capped_features > 0) {
    run.tell(
        fmt::format("{} times a feature was in too many documents of the same kind, which were each compared with "
                    "the first few only; pairs may be missing",
                    with_thousands(limits.capped_features)));
  }
  if (limits.guessed_pairs > 0) {
    run.tell(
        fmt::format("{} pairs that only some shingles bring together were too many to look up; by all shingles "
                    "their RR was taken for 0",
                    with_thousands(limits.guessed_pairs)));
  }
  if (limits.left_out_pairs > 0) {
    run.tell(
        fmt::format("{} pairs that only some shingles bring together were too many to look up; average error and "
                    "correlation are without them",
                    with_thousands(limits.left_out_pairs)));
  }
}

void tell_results(const NddResults& results, double least, CollectionRun& run) {
  run.tell("without_features", results.without_features);
  run.tell("identical_documents", results.identical);
  run.tell(
      fmt::format("average error and correlation are over the pairs of documents with RR ≥ {} in either run; "
                  "recall and precision over documents with RR ≥ {}",
                  least, AgreementOptions().near_duplicate));
  run.tell(fmt::format("documents with the features of an earlier one: {}; without features: {}",
                       with_thousands(results.identical), with_thousands(results.without_features)));
  tell_limits(limits_of(results), run);
}

UnusedInput study_ndd(const NddStudyCommandOptions& options) {
  CollectionRun run("study ndd", options,
                    FileUses().reads("--stats", options.statistics_file).writes("--output", options.output));
  tell_options(options, run);
  std::optional<AtomicFolder> folder;
  if (!options.output.empty()) folder.emplace(options.output);
  const DocumentFrequencies tokens = load_tokens(options);
  NddStudy study(study_options(options, tokens));
  const RunTotals totals = read_into(study, run);
  const NddResults results = study.finish();
  publish_tables(ndd_tables(results), folder);
  tell_results(results, options.study.least, run);
  return run.finish(totals);
}

void add_study_options(CommandParser& command, NddStudyCommandOptions& options) {
  command.add("-o,--output", text(options.output), "FOLDER", "folder for the tables as CSV; made, or there and empty",
              "Output");
  const OptionGroup study(command, kStudy);
  study.add("--features", checked(text(options.study.features), check_document_features), "NAME",
            "what documents are compared by, see docs/signatures.md (default: chars:64)");
  study.add("--least", real(options.study.least, {0, options.study.agreement.near_duplicate, true}), "RR",
            "the lowest resemblance rate (RR) looked at, up to 0.5 (default: 0.1)");
  study.add("--sct-sizes", choice(options.sct_sizes, {"all", "kept"}), "WHICH",
            "RR when common shingles are left out: by the sizes of all sets as in the paper, or of what is kept "
            "(default: all)");
  study.add("--stats", text(options.statistics_file), "FILE", "table of `cento stats` for features that need one");
}

Command add_ndd_study(CommandParser& studies) {
  auto options = std::make_shared<NddStudyCommandOptions>();
  CommandParser* parser = studies.add_command(
      "ndd", "Near-duplicate documents: what sampling shingles costs (Tables 3.1 to 3.4).", "Studies");
  add_inputs(*parser, *options);
  add_study_options(*parser, *options);
  add_reading_options(*parser, *options);
  add_running_options(*parser, *options);
  parser->footer("Example:\n  cento study ndd crawl.warc.gz -o tables");
  return {parser, [options] { return study_ndd(*options); }};
}

}  // namespace

Command add_study_command(CommandParser& program) {
  CommandParser* parser =
      program.add_command("study", "Repeat the experiments of a paper on a collection of your own.");
  const std::vector<Command> studies = {add_ndd_study(*parser), add_qsign_study(*parser), add_threads_study(*parser)};
  parser->footer("Example:\n  cento study ndd news.jsonl.gz -o tables\n\n`cento study ndd --help` tells its options.");
  return {parser, [studies] { return run_chosen(studies); }};
}

}  // namespace cento::cli
