#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "cento/error.hpp"
#include "commands/scan_command.hpp"
#include "core/json/json_text.hpp"
#include "engine/document_pairs_file.hpp"
#include "engine/scan/passage_files.hpp"
#include "engine/scan/passage_scan.hpp"
#include "flags/option_flags.hpp"
#include "output/collection_run.hpp"
#include "output/repeated_ids_report.hpp"

namespace cento::cli {

namespace {

void report_loose(const LoosePassageCounts& counts, CollectionRun& run) {
  run.report("loose_compared_pairs", counts.compared_pairs);
  run.report("loose_capped_pairs", counts.capped_pairs);
  run.report(
      fmt::format("{} compared loosely", counted(counts.compared_pairs, "pair of documents", "pairs of documents")));
  if (counts.capped_pairs > 0) {
    run.report(fmt::format("{} so long or repetitive that not all of their words were compared",
                           counted(counts.capped_pairs, "of these pairs is", "of these pairs are")));
  }
}

void report_unlisted(const ScanFlags& options, const PdcCounts& counts, CollectionRun& run) {
  std::string what;
  if (counts.families_only > 0) what = counted(counts.families_only, "passage", "passages");
  if (counts.identical_only > 0) {
    what += (what.empty() ? "" : " and ") + counted(counts.identical_only, "identical text", "identical texts");
  }
  if (what.empty() || options.scan.passages.match == SentenceMatching::loose) return;
  const bool is_one = counts.families_only + counts.identical_only == 1;
  run.report(fmt::format("{} {} in more than {} documents; {} document pairs are not listed (--pairs-up-to)", what,
                         is_one ? "occurs" : "occur", options.scan.pairs_up_to, is_one ? "its" : "their"));
}

/// Numbers for programs.
void report_numbers(const PdcFinder& finder, const PassageScanCounts& written, CollectionRun& run) {
  const PdcCounts& counts = finder.counts();
  run.report("sentences", finder.sequence().sentences());
  run.report("distinct_sentences", finder.sequence().distinct_sentences());
  run.report("near_sentence_pairs", counts.near_sentence_pairs);
  run.report("identical_documents", counts.identical_documents);
  run.report("document_pairs", written.document_pairs);
  run.report("near_duplicate_pairs", written.near_duplicates);
  run.report("passages", written.passages);
  run.report("families", counts.families);
  run.report("family_places", counts.family_places);
  run.report("boilerplate_families", written.boilerplate);
  run.report("families_without_pairs", counts.families_only);
  run.report("identical_without_pairs", counts.identical_only);
  run.report("proposed_pairs", counts.proposed_pairs);
  run.report("capped_groups", counts.capped_groups);
  run.report("capped_columns", counts.capped_columns);
  run.report("capped_near_groups", counts.capped_near_groups);
  run.report("spilled_bytes", counts.spilled_bytes);
}

/// Lines for people.
void report_findings(const ScanFlags& options, const PdcFinder& finder, const PassageScanCounts& written,
                     CollectionRun& run) {
  const PdcCounts& counts = finder.counts();
  run.report(fmt::format(
      "{}, {} distinct; {}; {} identical to an earlier one",
      counted(finder.sequence().sentences(), "sentence", "sentences"),
      with_thousands(finder.sequence().distinct_sentences()),
      counted(counts.near_sentence_pairs, "pair of near-duplicate sentences", "pairs of near-duplicate sentences"),
      counted(counts.identical_documents, "text", "texts")));
  run.report(fmt::format("{} {}; {} (similarity {} or more)",
                         counted(written.document_pairs, "pair of documents shares", "pairs of documents share"),
                         counted(written.passages, "passage", "passages"),
                         counted(written.near_duplicates, "pair of near-duplicates", "pairs of near-duplicates"),
                         options.scan.near_duplicate));
  run.report(fmt::format(
      "{} with {}; {} in more than {} documents (boilerplate)", counted(counts.families, "family", "families"),
      counted(counts.family_places, "place", "places"), with_thousands(written.boilerplate), options.scan.boilerplate));
}

/// What was left out because texts are too repetitive.
void report_caps(const PdcCounts& counts, CollectionRun& run) {
  if (counts.capped_groups > 0) {
    run.report(fmt::format("{} repeated so often that longer families were left out",
                           counted(counts.capped_groups, "run of sentences is", "runs of sentences are")));
  }
  if (counts.capped_columns > 0) {
    run.report(fmt::format("{} not compared with all of the other text",
                           counted(counts.capped_columns, "sentence of a very repetitive text was",
                                   "sentences of very repetitive texts were")));
  }
  if (counts.capped_near_groups > 0) {
    run.report(fmt::format("{} too similar to compare all pairs; near-duplicates may be missing",
                           counted(counts.capped_near_groups, "group of sentences is", "groups of sentences are")));
  }
}

/// Reads the file of --pairs.
std::vector<DocPair> listed_pairs(const ScanFlags& options, const JobDocuments& documents, CollectionRun& run) {
  const std::uint64_t rejected_before = run.reporter().rejected();
  std::vector<DocPair> pairs = read_document_pairs(options.pairs_file, documents.table(), run.reporter());
  run.report("pairs_listed", pairs.size());
  run.report("pairs_unusable", run.reporter().rejected() - rejected_before);
  return pairs;
}

}  // namespace

UnusedInput scan_passages(ScanFlags& options) {
  CollectionRun run("scan", options, scan_uses(options));
  if (options.output.empty()) options.scan.passages.edges = PassageEdges::sentence;  // positions are not written
  run.report_option("method", json_string(options.method));
  report_options(options_of(options.scan), run, {"stats"});
  run.report_option("pairs", json_string(options.pairs_file));
  run.report_option("against", fmt::format("{}", options.against.size()));
  ScanFolder output = scan_folder(options, run.job());
  std::optional<PassageFiles> files;
  if (!options.output.empty()) files.emplace(output);
  PassageScan scan(options.scan, run.job(), run.collections(options.against), files ? &*files : nullptr);
  scan.read();
  report_repeated_ids(scan.documents(), run);
  if (!options.pairs_file.empty()) scan.list_pairs(listed_pairs(options, scan.documents(), run));
  scan.find();
  if (scan.loose_counts()) report_loose(*scan.loose_counts(), run);
  const PassageScanCounts written = scan.hand_on();
  report_numbers(scan.finder(), written, run);
  report_findings(options, scan.finder(), written, run);
  report_unlisted(options, scan.finder().counts(), run);
  report_caps(scan.finder().counts(), run);
  output.publish(run.json(scan.documents().totals()));
  return run.finish(scan.documents().totals());
}

}  // namespace cento::cli
