#include <vector>

#include "command_line/command_parser.hpp"
#include "commands/commands.hpp"
#include "commands/index/index_commands.hpp"

namespace cento::cli {

Command add_index_command(CommandParser& program) {
  CommandParser* parser =
      program.add_command("index", "Keep a collection in an index that can grow and that `cento query` searches.");
  const std::vector<Command> commands = {
      add_index_create(*parser), add_index_add(*parser),    add_index_remove(*parser),  add_index_stats(*parser),
      add_index_merge(*parser),  add_index_verify(*parser), add_index_rebuild(*parser), add_index_backup(*parser),
  };
  parser->footer(
      "Example:\n"
      "  cento index add archive news.jsonl.gz\n"
      "  cento query archive new.jsonl\n\n"
      "`cento index COMMAND --help` lists the options of a command.");
  return {parser, [commands] { return run_chosen(commands); }};
}

}  // namespace cento::cli
