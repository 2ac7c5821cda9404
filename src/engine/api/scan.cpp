#include "cento/scan.hpp"

#include "cento/option_table.hpp"
#include "engine/api/job_run.hpp"
#include "engine/scan/passage_scan.hpp"

namespace cento {

PassageSink::~PassageSink() = default;

ScanSummary scan(const Source& source, const ScanOptions& options, PassageSink& sink, const RunOptions& run) {
  check_options(options);
  JobRun own("cento scan", run, source, options.against ? &*options.against : nullptr);
  PassageScan scan(options, own.job(), own.collections(), &sink);
  scan.read();
  scan.find();
  const PassageScanCounts written = scan.hand_on();
  const PdcCounts& counts = scan.finder().counts();
  ScanSummary summary;
  own.summarise(scan.documents().totals(), summary);
  summary.sentences = scan.finder().sequence().sentences();
  summary.distinct_sentences = scan.finder().sequence().distinct_sentences();
  summary.document_pairs = written.document_pairs;
  summary.near_duplicate_pairs = written.near_duplicates;
  summary.passages = written.passages;
  summary.families = counts.families;
  summary.family_places = counts.family_places;
  summary.boilerplate_families = written.boilerplate;
  summary.families_without_pairs = counts.families_only;
  summary.capped = counts.capped_groups + counts.capped_columns + counts.capped_near_groups;
  return summary;
}

}  // namespace cento
