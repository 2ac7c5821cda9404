#include <memory>
#include <optional>
#include <string>

#include <fmt/format.h>

#include "command_line/command_parser.hpp"
#include "commands/commands.hpp"
#include "commands/labelled_input.hpp"
#include "core/files/atomic_folder.hpp"
#include "core/json/json_text.hpp"
#include "methods/forum/forum_comparison.hpp"
#include "output/collection_run.hpp"
#include "study/forum/forum_tables.hpp"
#include "study/study_output.hpp"

namespace cento::cli {

namespace {

struct ForumStudyCommandOptions : LabelledOptions {
  ForumStudyCommandOptions() { output.clear(); }

  ForumStudyOptions study;
};

UnusedInput study_forum(ForumStudyCommandOptions& options) {
  find_pairs_file(options.inputs, options);
  if (options.reading.text_fields.empty()) options.reading.text_fields = options.study.parts;
  CollectionRun run("study threads", options, uses_of(options).writes("--output", options.output));
  run.report_option("pairs", json_string(options.pairs_file));
  std::optional<AtomicFolder> folder;
  if (!options.output.empty()) folder.emplace(options.output);
  const LabelledQuestions labelled = read_labelled(options, 1, run);
  options.study.run.threads = options.threads;
  options.study.run.memory_bytes = options.reading.memory_bytes;
  options.study.run.temp_dir = options.reading.temp_dir;
  publish_tables(forum_tables(labelled, options.study), folder);
  run.report("labelled_pairs", labelled.pairs.size());
  return run.finish(totals_of(labelled.threads));
}

}  // namespace

Command add_forum_study(CommandParser& studies) {
  auto options = std::make_shared<ForumStudyCommandOptions>();
  CommandParser* parser = studies.add_command(
      "threads", "Duplicate questions: what each signature finds in each part (Tables 1 and 2).", "Studies");
  add_labelled_options(*parser, *options);
  parser->add("-o,--output", text(options->output), "FOLDER", "new or empty folder for the tables, as CSV", "Output");
  const OptionGroup study(*parser, "Study");
  study.add("--parts", list(options->study.parts, ','), "NAME,...", "parts to compare (default: all)");
  study.add("--signatures", checked(list(options->study.signatures, ';'), check_forum_features), "NAME;...",
            "signatures to try, see docs/signatures.md (default: shingles, winnowing, I-Match and spots as in the "
            "paper)");
  add_reading_options(*parser, *options);
  add_running_options(*parser, *options);
  parser->footer("Example:\n  cento study threads labelled.jsonl -o tables");
  return {parser, [options] { return study_forum(*options); }};
}

}  // namespace cento::cli
