#include <deque>
#include <string>

#include <fmt/format.h>

#include "commands/scan_command.hpp"
#include "core/json/json_text.hpp"
#include "engine/scan/blog_scan.hpp"
#include "flags/option_flags.hpp"
#include "output/collection_run.hpp"
#include "output/repeated_ids_report.hpp"

namespace cento::cli {

namespace {

void report_counts(const ScanFlags& options, const BlogCounts& counts, CollectionRun& run) {
  run.report("sentences", counts.sentences);
  run.report("without_fingerprint", counts.without_fingerprint);
  run.report("left_out", counts.left_out);
  run.report("left_out_occurrences", counts.left_out_occurrences);
  run.report("known_sentences", counts.known);
  run.report("reported_documents", counts.reported);
  run.report("spilled_bytes", counts.spilled_bytes);
  run.report(fmt::format("{} with more than {} known sentences; {} of {} are known from other documents",
                         counted(counts.reported, "document", "documents"), options.blog.collisions,
                         with_thousands(counts.known), counted(counts.sentences, "sentence", "sentences")));
  if (counts.left_out > 0) {
    run.report(fmt::format("left out {} that occurred more than {} times ({} times in all; --max-repeats)",
                           counted(counts.left_out, "sentence", "sentences"), options.blog.max_repeats,
                           with_thousands(counts.left_out_occurrences)));
  }
}

}  // namespace

UnusedInput scan_blog(ScanFlags& options) {
  CollectionRun run("scan", options, scan_uses(options));
  run.report_option("method", json_string(options.method));
  report_options(options_of(options.blog), run);
  run.report_option("stats", json_string(options.scan.statistics_file));
  run.report_option("against", fmt::format("{}", options.against.size()));
  BlogScan scan(options.blog, options.scan.statistics_file, run.job(), run.collections(options.against));
  ScanFolder output = scan_folder(options, run.job());
  RecordFile* reports = output.add("reports", report_fields());
  scan.read();
  report_repeated_ids(scan.documents(), run);
  const BlogCounts counts = scan.find([&](const BlogReport& report) {
    if (reports == nullptr) return;
    std::deque<std::string> places;
    reports->add(named_report(report, scan.documents(), places));
  });
  report_counts(options, counts, run);
  output.publish(run.json(scan.documents().totals()));
  return run.finish(scan.documents().totals());
}

}  // namespace cento::cli
