#include <memory>
#include <string>

#include <fmt/format.h>

#include "command_line/command_parser.hpp"
#include "commands/index/index_commands.hpp"
#include "core/json/json_text.hpp"
#include "engine/index/index_facts.hpp"
#include "engine/index/index_filling.hpp"
#include "engine/index/writer_options.hpp"
#include "engine/options/forum_model_file.hpp"
#include "flags/index_flags.hpp"
#include "methods/ask/index_digester.hpp"
#include "output/collection_run.hpp"

namespace cento::cli {

namespace {

struct AddOptions : SharedOptions {
  std::string folder;
  bool wait = false;
};

void report_counts(const AddCounts& counts, std::uint64_t documents, CollectionRun& run) {
  run.report("added", counts.added);
  run.report("replaced", counts.replaced);
  run.report("sentences", counts.sentences);
  run.report("index_documents", documents);
  run.report(fmt::format("{} added, {} of them replacing one with the same id; {}",
                         counted(counts.added, "document", "documents"), with_thousands(counts.replaced),
                         counted(counts.sentences, "sentence", "sentences")));
  run.report(fmt::format("the index now has {}", counted(documents, "document", "documents")));
}

UnusedInput add_documents(AddOptions& options) {
  *options.reading.damage_check = DamageCheck::before_use;  // what is added stays
  CollectionRun run("index add", options, FileUses().reads("the index", options.folder));
  run.report_option("index", json_string(options.folder));
  IndexToFill index(options.folder);
  if (index.is_new()) {
    run.reporter().note(fmt::format("created index {}: {}", options.folder, describe(IndexOptions())));
  }
  IndexWriter writer(options.folder, index_digesters(), writer_options(run.job(), options.wait));
  read_parts_of(writer.view()->options(), options.reading);
  const CollectionTotals totals = add_collection(writer, run.collection(), run.job());
  report_counts(writer.counts(), writer.view()->documents(), run);
  if (!writer.merge_failure().empty()) run.report(merge_failure_line(writer.merge_failure()));
  UnusedInput unused = run.finish(totals);
  index.keep();
  return unused;
}

}  // namespace

Command add_index_add(CommandParser& index) {
  auto options = std::make_shared<AddOptions>();
  CommandParser* parser =
      index.add_command("add", "Add documents; one with an id that is already in the index replaces the old one.");
  add_index_folder(*parser, options->folder);
  add_inputs(*parser, *options);
  add_reading_options(*parser, *options);
  add_running_options(*parser, *options);
  add_wait_option(*parser, options->wait);
  parser->footer(
      "Creates the index, with the default options of `cento index create`, if there is none.\n\n"
      "Example:\n"
      "  cento index add archive news.jsonl.gz more-news/");
  return {parser, [options] { return add_documents(*options); }};
}

}  // namespace cento::cli
