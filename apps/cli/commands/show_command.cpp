#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "cento/error.hpp"
#include "command_line/command_parser.hpp"
#include "commands/commands.hpp"
#include "core/files/atomic_file.hpp"
#include "core/terminal_text.hpp"
#include "engine/documents/document_listing.hpp"
#include "output/collection_run.hpp"
#include "output/terminal.hpp"

namespace cento::cli {

namespace {

struct ShowOptions {
  SharedOptions shared;
  ListingChoice listing;
};

UnusedInput show(const ShowOptions& options) {
  const ListingChoice& listed = options.listing;
  const std::string& name = options.shared.output;
  CollectionRun run("show", options.shared, FileUses().writes("--output", name));
  std::optional<AtomicFile> output;
  if (document_view(listed.view).append != nullptr) output.emplace(name);
  DocumentListing listing(listed, run.job(), [&](std::string_view text) {
    output->write(shows_on_terminal(name) ? escaped_for_terminal(text, TextLines::kept) : text);
  });
  if (name == "-") *options.shared.reading.damage_check = DamageCheck::while_streamed;
  listing.read(run.collection());
  if (output) output->publish();
  UnusedInput unused = run.finish(listing.totals());
  if (!listed.id.empty() && listing.totals().documents == 0) {
    throw Error(fmt::format("no document has the id \"{}\"{}", listed.id,
                            listed.part.empty() ? "" : fmt::format(" and a part \"{}\"", listed.part)));
  }
  return unused;
}

std::vector<std::string> view_names() {
  std::vector<std::string> names;
  for (const DocumentView& view : document_views()) names.emplace_back(view.name);
  return names;
}

}  // namespace

Command add_show_command(CommandParser& program) {
  auto options = std::make_shared<ShowOptions>();
  CommandParser* parser = program.add_command("show",
                                              "Print documents as Cento sees them: text, sentences, tokens, metadata.\n"
                                              "Also the quickest way to check that an input is read as you expect.");
  add_inputs(*parser, options->shared);
  const OptionGroup output(*parser, "Output");
  output.add("--as", choice(options->listing.view, view_names()), "VIEW",
             "text, sentences, tokens, json or none (default: text)");
  output.add("--limit", whole(options->listing.limit, at_least(1)), "N",
             "stop after this many documents (or rows of a table)");
  output.add("--id", text(options->listing.id), "ID", "only the document with this id");
  output.add("--part", text(options->listing.part), "NAME", "only parts with this name");
  add_output_option(*parser, options->shared);
  add_reading_options(*parser, options->shared);
  add_running_options(*parser, options->shared);
  parser->footer(
      "Examples:\n"
      "  cento show news.jsonl.gz --limit 3                the first three documents\n"
      "  cento show crawl.warc.gz --as sentences --id URL  how one page is split\n"
      "  cento show corpus/ --as none                      print only the summary");
  return {parser, [options] { return show(*options); }};
}

}  // namespace cento::cli
