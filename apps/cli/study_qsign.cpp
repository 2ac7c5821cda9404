#include <memory>
#include <optional>
#include <string>

#include <fmt/format.h>

#include "collection_run.hpp"
#include "command_parser.hpp"
#include "commands.hpp"
#include "core/atomic_folder.hpp"
#include "study/qsign_study.hpp"
#include "study/qsign_tables.hpp"
#include "study_output.hpp"

namespace cento::cli {

namespace {

constexpr const char* kStudy = "Study";

struct QsignStudyCommandOptions : SharedOptions {
  QsignStudyCommandOptions() { output.clear(); }

  QsignStudyOptions study;
};

void tell_options(const QsignStudyCommandOptions& options, CollectionRun& run) {
  run.tell_option("queries", fmt::format("{}", options.study.queries));
  run.tell_option("query_sentences", fmt::format("{}", options.study.query_sentences));
  run.tell_option("min_words", fmt::format("{}", options.study.min_words));
  run.tell_option("threshold", fmt::format("{}", options.study.threshold));
  run.tell_option("recall", fmt::format("{}", options.study.recall));
}

struct StudiedBatch {
  std::shared_ptr<void> sentences;
  RunTotals totals;
};

RunTotals read_into(QsignStudy& study, CollectionRun& run) {
  RunTotals totals;
  BatchSteps steps;
  steps.work = [](DocumentBatch& batch) {
    return std::make_shared<StudiedBatch>(StudiedBatch{QsignStudy::sign(batch), totals_of(batch)});
  };
  steps.take = [&](DocumentBatch&, void* result) {
    const auto& batch = *static_cast<const StudiedBatch*>(result);
    study.add(batch.sentences.get());
    totals += batch.totals;
  };
  run.read(steps);
  return totals;
}

void tell_results(const QsignResults& results, const QsignStudyOptions& options, CollectionRun& run) {
  run.tell("sentences", results.sentences);
  run.tell("words", results.dictionary);
  run.tell("query_documents", results.query_documents);
  run.tell("query_sentences", results.query_sentences);
  run.tell(fmt::format("{} sentences, {} different words; asked about {} sentences of {} documents, {:.2f} words each",
                       with_thousands(results.sentences), with_thousands(results.dictionary),
                       with_thousands(results.query_sentences), with_thousands(results.query_documents),
                       results.mean_words));
  for (std::string& finding : qsign_findings(results, options)) run.tell(std::move(finding));
}

UnusedInput study_qsign(QsignStudyCommandOptions& options) {
  CollectionRun run("study qsign", options, FileUses().writes("--output", options.output));
  tell_options(options, run);
  std::optional<AtomicFolder> folder;
  if (!options.output.empty()) folder.emplace(options.output);
  options.study.threads = options.threads;
  QsignStudy study(options.study);
  const RunTotals totals = read_into(study, run);
  const QsignResults results = study.finish();
  publish_tables(qsign_tables(results, options.study), folder);
  tell_results(results, options.study, run);
  return run.finish(totals);
}

void add_study_options(CommandParser& command, QsignStudyCommandOptions& options) {
  command.add("-o,--output", text(options.output), "FOLDER", "folder for the tables as CSV; made, or there and empty",
              "Output");
  const OptionGroup study(command, kStudy);
  study.add("--queries", whole(options.study.queries, at_least(1)), "N",
            "documents of the collection to ask about (default: 30)");
  study.add("--query-sentences", whole(options.study.query_sentences, at_least(1)), "N",
            "sentences of these documents to ask about, at most (default: 1000)");
  study.add("--min-words", whole(options.study.min_words), "N",
            "distinct words that a sentence has at least to be asked about (default: 4)");
  study.add("--threshold", real(options.study.threshold, {kQsignLeastOverlap, 1}), "OVERLAP",
            "least overlap for which d is chosen, from 0.5 to 1 (default: 0.7)");
  study.add("--recall", real(options.study.recall, kAboveZeroToOne), "SHARE",
            "recall for which d is chosen (default: 0.9)");
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
