#include <memory>
#include <string>

#include "command_line/command_parser.hpp"
#include "commands/index/index_commands.hpp"
#include "core/files/atomic_file.hpp"
#include "engine/index/index_facts.hpp"
#include "flags/index_flags.hpp"

namespace cento::cli {

namespace {

struct IndexStatsOptions {
  std::string folder;
  bool json = false;
};

void show_stats(const IndexStatsOptions& options) {
  const IndexFacts facts = facts_of(options.folder);
  AtomicFile output("-");
  output.write(options.json ? to_json(facts) : to_text(facts));
  output.publish();
}

}  // namespace

Command add_index_stats(CommandParser& index) {
  auto options = std::make_shared<IndexStatsOptions>();
  CommandParser* parser = index.add_command("stats", "Show the size of an index and what it keeps.");
  add_index_folder(*parser, options->folder);
  parser->add("--json", flag(options->json), "", "print a JSON object, for programs", "Output");
  parser->footer("Example:\n  cento index stats archive --json");
  return {parser, [options] {
            show_stats(*options);
            return UnusedInput();
          }};
}

}  // namespace cento::cli
