#include <memory>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "command_line/command_parser.hpp"
#include "commands/commands.hpp"
#include "core/files/atomic_folder.hpp"
#include "flags/option_flags.hpp"
#include "output/collection_run.hpp"
#include "study/qsign/qsign_study.hpp"
#include "study/qsign/qsign_tables.hpp"
#include "study/study_output.hpp"
#include "study/study_reading.hpp"

namespace cento::cli {

namespace {

struct QsignStudyCommandOptions : SharedOptions {
  QsignStudyCommandOptions() { output.clear(); }

  QsignStudyOptions study;
};

void report_options(const QsignStudyCommandOptions& options, CollectionRun& run) {
  run.report_option("queries", fmt::format("{}", options.study.queries));
  run.report_option("query_sentences", fmt::format("{}", options.study.query_sentences));
  run.report_option("min_words", fmt::format("{}", options.study.min_words));
  run.report_option("threshold", fmt::format("{}", options.study.threshold));
  run.report_option("recall", fmt::format("{}", options.study.recall));
}

void report_results(const QsignResults& results, const QsignStudyOptions& options, CollectionRun& run) {
  run.report("sentences", results.sentences);
  run.report("words", results.dictionary);
  run.report("query_documents", results.query_documents);
  run.report("query_sentences", results.query_sentences);
  run.report(fmt::format(
      "{} sentences, {} distinct words; asked about {} sentences of {} documents, {:.2f} words each "
      "on average",
      with_thousands(results.sentences), with_thousands(results.dictionary), with_thousands(results.query_sentences),
      with_thousands(results.query_documents), results.mean_words));
  for (std::string& finding : qsign_findings(results, options)) run.report(std::move(finding));
}

UnusedInput study_qsign(QsignStudyCommandOptions& options) {
  CollectionRun run("study qsign", options, FileUses().writes("--output", options.output));
  report_options(options, run);
  std::optional<AtomicFolder> folder;
  if (!options.output.empty()) folder.emplace(options.output);
  options.study.threads = options.threads;
  QsignStudy study(options.study);
  const CollectionTotals totals = read_into(study, run.job(), run.collection());
  const QsignResults results = study.finish();
  publish_tables(qsign_tables(results, options.study), folder);
  report_results(results, options.study, run);
  return run.finish(totals);
}

void add_study_options(CommandParser& command, QsignStudyCommandOptions& options) {
  command.add("-o,--output", text(options.output), "FOLDER", "new or empty folder for the tables, as CSV", "Output");
  QsignStudyOptions& study = options.study;
  add_options(command, kStudy,
              {{"queries", "N", "documents of the collection to ask about", WholeSlot{&study.queries, at_least(1)}},
               {"query_sentences", "N", "maximum number of sentences of these documents to ask about",
                WholeSlot{&study.query_sentences, at_least(1)}},
               {"min_words", "N", "minimum number of distinct words in a sentence to ask about",
                WholeSlot{&study.min_words, {}}},
               {"threshold", "OVERLAP", "minimum overlap for which d is chosen, from 0.5 to 1",
                RealSlot{&study.threshold, {kQsignLeastOverlap, 1}}, "θ"},
               {"recall", "SHARE", "recall for which d is chosen", RealSlot{&study.recall, kAboveZeroToOne}}});
}

}  // namespace

Command add_qsign_study(CommandParser& studies) {
  auto options = std::make_shared<QsignStudyCommandOptions>();
  CommandParser* parser = studies.add_command(
      "qsign", "Reused sentences: what bit signatures find and cost (Table 2, Figures 6 to 9).", "Studies");
  add_inputs(*parser, *options);
  add_study_options(*parser, *options);
  add_reading_options(*parser, *options);
  add_running_options(*parser, *options);
  parser->footer("Example:\n  cento study qsign news.jsonl.gz --queries 50 -o tables");
  return {parser, [options] { return study_qsign(*options); }};
}

}  // namespace cento::cli
