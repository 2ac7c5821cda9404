#include <string>

#include <fmt/format.h>

#include "collection_run.hpp"
#include "core/json_text.hpp"
#include "methods/blog.hpp"
#include "scan_command.hpp"
#include "scan_documents.hpp"
#include "scan_folder.hpp"
#include "token_statistics.hpp"
#include "write/report_records.hpp"

namespace cento::cli {

namespace {

BlogOptions finder_options(const ScanOptions& options) {
  BlogOptions finder = options.blog;
  finder.threads = options.threads;
  finder.memory_bytes = options.reading.memory_bytes;
  finder.temp_dir = options.reading.temp_dir;
  return finder;
}

NamedSentence name(const ScanDocuments& documents, DocId document, const BlogSentence& sentence) {
  return {documents.part_name({document, sentence.part}), sentence.number, sentence.bytes};
}

void append_report(std::string& out, const BlogReport& report, const ScanDocuments& documents) {
  std::string place;
  ReportLine line(out, documents.name(report.document, place), report.sentences, report.known);
  for (const BlogSource& source : report.sources) {
    line.add_source(documents.name(source.document, place), source.collisions);
    for (const BlogMatch& match : source.matches) {
      line.add_match(name(documents, report.document, match.own), name(documents, source.document, match.other));
    }
  }
  line.end(report.sources_unlisted);
}

void tell_counts(const ScanOptions& options, const BlogCounts& counts, CollectionRun& run) {
  run.tell("sentences", counts.sentences);
  run.tell("without_fingerprint", counts.without_fingerprint);
  run.tell("left_out", counts.left_out);
  run.tell("left_out_occurrences", counts.left_out_occurrences);
  run.tell("known_sentences", counts.known);
  run.tell("reported_documents", counts.reported);
  run.tell("spilled_bytes", counts.spilled_bytes);
  run.tell(fmt::format("{} with more than {} known sentences; {} of {} are known from other documents",
                       counted(counts.reported, "document", "documents"), options.blog.collisions,
                       with_thousands(counts.known), counted(counts.sentences, "sentence", "sentences")));
  if (counts.left_out > 0) {
    run.tell(fmt::format("{} came more than {} times ({} in all) and were left out (--max-repeats)",
                         counted(counts.left_out, "sentence", "sentences"), options.blog.max_repeats,
                         with_thousands(counts.left_out_occurrences)));
  }
}

}  // namespace

UnusedInput scan_blog(const ScanOptions& options) {
  BlogOptions finding = finder_options(options);
  CollectionRun run("scan", options, scan_uses(options));
  run.tell_option("method", json_string(options.method));
  run.tell_option("df_cutoff", fmt::format("{}", finding.df_cutoff));
  run.tell_option("max_repeats", fmt::format("{}", finding.max_repeats));
  run.tell_option("collisions", fmt::format("{}", finding.collisions));
  run.tell_option("stats", json_string(options.statistics_file));
  run.tell_option("against", fmt::format("{}", options.against.size()));
  const auto left_out_from = [&](std::uint64_t documents) {
    return blog_most_documents(finding.df_cutoff, documents) + 1;
  };
  const DocumentFrequencies tokens = frequent_tokens(options.statistics_file, options, run, left_out_from);
  finding.tokens = &tokens;
  finding.progress = &run.progress();
  ScanFolder output(options.output);
  AtomicFile* reports = output.add("reports.jsonl");
  BlogFinder finder(finding);
  ScanDocuments documents(options, options.against, run);
  documents.read(
      {[&](const DocumentBatch& batch) { return finder.sign(batch); }, [&](void* batch) { finder.add(batch); }},
      [&] { finder.end_reference(); });
  std::string line;
  run.progress().begin_phase("joining");
  const BlogCounts counts = finder.find([&](const BlogReport& report) {
    if (reports == nullptr) return;
    line.clear();
    append_report(line, report, documents);
    reports->write(line);
  });
  tell_counts(options, counts, run);
  output.publish(run.json(documents.totals()));
  return run.finish(documents.totals());
}

}  // namespace cento::cli
