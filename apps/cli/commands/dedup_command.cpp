#include <memory>
#include <string>

#include <fmt/format.h>

#include "cento/error.hpp"
#include "command_line/command_parser.hpp"
#include "commands/commands.hpp"
#include "core/json/json_text.hpp"
#include "engine/documents/pair_files.hpp"
#include "engine/options/job_options.hpp"
#include "flags/dedup_options.hpp"
#include "flags/option_flags.hpp"
#include "methods/cuts/repeated_sentences.hpp"
#include "output/record_output.hpp"

namespace cento::cli {

namespace {

void report_removals(const DuplicateSearch& search, const SurvivorCounts& counts, CollectionRun& run) {
  run.report("clusters", counts.clusters);
  run.report("kept", counts.kept);
  run.report("removed", counts.removed());
  run.report("removed_identical", counts.identical);
  run.report("removed_same_words", counts.same_features);
  run.report("removed_near_duplicate", counts.near_duplicate);
  run.report("removed_reference", counts.reference);
  std::string line = fmt::format("{} kept, {} removed", counted(counts.kept, "document", "documents"),
                                 with_thousands(counts.removed()));
  if (counts.removed() > 0) {
    line += fmt::format(" ({} identical, ", with_thousands(counts.identical));
    if (counts.same_features > 0) {
      line +=
          fmt::format("{} with the {}, ", with_thousands(counts.same_features), search.reason(Removal::same_features));
    }
    line += counted(counts.near_duplicate, "near-duplicate", "near-duplicates");
    if (counts.reference > 0) line += fmt::format(", {} in the reference", with_thousands(counts.reference));
    line += fmt::format("), {}", counted(counts.clusters, "cluster", "clusters"));
  }
  run.report(line);
}

void warn_of_losses(const DedupFlags& options, const DuplicateSearch& search, const std::vector<Verdict>& verdicts,
                    CollectionRun& run) {
  const std::vector<std::uint8_t> references = search.documents().reference_flags();
  const DocumentTable& table = search.documents().table();
  SourceLossOptions loss;
  loss.share = options.warn_share;
  for (const std::string& warning :
       source_warnings({table.source_names(), table.sources(), verdicts, references}, loss)) {
    run.reporter().note("warning: " + warning);
  }
}

UnusedInput dedup_documents(DedupFlags& options) {
  const RecordForm audit_form = checked_form(options.audit_file);
  CollectionRun run("dedup", options, dedup_uses(options));
  run.inputs().keep_pipes(run.job().memory().part(kPipes), options.reading.temp_dir);
  report_options(options_of(options.search), run);
  DuplicateSearch search(options.search, run.job(), run.collections(options.against));
  run.report_option("level", json_string(options.level));
  run.report_option("against", fmt::format("{}", options.against.size()));
  CleanOutput output(run.inputs(), options.reading, output_options(options, run.job()));
  const auto audit = optional_file(options.audit_file, audit_form, removal_fields(), run.job());
  search_duplicates(options, search, run, [&](const DocumentBatch& batch) { output.note(batch); });
  const std::vector<Verdict> verdicts = choose(options, search, run);
  const DocId first = search.documents().references();
  run.progress().begin_phase("writing");
  run.progress().begin_step(verdicts.size() - first);
  const auto goes = [&](std::uint64_t document) {
    run.progress().advance();
    return !verdicts[first + document].stays();
  };
  output.write(goes, options.threads);
  if (audit != nullptr) write_removals(search, verdicts, *audit);
  report_removals(search, search.count(verdicts), run);
  warn_of_losses(options, search, verdicts, run);
  output.publish();
  if (audit != nullptr) audit->publish();
  return run.finish(search.documents().totals());
}

/// Throws UsageError for options that have no meaning at the chosen level.
void check_level(const CommandParser& parser, DedupFlags& options) {
  const bool is_document = options.level == "document";
  const auto refuse = [&](const std::string& name) {
    if (parser.count(name) > 0) throw UsageError(fmt::format("{} does not apply to --level {}", name, options.level));
  };
  const OptionTable other = is_document ? options_of(options.cutting) : options_of(options.search);
  for (const Option& option : other) refuse(flag_name(option.name));
  refuse(is_document ? "--drop-emptied" : "--warn-share");
  if (options.level == "sentence" && parser.count("--min-sentences") > 0) {
    throw UsageError("--min-sentences applies to --level passage; --level sentence treats each sentence by itself");
  }
}

void add_cutting_options(CommandParser& parser, DedupFlags& options) {
  const OptionGroup finding(parser, "Finding");
  finding.add(
      "--level", choice(options.level, {"document", "passage", "sentence"}), "LEVEL",
      fmt::format("what to remove: document, or passage or sentence, which are cut from the texts (default: {})",
                  options.level));
  add_options(parser, "Finding", options_of(options.cutting));
  OptionGroup(parser, "Output")
      .add_flag("--drop-emptied", options.drops_emptied,
                "passage, sentence: remove documents that lose all their text");
}

}  // namespace

CleanOutputOptions output_options(const DedupFlags& options, const Job& job) {
  CleanOutputOptions clean;
  clean.output = options.output;
  clean.as_json_lines = options.as_jsonl;
  clean.memory = job.memory().part(kLog);
  clean.temp_dir = options.reading.temp_dir;
  return clean;
}

FileUses dedup_uses(const DedupFlags& options) {
  return uses_of(options).writes("--output", options.output).writes("--audit", options.audit_file);
}

Command add_dedup_command(CommandParser& program) {
  auto options = std::make_shared<DedupFlags>();
  CommandParser* parser = program.add_command("dedup",
                                              "Write a collection without its near-duplicate documents, or without "
                                              "repeated passages or sentences.\n"
                                              "Records are copied byte for byte, in their original order. Every "
                                              "removed document was compared with the one kept; --audit writes the "
                                              "evidence.");
  add_inputs(*parser, *options);
  const OptionGroup output(*parser, "Output");
  output
      .add("-o,--output", text(options->output), "CLEAN",
           "a file (.gz and .zst are compressed), or, with a / at the end, a folder with a file for each input")
      .is_required = true;
  output.add("--audit", text(options->audit_file), "FILE",
             "write a JSON line for each removal or cut: what is kept instead, and how similar it is; a row of a table "
             "if it is named .parquet or .arrow");
  output.add_flag("--as-jsonl", options->as_jsonl,
                  "write JSON lines as `cento convert` does, whatever the input format");
  parser->add("--against", words(options->against), "REF ...",
              "also remove what is in these reference files, which are not written", "Finding");
  add_options(*parser, "Running",
              {{"warn_share", "S", "warn when a source loses more than this share of its documents",
                RealSlot{&options->warn_share, kZeroToOne}}});
  add_cutting_options(*parser, *options);
  add_finding_options(*parser, *options);
  add_reading_options(*parser, *options);
  add_running_options(*parser, *options);
  parser->footer(
      "Examples:\n"
      "  cento dedup news.jsonl.gz -o clean.jsonl.gz --audit removed.jsonl\n"
      "  cento dedup crawl/ -o clean/ --keep longest --threshold 0.7\n"
      "  cento dedup new.jsonl --against old/ -o fresh.jsonl\n"
      "  cento dedup forum.jsonl -o clean.jsonl --level passage --audit cuts.jsonl");
  return {parser, [parser, options] {
            check_level(*parser, *options);
            return options->level == "document" ? dedup_documents(*options) : dedup_passages(*options);
          }};
}

}  // namespace cento::cli
