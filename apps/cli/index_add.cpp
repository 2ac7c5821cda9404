#include <filesystem>
#include <memory>
#include <string>

#include <fmt/format.h>

#include "collection_run.hpp"
#include "command_parser.hpp"
#include "core/json_text.hpp"
#include "index/index_writer.hpp"
#include "index_commands.hpp"
#include "index_flags.hpp"
#include "methods/index_digester.hpp"

namespace cento::cli {

namespace {

struct AddOptions : SharedOptions {
  std::string folder;
  bool wait = false;
};

WriterOptions writer_options(const AddOptions& options) {
  WriterOptions writer;
  writer.threads = options.threads;
  writer.memory_bytes = options.reading.memory_bytes / 2;
  writer.wait = options.wait;
  return writer;
}

/// Makes the index if there is none; then a run that fails before anything was added leaves none.
class IndexToFill {
 public:
  IndexToFill(const std::string& folder, CollectionRun& run) : folder_(folder) {
    std::error_code ignored;
    if (std::filesystem::exists(folder, ignored) && !std::filesystem::is_empty(folder, ignored)) return;
    create_index(folder, {}, {});
    is_new_ = true;
    run.reporter().note(fmt::format("made a new index {}: {}", folder, describe(IndexOptions())));
  }
  ~IndexToFill() {
    if (is_new_) remove_unused_index(folder_);
  }
  IndexToFill(const IndexToFill&) = delete;
  IndexToFill& operator=(const IndexToFill&) = delete;

  /// The run did not fail: it stays, even if it is empty.
  void keep() { is_new_ = false; }

 private:
  const std::string& folder_;
  bool is_new_ = false;
};

std::uint64_t count_parts(const DocumentBatch& batch) {
  std::uint64_t parts = 0;
  for (const Document& document : batch.documents) parts += document.parts.size();
  return parts;
}

void tell_counts(const AddCounts& counts, std::uint64_t documents, CollectionRun& run) {
  run.tell("added", counts.added);
  run.tell("replaced", counts.replaced);
  run.tell("sentences", counts.sentences);
  run.tell("index_documents", documents);
  run.tell(fmt::format("{} added, {} of them in place of one with the same id; {}",
                       counted(counts.added, "document", "documents"), with_thousands(counts.replaced),
                       counted(counts.sentences, "sentence", "sentences")));
  run.tell(fmt::format("the index has {} now", counted(documents, "document", "documents")));
}

UnusedInput add_documents(AddOptions& options) {
  *options.reading.damage_check = DamageCheck::before_use;  // what is added stays
  CollectionRun run("index add", options, FileUses().reads("the index", options.folder));
  run.tell_option("index", json_string(options.folder));
  IndexToFill index(options.folder, run);
  IndexWriter writer(options.folder, index_digesters(), writer_options(options));
  read_threads_of(writer.view()->options(), options.reading);
  RunTotals totals;
  BatchSteps steps;
  steps.work = [&](DocumentBatch& batch) { return writer.prepare(batch); };
  steps.take = [&](DocumentBatch& batch, void* prepared) {
    totals.documents += batch.documents.size();
    totals.parts += count_parts(batch);
    if (!batch.documents.empty()) writer.add(batch, prepared);
  };
  run.read(steps);
  run.progress().begin_phase("writing");
  writer.commit();
  totals.text_bytes = writer.counts().text_bytes;
  tell_counts(writer.counts(), writer.view()->documents(), run);
  if (!writer.merge_failure().empty()) run.tell(merge_failure_line(writer.merge_failure()));
  UnusedInput unused = run.finish(totals);
  index.keep();
  return unused;
}

}  // namespace

Command add_index_add(CommandParser& index) {
  auto options = std::make_shared<AddOptions>();
  CommandParser* parser =
      index.add_command("add", "Add documents; one whose id is there already takes the place of the old one.");
  add_index_folder(*parser, options->folder);
  add_inputs(*parser, *options);
  add_reading_options(*parser, *options);
  add_running_options(*parser, *options);
  add_wait_option(*parser, options->wait);
  parser->footer(
      "Makes the index, with the options that `cento index create` has by default, if there is none.\n\n"
      "Example:\n"
      "  cento index add archive news.jsonl.gz more-news/");
  return {parser, [options] { return add_documents(*options); }};
}

}  // namespace cento::cli
