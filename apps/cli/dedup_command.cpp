#include <array>
#include <memory>
#include <string>

#include <fmt/format.h>

#include "command_parser.hpp"
#include "commands.hpp"
#include "core/atomic_file.hpp"
#include "core/error.hpp"
#include "core/json_text.hpp"
#include "dedup_options.hpp"

namespace cento::cli {

namespace {

/// A line for each document that was removed, in input order.
void write_audit(const DuplicateSearch& search, const std::vector<Verdict>& verdicts, AtomicFile& audit) {
  const DocumentTable& table = search.documents();
  std::string line;
  for (DocId document = search.references(); document < verdicts.size(); ++document) {
    const Verdict& verdict = verdicts[document];
    if (verdict.stays()) continue;
    const std::string place = table.place(document).to_string();
    const std::string kept_place = table.place(verdict.kept).to_string();
    line.clear();
    append_removal_line(line, {{table.id(document), place},
                               {table.id(verdict.kept), kept_place},
                               verdict.similarity(),
                               verdict.contained(),
                               verdict.contained_by(),
                               search.reason(verdict.removal)});
    audit.write(line);
  }
}

void tell_removals(const DuplicateSearch& search, const SurvivorCounts& counts, CollectionRun& run) {
  run.tell("clusters", counts.clusters);
  run.tell("kept", counts.kept);
  run.tell("removed", counts.removed());
  run.tell("removed_identical", counts.identical);
  run.tell("removed_same_words", counts.same_features);
  run.tell("removed_near_duplicate", counts.near_duplicate);
  run.tell("removed_reference", counts.reference);
  std::string line = fmt::format("{} kept, {} removed", counted(counts.kept, "document", "documents"),
                                 with_thousands(counts.removed()));
  if (counts.removed() > 0) {
    line += fmt::format(" ({} identical, ", with_thousands(counts.identical));
    if (counts.same_features > 0) {
      line +=
          fmt::format("{} with the {}, ", with_thousands(counts.same_features), search.reason(Removal::same_features));
    }
    line += counted(counts.near_duplicate, "near-duplicate", "near-duplicates");
    if (counts.reference > 0) line += fmt::format(", {} held by the reference", with_thousands(counts.reference));
    line += fmt::format("), {}", counted(counts.clusters, "cluster", "clusters"));
  }
  run.tell(line);
}

void warn_of_losses(const DedupOptions& options, const DuplicateSearch& search, const std::vector<Verdict>& verdicts,
                    CollectionRun& run) {
  const std::vector<std::uint8_t> references = search.reference_flags();
  const DocumentTable& table = search.documents();
  SourceLossOptions loss;
  loss.share = options.warn_share;
  for (const std::string& warning :
       source_warnings({table.source_names(), table.sources(), verdicts, references}, loss)) {
    run.reporter().note("warning: " + warning);
  }
}

UnusedInput dedup_documents(const DedupOptions& options) {
  CollectionRun run("dedup", options, dedup_uses(options));
  run.inputs().keep_pipes(options.reading.memory_bytes / kLogShare, options.reading.temp_dir);
  DuplicateSearch search(options, run);
  run.tell_option("level", json_string(options.level));
  run.tell_option("against", fmt::format("{}", options.against.size()));
  CleanOutput output(run.inputs(), options.reading, output_options(options));
  std::unique_ptr<AtomicFile> audit;
  if (!options.audit_file.empty()) audit = std::make_unique<AtomicFile>(options.audit_file);
  search.read([&](const DocumentBatch& batch) { output.note(batch); });
  search.find();
  const std::vector<Verdict> verdicts = search.choose();
  const DocId first = search.references();
  run.progress().begin_phase("writing");
  run.progress().begin_step(verdicts.size() - first);
  const auto goes = [&](std::uint64_t document) {
    run.progress().advance();
    return !verdicts[first + document].stays();
  };
  output.write(goes, options.threads);
  if (audit != nullptr) write_audit(search, verdicts, *audit);
  tell_removals(search, count_survivors(verdicts, search.reference_flags()), run);
  warn_of_losses(options, search, verdicts, run);
  output.publish();
  if (audit != nullptr) audit->publish();
  return run.finish(search.totals());
}

/// Options that mean nothing at the chosen level are a mistake.
void check_level(const CommandParser& parser, const DedupOptions& options) {
  constexpr std::array<const char*, 10> kOfDocuments = {"--method", "--threshold", "--features", "--sample",
                                                        "--sct",    "--recall",    "--distance", "--stats",
                                                        "--keep",   "--warn-share"};
  constexpr std::array<const char*, 3> kOfPassages = {"--min-sentences", "--min-tokens", "--drop-emptied"};
  const auto refuse = [&](const auto& names) {
    for (const char* name : names) {
      if (parser.count(name) > 0) throw UsageError(fmt::format("{} is not for --level {}", name, options.level));
    }
  };
  if (options.level == "document") {
    refuse(kOfPassages);
  } else {
    refuse(kOfDocuments);
  }
  if (options.level == "sentence" && parser.count("--min-sentences") > 0) {
    throw UsageError("--min-sentences is for --level passage: at --level sentence each counts for itself");
  }
}

void add_cutting_options(CommandParser& parser, DedupOptions& options) {
  const OptionGroup finding(parser, "Finding");
  finding.add("--level", choice(options.level, {"document", "passage", "sentence"}), "LEVEL",
              "what is removed: document, or passage or sentence, which are cut out of the texts (default: document)");
  finding.add("--min-sentences", whole(options.repeats.min_sentences, at_least(1)), "N",
              "passage: least sentences in a row that stand earlier (default: 3)");
  finding.add("--min-tokens", whole(options.repeats.min_tokens), "N",
              "passage, sentence: and least words in them, so that \"Yes.\" stays (default: 3)");
  OptionGroup(parser, "Output")
      .add_flag("--drop-emptied", options.drops_emptied,
                "passage, sentence: remove documents that lose all their text");
}

}  // namespace

CleanOutputOptions output_options(const DedupOptions& options) {
  CleanOutputOptions clean;
  clean.output = options.output;
  clean.as_json_lines = options.as_jsonl;
  clean.memory_bytes = options.reading.memory_bytes / kLogShare;
  clean.temp_dir = options.reading.temp_dir;
  return clean;
}

FileUses dedup_uses(const DedupOptions& options) {
  return uses_of(options).writes("--output", options.output).writes("--audit", options.audit_file);
}

Command add_dedup_command(CommandParser& program) {
  auto options = std::make_shared<DedupOptions>();
  CommandParser* parser = program.add_command("dedup",
                                              "Write a collection without its near-duplicate documents, or without the "
                                              "passages or sentences that repeat.\n"
                                              "Records come byte for byte as they were, in their order. Every document "
                                              "that goes was compared with the one that "
                                              "stays; --audit tells the result.");
  add_inputs(*parser, *options);
  const OptionGroup output(*parser, "Output");
  output
      .add("-o,--output", text(options->output), "CLEAN",
           "a file (.gz and .zst are compressed), or with / at its end a folder that gets a file for each input")
      .is_required = true;
  output.add("--audit", text(options->audit_file), "FILE",
             "write a JSON line for each removal or cut: who stays instead, and how similar they are");
  output.add_flag("--as-jsonl", options->as_jsonl, "write JSON lines as `cento convert` does, whatever the input is");
  parser->add("--against", words(options->against), "REF ...",
              "also remove what these files hold; they are not written", "Finding");
  parser->add("--warn-share", real(options->warn_share, kZeroToOne), "S",
              "warn when a source loses more than this share of its documents (default: 0.5)", "Running");
  add_cutting_options(*parser, *options);
  add_finding_options(*parser, *options);
  add_keep_option(*parser, *options);
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
