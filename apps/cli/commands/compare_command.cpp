#include <algorithm>
#include <memory>
#include <string>

#include <fmt/format.h>

#include "cento/error.hpp"
#include "command_line/command_parser.hpp"
#include "commands/commands.hpp"
#include "core/files/atomic_file.hpp"
#include "core/terminal_text.hpp"
#include "engine/chosen_document.hpp"
#include "engine/comparison_text.hpp"
#include "engine/statistics/token_statistics.hpp"
#include "flags/option_flags.hpp"
#include "output/collection_run.hpp"
#include "output/terminal.hpp"

namespace cento::cli {

namespace {

constexpr std::uint32_t kWidestPage = 200;  // columns; longer lines are hard to read

struct CompareOptions {
  SharedOptions shared;
  std::string a;
  std::string b;
  PassageOptions passages;
  std::string statistics_file;  // tables of `cento stats`; empty: none
  std::string as = "columns";
  std::string color = "auto";
  std::uint32_t context = 1;
  bool all = false;
};

PairComparison compare(const CompareOptions& options, const ChosenDocument& a, const ChosenDocument& b) {
  const DocumentFrequencies tokens =
      load_token_statistics(options.statistics_file, options.shared.reading.memory_bytes / 2);
  return compare(a, b, options.passages, options.statistics_file.empty() ? nullptr : &tokens);
}

UnusedInput compare_documents(CompareOptions& options) {
  if (DocumentArgument(options.a).input == "-" && DocumentArgument(options.b).input == "-") {
    throw UsageError("only one of the two documents can come from standard input; save the other to a file");
  }
  FileUses uses;
  uses.reads("A", DocumentArgument(options.a).input).reads("B", DocumentArgument(options.b).input);
  uses.reads("--stats", options.statistics_file).writes("--output", options.shared.output);
  check_uses(options.shared, uses);
  Reporter reporter(options.shared.reporting);
  const ChosenDocument a = read_document(options.a, options.shared.reading, options.shared.threads, reporter);
  const ChosenDocument b = read_document(options.b, options.shared.reading, options.shared.threads, reporter);
  const PairComparison found = compare(options, a, b);
  std::string text;
  if (options.as == "json") {
    append_comparison_json(text, a, b, found, to_json(options_of(options.passages), {"within"}));
    if (shows_on_terminal(options.shared.output)) text = escaped_for_terminal(text, TextLines::kept);
  } else {
    SideBySideOptions look;
    look.width = std::min(terminal_width(), kWidestPage);
    look.color = wants_color(options.color, options.shared.output);
    look.whole = options.all;
    look.context_sentences = options.context;
    append_comparison_text(text, a, b, found, look);
  }
  AtomicFile output(options.shared.output);
  output.write(text);
  output.publish();
  reporter.finish();
  return reporter.unused();
}

}  // namespace

Command add_compare_command(CommandParser& program) {
  auto options = std::make_shared<CompareOptions>();
  CommandParser* parser =
      program.add_command("compare",
                          "Show two documents side by side, with the passages that they share.\n"
                          "Shared passages are numbered and coloured; words that differ in them are marked.");
  parser->add_positional("A", text(options->a),
                         "a file of any format, or - for standard input; FILE#ID is one document of a file");
  parser->add_positional("B", text(options->b), "the other document");
  const OptionGroup output(*parser, "Output");
  output.add("--as", choice(options->as, {"columns", "json"}), "VIEW", "columns or json (default: columns)");
  output.add("--context", whole(options->context), "N", "unshared sentences to show next to a passage (default: 1)");
  output.add_flag("--all", options->all, "show all unshared text");
  output.add("--color", choice(options->color, {"auto", "always", "never"}), "WHEN",
             "auto, always or never (default: auto)");
  add_output_option(*parser, options->shared);
  add_options(*parser, "Passages", options_of(options->passages), {"within"});
  parser->add("--stats", text(options->statistics_file), "FILE",
              "word counts from `cento stats`, for signatures that need them", "Passages");
  add_reading_options(*parser, options->shared);
  parser->footer(
      "Examples:\n"
      "  cento compare ours.txt theirs.html              two files\n"
      "  cento compare news.jsonl#n1 news.jsonl#n7       two documents of a file\n"
      "  cento compare a.txt b.txt --min-sentences 1     also single sentences\n"
      "  cento compare a.txt b.txt --color always | less -R");
  return {parser, [options] { return compare_documents(*options); }};
}

}  // namespace cento::cli
