#include <string>

#include <fmt/format.h>

#include "commands/scan_command.hpp"
#include "core/json/json_text.hpp"
#include "engine/scan/substring_scan.hpp"
#include "flags/option_flags.hpp"
#include "output/collection_run.hpp"
#include "output/repeated_ids_report.hpp"

namespace cento::cli {

namespace {

void report_counts(const ScanFlags& options, const SubstringCounts& counts, CollectionRun& run) {
  run.report("identical_documents", counts.identical);
  run.report("repeated_ranges", counts.repeated_ranges);
  run.report("repeated_tokens", counts.repeated_tokens);
  run.report("repeated_bytes", counts.repeated_bytes);
  run.report("later_ranges", counts.later_ranges);
  run.report("later_tokens", counts.later_tokens);
  run.report("later_bytes", counts.later_bytes);
  run.report("spilled_bytes", counts.spilled_bytes);
  run.report(fmt::format("{} of repeated runs of at least {} tokens: {} tokens in all",
                         counted(counts.repeated_ranges, "range", "ranges"), options.runs.min_tokens,
                         with_thousands(counts.repeated_tokens)));
  run.report(fmt::format("{} of these tokens occur earlier; {} the same words as an earlier one",
                         with_thousands(counts.later_tokens),
                         counted(counts.identical, "document has", "documents have")));
}

}  // namespace

UnusedInput scan_substring(ScanFlags& options) {
  CollectionRun run("scan", options, scan_uses(options));
  run.report_option("method", json_string(options.method));
  report_options(options_of(options.runs), run);
  run.report_option("against", fmt::format("{}", options.against.size()));
  ScanFolder output = scan_folder(options, run.job());
  RecordFile* repeats = output.add("repeats", repeat_fields());
  SubstringScan scan(options.runs, run.job(), run.collections(options.against));
  scan.read();
  report_repeated_ids(scan.documents(), run);
  const SubstringCounts counts = scan.find([&](const RepeatRecord& record) {
    if (repeats != nullptr) repeats->add(record);
  });
  report_counts(options, counts, run);
  output.publish(run.json(scan.documents().totals()));
  return run.finish(scan.documents().totals());
}

}  // namespace cento::cli
