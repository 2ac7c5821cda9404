#include "commands/scan_command.hpp"

#include <memory>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "cento/error.hpp"
#include "command_line/command_parser.hpp"
#include "commands/commands.hpp"
#include "engine/options/job_options.hpp"
#include "flags/option_flags.hpp"

namespace cento::cli {

namespace {

constexpr const char* kFinding = "Finding";

/// The options that only one method has.
OptionTable pdc_options(ScanFlags& options) {
  OptionTable table = options_of(options.scan.passages);
  append(table, options_of(static_cast<ListingOptions&>(options.scan)));
  return table;
}

void add_scan_options(CommandParser& command, ScanFlags& options) {
  const OptionGroup finding(command, kFinding);
  finding.add(
      "--method", choice(options.method, {"pdc", "blog", "substring"}), "NAME",
      fmt::format("pdc: shared passages of sentences; blog: documents assembled from others, by the words of "
                  "their sentences; substring: every repeated run of at least --min-tokens tokens (default: {})",
                  options.method));
  add_options(command, kFinding, options_of(options.runs));
  add_options(command, kFinding, options_of(options.blog));
  add_options(command, kFinding,
              {statistics_option(options.scan.statistics_file, "blog and for signatures that need them")});
  add_options(command, "Passages", options_of(options.scan.passages));
  add_options(command, kFinding, options_of(static_cast<ListingOptions&>(options.scan)));
  finding.add("--pairs", text(options.pairs_file), "FILE",
              "compare only these pairs of documents: JSON lines with a and b, or rows of two ids");
  finding.add("--against", words(options.against), "REF ...",
              "compare the inputs with these reference files instead of with each other");
}

/// Throws UsageError for an option that the method does not have.
void check_method(const CommandParser& parser, ScanFlags& options) {
  const auto refuse = [&](const std::string& name, std::string_view owner) {
    throw UsageError(fmt::format("{} is an option of --method {}, not of {}", name, owner, options.method));
  };
  const auto check = [&](const OptionTable& table, std::string_view owner) {
    for (const Option& option : table) {
      if (options.method != owner && is_given(parser, option)) refuse(flag_name(option.name), owner);
    }
  };
  check(pdc_options(options), "pdc");
  check(options_of(options.blog), "blog");
  check(options_of(options.runs), "substring");
  if (options.method != "pdc" && !options.pairs_file.empty()) refuse("--pairs", "pdc");
}

}  // namespace

ScanFolder scan_folder(const ScanFlags& options, const Job& job) {
  return {options.output, form_named(options.as), job.memory().part(kRecordTable)};
}

FileUses scan_uses(const ScanFlags& options) {
  FileUses uses;
  uses.reads("--against", options.against)
      .reads("--pairs", options.pairs_file)
      .reads("--stats", options.scan.statistics_file);
  return uses.writes("--output", options.output);
}

Command add_scan_command(CommandParser& program) {
  auto options = std::make_shared<ScanFlags>();
  CommandParser* parser = program.add_command(
      "scan",
      "Find what documents share: identical documents, near-duplicates, copied passages with their position in "
      "both documents, and families of passages that occur in many documents.");
  add_inputs(*parser, *options);
  parser->add("-o,--output", text(options->output), "DIR",
              "a new folder for documents.jsonl, passages.jsonl, families.jsonl and summary.json (default: show "
              "only the summary)",
              "Output");
  parser->add(
      "--as", choice(options->as, names_of(record_forms())), "FORMAT",
      "how records are written there: jsonl, parquet, arrow or arrows; names of files end accordingly (default: "
      "jsonl)",
      "Output");
  add_scan_options(*parser, *options);
  add_reading_options(*parser, *options);
  add_running_options(*parser, *options);
  parser->footer(
      "Examples:\n"
      "  cento scan news.jsonl.gz\n"
      "  cento scan news/ -o found --min-sentences 2\n"
      "  cento scan news/ -o found --as parquet\n"
      "  cento scan new.jsonl --against archive/ -o found");
  return {parser, [options, parser] {
            check_method(*parser, *options);
            if (parser->count("--as") > 0 && options->output.empty()) throw UsageError("--as needs -o, a folder");
            check_can_write(form_named(options->as), "--as " + options->as);
            if (options->method == "substring") return scan_substring(*options);
            if (options->method == "blog") return scan_blog(*options);
            // Exact matches are whole sentences; word edges would cost another reading.
            const bool has_edges = parser->count("--edges") > 0;
            if (options->scan.passages.match == SentenceMatching::exact && !has_edges) {
              options->scan.passages.edges = PassageEdges::sentence;
            }
            return scan_passages(*options);
          }};
}

}  // namespace cento::cli
