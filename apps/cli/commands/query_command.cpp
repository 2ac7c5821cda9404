#include <algorithm>
#include <memory>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "command_line/command_parser.hpp"
#include "commands/commands.hpp"
#include "core/json/json_text.hpp"
#include "engine/ask/collection_asker.hpp"
#include "engine/index/writer_options.hpp"
#include "engine/options/forum_model_file.hpp"
#include "flags/index_flags.hpp"
#include "flags/option_flags.hpp"
#include "flags/query_options.hpp"
#include "methods/ask/index_digester.hpp"
#include "output/collection_run.hpp"
#include "output/record_output.hpp"

namespace cento::cli {

namespace {

bool is_streamed(const QueryOptions& options) {
  return std::find(options.inputs.begin(), options.inputs.end(), "-") != options.inputs.end();
}

void report_all_options(QueryOptions& options, Questions questions, CollectionRun& run) {
  const auto number = [](auto value) { return fmt::format("{}", value); };
  run.report_option("index", json_string(options.folder));
  run.report_option("answers", json_string(answer_names(questions)));
  report_options(options_of(questions.index), run, {"documents", "passages"});
  report_options(options_of(options.reuse), run);
  run.report_option("asked_threshold", number(options.asking.threshold));
  run.report_option("only_found", number(options.only_found));
  run.report_option("add", number(options.add));
  run.report_option("durable", json_string(options.durable));
}

void report_answers(const Questions& questions, const AnswerCounts& counts, CollectionRun& run) {
  run.report("with_identical", counts.with_identical);
  run.report("with_similar", counts.with_similar);
  run.report("with_passages", counts.with_passages);
  run.report("blog_duplicates", counts.blog_duplicates);
  run.report("with_reused", counts.with_reused);
  run.report("with_asked_before", counts.with_asked_before);
  run.report("left_out", counts.left_out);
  if (counts.incomplete > 0) run.report("incomplete", counts.incomplete);
  for (std::string& finding : answer_findings(questions, counts)) run.report(std::move(finding));
}

/// Writes answers; at once if documents are answered as they come.
TakeAnswers answers_to(RecordFile& output, const QueryOptions& options) {
  return [&output, &options](RenderedRecords& answers) {
    output.write(answers);
    if (options.reading.as_it_comes) output.flush();
  };
}

UnusedInput ask(QueryOptions& options, RecordForm form, CollectionRun& run) {
  const auto view = open_index(options.folder, index_digesters());
  read_parts_of(view->options(), options.reading);
  const Questions questions = questions_of(options, view->options());
  report_all_options(options, questions, run);
  CollectionAsker asker(view, {questions, form, options.only_found}, run.job());
  RecordFile output(options.output, form, answer_fields(), run.job().memory().part(kRecordTable));
  const AskedCollection asked = asker.ask(run.collection(), answers_to(output, options));
  output.publish();
  report_answers(questions, asked.answers, run);
  return run.finish(asked.read);
}

void report_added(const AddCounts& counts, std::uint64_t documents, CollectionRun& run) {
  run.report("added", counts.added);
  run.report("replaced", counts.replaced);
  run.report("index_documents", documents);
  run.report(fmt::format("{} added, {} of them replacing one with the same id; the index now has {}",
                         counted(counts.added, "document", "documents"), with_thousands(counts.replaced),
                         with_thousands(documents)));
}

UnusedInput ask_and_add(QueryOptions& options, RecordForm form, CollectionRun& run) {
  IndexWriter writer(options.folder, index_digesters(), writer_options(run.job(), options.wait));
  read_parts_of(writer.view()->options(), options.reading);
  const Questions questions = questions_of(options, writer.view()->options());
  report_all_options(options, questions, run);
  const Durability durability = options.durable == "each" ? Durability::each : Durability::batch;
  AskingAdder adder(writer, {questions, form, options.only_found}, durability, run.job());
  RecordFile output(options.output, form, answer_fields(), run.job().memory().part(kRecordTable));
  const AskedCollection asked = adder.ask(run.collection(), answers_to(output, options));
  output.publish();
  report_answers(questions, asked.answers, run);
  report_added(writer.counts(), writer.view()->documents(), run);
  if (!writer.merge_failure().empty()) run.report(merge_failure_line(writer.merge_failure()));
  return run.finish(asked.read);
}

UnusedInput query(QueryOptions& options) {
  const RecordForm form = checked_form(options.output);
  options.reading.as_it_comes = is_streamed(options);
  if (options.add) {
    *options.reading.damage_check = DamageCheck::before_use;  // what is added stays
  } else if (options.output == "-") {
    *options.reading.damage_check = DamageCheck::while_streamed;
  }
  CollectionRun run("query", options, FileUses().reads("the index", options.folder).writes("--output", options.output));
  return options.add ? ask_and_add(options, form, run) : ask(options, form, run);
}

}  // namespace

Command add_query_command(CommandParser& program) {
  auto options = std::make_shared<QueryOptions>();
  CommandParser* parser = program.add_command(
      "query", "Ask an index what it knows about documents (copies, near-duplicates, passages), and add them.");
  add_index_folder(*parser, options->folder);
  add_inputs(*parser, *options);
  add_record_output_option(*parser, *options);
  add_query_options(*parser, *options);
  add_reading_options(*parser, *options);
  add_running_options(*parser, *options);
  parser->footer(
      "JSON lines from standard input are answered one by one, as they arrive.\n\n"
      "Examples:\n"
      "  cento query archive new.jsonl -o answers.jsonl\n"
      "  cento query archive essay.txt --answers passages --min-sentences 2\n"
      "  tail -f incoming.jsonl | cento query archive - --add --only-found");
  return {parser, [options] { return query(*options); }};
}

}  // namespace cento::cli
