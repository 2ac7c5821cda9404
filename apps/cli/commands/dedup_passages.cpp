#include <memory>
#include <string>

#include <fmt/format.h>

#include "core/json/json_text.hpp"
#include "engine/cut_search.hpp"
#include "flags/dedup_options.hpp"
#include "flags/option_flags.hpp"
#include "methods/cuts/repeated_sentences.hpp"
#include "output/record_output.hpp"

namespace cento::cli {

namespace {

std::string share(std::uint64_t part, std::uint64_t whole) {
  constexpr double kPercent = 100;
  return fmt::format("{:.3g} %", whole == 0 ? 0.0 : kPercent * static_cast<double>(part) / static_cast<double>(whole));
}

void report_results(const DedupFlags& options, CutSearch& search, const CleanCounts& written, CollectionRun& run) {
  const RepeatCounts& counts = search.counts();
  run.report("sentences", counts.sentences);
  run.report("cuts", search.cuts().size());
  run.report("cut_sentences", counts.cut_sentences);
  run.report("cut_bytes", counts.cut_bytes);
  run.report("cut_documents", counts.cut_documents);
  run.report("cut_reference", counts.by_reference);
  run.report("emptied_documents", written.emptied);
  run.report("kept", written.kept);
  run.report("removed", written.removed);
  run.report("spilled_bytes", counts.spilled_bytes);
  run.report(fmt::format("{} of {} cut ({}) in {}, {} of the text", with_thousands(counts.cut_sentences),
                         counted(counts.sentences, "sentence", "sentences"),
                         share(counts.cut_sentences, counts.sentences),
                         counted(counts.cut_documents, "document", "documents"),
                         share(counts.cut_bytes, search.documents().totals().text_bytes)));
  if (counts.by_reference > 0) {
    run.report(fmt::format("{} of them in the reference", with_thousands(counts.by_reference)));
  }
  if (written.emptied > 0) {
    run.report(fmt::format("{} left without text {}", counted(written.emptied, "document was", "documents were"),
                           options.drops_emptied ? "and removed" : "(--drop-emptied removes such documents)"));
  }
}

/// What writes the audit; nothing without a file.
std::function<void(const CutRecord&)> audit_to(RecordFile* audit) {
  if (audit == nullptr) return {};
  return [audit](const CutRecord& cut) { audit->add(cut); };
}

}  // namespace

UnusedInput dedup_passages(DedupFlags& options) {
  const RecordForm audit_form = checked_form(options.audit_file);
  CollectionRun run("dedup", options, dedup_uses(options));
  run.inputs().keep_pipes(run.job().memory().part(kPipes), options.reading.temp_dir);
  if (options.level == "sentence") options.cutting.min_sentences = 1;
  run.report_option("level", json_string(options.level));
  report_options(options_of(options.cutting), run);
  run.report_option("drop_emptied", options.drops_emptied ? "true" : "false");
  run.report_option("against", fmt::format("{}", options.against.size()));
  CutSearch search(options.cutting, run.job(), run.collections(options.against));
  CleanOutput output(run.inputs(), options.reading, output_options(options, run.job()));
  const auto audit = optional_file(options.audit_file, audit_form, cut_fields(), run.job());
  search.read([&](const DocumentBatch& batch) { output.note(batch); });
  search.find(options.level, audit_to(audit.get()));
  run.progress().begin_phase("writing");
  const CleanCounts written =
      output.write_cut(search.cuts(), options.drops_emptied ? Emptied::go : Emptied::stay, options.threads);
  report_results(options, search, written, run);
  output.publish();
  if (audit != nullptr) audit->publish();
  return run.finish(search.documents().totals());
}

}  // namespace cento::cli
