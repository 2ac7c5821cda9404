#include "scan_command.hpp"

#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "commands.hpp"
#include "core/error.hpp"
#include "passage_flags.hpp"

namespace cento::cli {

namespace {

constexpr const char* kFinding = "Finding";

void add_method_options(CLI::App& command, ScanOptions& options) {
  command
      .add_option(
          "--method", options.method,
          "pdc: passages of sentences; blog: documents put together from others, by the words of their sentences; "
          "substring: every repeated run of --min-tokens (default: pdc)")
      ->check(CLI::IsMember({"pdc", "blog", "substring"}))
      ->option_text("NAME")
      ->group(kFinding);
  command.add_option("--min-tokens", options.min_tokens, "substring: least tokens of a run (default: 50)")
      ->option_text("N")
      ->group(kFinding);
  command
      .add_option("--df-cutoff", options.blog.df_cutoff,
                  "blog: leave out words that more documents have than this number, or share if under 1 (default: 0.6)")
      ->option_text("N")
      ->group(kFinding);
  command
      .add_option("--max-repeats", options.blog.max_repeats,
                  "blog: leave out sentences that come more often than this (default: 300)")
      ->option_text("N")
      ->group(kFinding);
  command
      .add_option("--collisions", options.blog.collisions,
                  "blog: report documents with more known sentences than this (default: 3)")
      ->option_text("N")
      ->group(kFinding);
  command
      .add_option(
          "--stats", options.statistics_file,
          "tables of `cento stats`, for blog and for signatures that need them (default: the inputs are counted)")
      ->option_text("FILE")
      ->group(kFinding);
}

void add_listing_options(CLI::App& command, ScanOptions& options) {
  PassageOptions& passages = options.passages;
  command.add_flag("--within", passages.within, "also what a document repeats of itself")->group(kFinding);
  command
      .add_option("--pairs-up-to", options.pairs_up_to,
                  "list the pairs of what stands in at most K documents; `all` lists all, as the paper does (default: "
                  "20)")
      ->option_text("K")
      ->group(kFinding);
  command
      .add_option("--boilerplate", options.boilerplate,
                  "mark families that stand in more than N documents as boilerplate (default: 50)")
      ->option_text("N")
      ->group(kFinding);
  command
      .add_option("--near-duplicate", options.near_duplicate,
                  "count documents as near-duplicates that share at least this much (default: 0.8)")
      ->check(CLI::Range(0.0, 1.0))
      ->option_text("S")
      ->group(kFinding);
}

void add_collection_options(CLI::App& command, ScanOptions& options) {
  command
      .add_option("--pairs", options.pairs_file,
                  "match these pairs of documents and no others: JSON lines with a and b, or rows of two ids")
      ->option_text("FILE")
      ->group(kFinding);
  command
      .add_option("--against", options.against,
                  "compare the inputs with these files, the reference, and not with themselves")
      ->option_text("REF ...")
      ->group(kFinding);
}

/// Throws UsageError when an option is given that the method does not have.
void check_options(const CLI::App& parser, const std::string& method) {
  const auto refuse = [&](std::initializer_list<const char*> names, std::string_view owner) {
    for (const char* name : names) {
      if (method != owner && parser.get_option(name)->count() > 0) {
        throw UsageError(fmt::format("{} belongs to --method {}, not to {}", name, owner, method));
      }
    }
  };
  refuse({"--match", "--signature", "--threshold", "--min-sentences", "--gap", "--edges", "--within", "--pairs-up-to",
          "--boilerplate", "--near-duplicate", "--pairs"},
         "pdc");
  refuse({"--df-cutoff", "--max-repeats", "--collisions"}, "blog");
  refuse({"--min-tokens"}, "substring");
}

}  // namespace

FileUses scan_uses(const ScanOptions& options) {
  FileUses uses;
  uses.reads("--against", options.against)
      .reads("--pairs", options.pairs_file)
      .reads("--stats", options.statistics_file);
  return uses.writes("--output", options.output);
}

Command add_scan_command(CLI::App& program) {
  auto options = std::make_shared<ScanOptions>();
  CLI::App* parser = program.add_subcommand(
      "scan",
      "Find what documents share: identical documents, near-duplicates, copied passages with their place on "
      "both sides, and families of passages that stand in many.");
  add_inputs(*parser, *options);
  parser
      ->add_option("-o,--output", options->output,
                   "a new folder for documents.jsonl, passages.jsonl, families.jsonl and summary.json (default: only "
                   "the summary is shown)")
      ->option_text("DIR")
      ->group("Output");
  add_method_options(*parser, *options);
  add_passage_options(*parser, options->passages, {"exact", "near", "loose"});
  add_listing_options(*parser, *options);
  add_collection_options(*parser, *options);
  add_reading_options(*parser, *options);
  add_running_options(*parser, *options);
  parser->footer(
      "Examples:\n"
      "  cento scan news.jsonl.gz\n"
      "  cento scan news/ -o found --min-sentences 2\n"
      "  cento scan new.jsonl --against archive/ -o found");
  return {parser, [options, parser] {
            check_options(*parser, options->method);
            if (options->method == "substring") return scan_substring(*options);
            if (options->method == "blog") return scan_blog(*options);
            // Whole sentences are all that is exact; to end inside of them costs another reading.
            const bool has_edges = parser->get_option("--edges")->count() > 0;
            if (options->passages.match == SentenceMatching::exact && !has_edges) {
              options->passages.edges = PassageEdges::sentence;
            }
            return scan_passages(*options);
          }};
}

}  // namespace cento::cli
