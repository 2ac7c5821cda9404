#include <memory>
#include <optional>
#include <string>

#include <fmt/format.h>

#include "collection_run.hpp"
#include "command_parser.hpp"
#include "commands.hpp"
#include "core/atomic_folder.hpp"
#include "core/json_text.hpp"
#include "labelled_input.hpp"
#include "signature_flags.hpp"
#include "study/thread_tables.hpp"
#include "study_output.hpp"

namespace cento::cli {

namespace {

struct ThreadStudyCommandOptions : LabelledOptions {
  ThreadStudyCommandOptions() { output.clear(); }

  ThreadStudyOptions study;
};

UnusedInput study_threads(ThreadStudyCommandOptions& options) {
  find_pairs_file(options);
  if (options.reading.text_fields.empty()) options.reading.text_fields = options.study.parts;
  CollectionRun run("study threads", options, uses_of(options).writes("--output", options.output));
  run.tell_option("pairs", json_string(options.pairs_file));
  std::optional<AtomicFolder> folder;
  if (!options.output.empty()) folder.emplace(options.output);
  LabelledThreads labelled;
  read_labelled(options, run, labelled);
  check_labels(labelled, 1, shown_inputs(options));
  options.study.run.threads = options.threads;
  options.study.run.memory_bytes = options.reading.memory_bytes;
  options.study.run.temp_dir = options.reading.temp_dir;
  publish_tables(thread_tables(labelled, options.study), folder);
  run.tell("labelled_pairs", labelled.pairs.size());
  return run.finish(totals_of(labelled.threads));
}

}  // namespace

Command add_threads_study(CommandParser& studies) {
  auto options = std::make_shared<ThreadStudyCommandOptions>();
  CommandParser* parser = studies.add_command(
      "threads", "Duplicate questions: what each signature finds in each part (Tables 1 and 2).", "Studies");
  add_labelled_options(*parser, *options);
  parser->add("-o,--output", text(options->output), "FOLDER", "folder for the tables as CSV; made, or there and empty",
              "Output");
  const OptionGroup study(*parser, "Study");
  study.add("--parts", list(options->study.parts, ','), "NAME,...",
            "the parts to compare (default: all that there are)");
  study.add("--signatures", checked(list(options->study.signatures, ';'), check_thread_features), "NAME;...",
            "see docs/signatures.md (default: shingles, winnowing, I-Match and spots as in the paper)");
  add_reading_options(*parser, *options);
  add_running_options(*parser, *options);
  parser->footer("Example:\n  cento study threads labelled.jsonl -o tables");
  return {parser, [options] { return study_threads(*options); }};
}

}  // namespace cento::cli
