#include "scan_command.hpp"

#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "align/substring_stretches.hpp"
#include "command_parser.hpp"
#include "commands.hpp"
#include "core/error.hpp"
#include "passage_flags.hpp"

namespace cento::cli {

namespace {

constexpr const char* kFinding = "Finding";

/// A number of documents, or `all`; kept as it was given.
OptionValue number_or_all(std::string& value) {
  return text([&value](std::string_view word) -> std::string {
    constexpr WholeLimits kDocuments{0, PdcOptions::kAll - 1};
    const bool is_number = whole(kDocuments, [](std::uint64_t) {}).take(word).empty();
    if (!is_number && word != "all") return "must be a whole number of documents, or all";
    value = word;
    return {};
  });
}

void add_method_options(CommandParser& command, ScanOptions& options) {
  const OptionGroup finding(command, kFinding);
  finding.add("--method", choice(options.method, {"pdc", "blog", "substring"}), "NAME",
              "pdc: passages of sentences; blog: documents put together from others, by the words of their sentences; "
              "substring: every repeated run of --min-tokens (default: pdc)");
  finding.add("--min-tokens", whole(options.min_tokens, {1, RunShape::kRunTokensMost}), "N",
              "substring: least tokens of a run (default: 50)");
  finding.add("--df-cutoff", real(options.blog.df_cutoff, kAboveZero), "N",
              "blog: leave out words that more documents have than this number, or share if under 1 (default: 0.6)");
  finding.add("--max-repeats", whole(options.blog.max_repeats, at_least(2)), "N",
              "blog: leave out sentences that come more often than this (default: 300)");
  finding.add("--collisions", whole(options.blog.collisions), "N",
              "blog: report documents with more known sentences than this (default: 3)");
  finding.add("--stats", text(options.statistics_file), "FILE",
              "tables of `cento stats`, for blog and for signatures that need them (default: the inputs are counted)");
}

void add_listing_options(CommandParser& command, ScanOptions& options) {
  const OptionGroup finding(command, kFinding);
  finding.add_flag("--within", options.passages.within, "also what a document repeats of itself");
  finding.add("--pairs-up-to", number_or_all(options.pairs_up_to), "K",
              "list the pairs of what stands in at most K documents; `all` lists all, as the paper does (default: 20)");
  finding.add("--boilerplate", whole(options.boilerplate), "N",
              "mark families that stand in more than N documents as boilerplate (default: 50)");
  finding.add("--near-duplicate", real(options.near_duplicate, kZeroToOne), "S",
              "count documents as near-duplicates that share at least this much (default: 0.8)");
}

void add_collection_options(CommandParser& command, ScanOptions& options) {
  const OptionGroup finding(command, kFinding);
  finding.add("--pairs", text(options.pairs_file), "FILE",
              "match these pairs of documents and no others: JSON lines with a and b, or rows of two ids");
  finding.add("--against", words(options.against), "REF ...",
              "compare the inputs with these files, the reference, and not with themselves");
}

/// Throws UsageError when an option is given that the method does not have.
void check_options(const CommandParser& parser, const std::string& method) {
  const auto refuse = [&](std::initializer_list<const char*> names, std::string_view owner) {
    for (const char* name : names) {
      if (method != owner && parser.count(name) > 0) {
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

Command add_scan_command(CommandParser& program) {
  auto options = std::make_shared<ScanOptions>();
  CommandParser* parser = program.add_command(
      "scan",
      "Find what documents share: identical documents, near-duplicates, copied passages with their place on "
      "both sides, and families of passages that stand in many.");
  add_inputs(*parser, *options);
  parser->add("-o,--output", text(options->output), "DIR",
              "a new folder for documents.jsonl, passages.jsonl, families.jsonl and summary.json (default: only the "
              "summary is shown)",
              "Output");
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
            const bool has_edges = parser->count("--edges") > 0;
            if (options->passages.match == SentenceMatching::exact && !has_edges) {
              options->passages.edges = PassageEdges::sentence;
            }
            return scan_passages(*options);
          }};
}

}  // namespace cento::cli
