#include "flags/duplicate_flags.hpp"

#include <string_view>

#include <fmt/format.h>

#include "command_line/command_parser.hpp"
#include "engine/options/job_options.hpp"
#include "flags/option_flags.hpp"
#include "output/repeated_ids_report.hpp"

namespace cento::cli {

namespace {

/// The predicted S-curve, at a few points.
void report_banding(const Banding& banding, CollectionRun& run) {
  std::string curve;
  for (const double similarity : {0.3, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95}) {
    curve +=
        fmt::format("{}{:.3g} % at {}", curve.empty() ? "" : ", ", banding.recall_at(similarity) * 100, similarity);
  }
  run.report(fmt::format("MinHash: {} bands of {} rows; predicted share of pairs found, by similarity: {}",
                         banding.bands, banding.rows, curve));
}

void report_results(const DuplicateOptions& options, const DuplicateSearch& search, CollectionRun& run) {
  const NearDuplicateCounts& counts = search.found().counts;
  run.report("without_features", counts.without_features);
  run.report("identical_documents", counts.identical);
  run.report("same_words_documents", counts.same_features);
  run.report("features", counts.features);
  run.report("candidate_pairs", counts.join.candidate_pairs);
  run.report("verified_pairs", search.found().pairs.size());
  run.report("capped_features", counts.join.capped_features);
  run.report("capped_sets", counts.join.capped_sets);
  run.report("sct_features", counts.sct_features);
  run.report("sct_occurrences", counts.sct_occurrences);
  run.report("spilled_bytes", counts.join.spilled_bytes);
  run.report(fmt::format("{}, {} of them verified at {} or more; {} identical to an earlier one{}",
                         counted(counts.join.candidate_pairs, "candidate pair", "candidate pairs"),
                         with_thousands(search.found().pairs.size()), options.threshold,
                         counted(counts.identical, "document", "documents"),
                         counts.same_features == 0
                             ? std::string()
                             : fmt::format(", {} with the {}", with_thousands(counts.same_features),
                                           search.reason(Removal::same_features))));
  if (counts.without_features > 0) {
    run.report(fmt::format("{} nothing to compare (no words, or no feature was sampled) and will be kept",
                           counted(counts.without_features, "document has", "documents have")));
  }
  if (counts.sct_features > 0) {
    run.report(fmt::format("--sct left out {} features ({} occurrences)", with_thousands(counts.sct_features),
                           with_thousands(counts.sct_occurrences)));
  }
  if (counts.join.capped_features > 0) {
    run.report(
        fmt::format("{} features are in too many documents ({} occurrences): each of these was compared with the "
                    "first few only, so pairs may be missing",
                    with_thousands(counts.join.capped_features), with_thousands(counts.join.capped_sets)));
  }
  report_repeated_ids(search.documents(), run);
}

}  // namespace

FileUses uses_of(const DuplicateFlags& options) {
  return FileUses().reads("--stats", options.search.statistics_file).reads("--against", options.against);
}

void add_finding_options(CommandParser& command, DuplicateFlags& options) {
  add_options(command, "Finding", options_of(options.search));
}

void search_duplicates(const DuplicateFlags& options, DuplicateSearch& search, CollectionRun& run,
                       const std::function<void(const DocumentBatch&)>& note) {
  search.read(note);
  if (const auto banding = search.banding()) report_banding(*banding, run);
  search.find();
  report_results(options.search, search, run);
}

std::vector<Verdict> choose(const DuplicateFlags& options, const DuplicateSearch& search, CollectionRun& run) {
  if (const std::uint64_t missing = search.documents().table().without_keep_value(); missing > 0) {
    run.reporter().note(fmt::format("{} no value for --keep {}; others are preferred",
                                    counted(missing, "document has", "documents have"), options.search.keep));
  }
  return search.choose();
}

}  // namespace cento::cli
