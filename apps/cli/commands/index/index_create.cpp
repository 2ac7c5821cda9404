#include <memory>
#include <string>

#include <fmt/format.h>

#include "command_line/command_parser.hpp"
#include "commands/index/index_commands.hpp"
#include "engine/index/index_facts.hpp"
#include "engine/index/index_statistics.hpp"
#include "flags/index_flags.hpp"
#include "index/live/index_writer.hpp"
#include "output/standard_streams.hpp"

namespace cento::cli {

namespace {

struct CreateOptions {
  std::string folder;
  IndexFlags index;
  std::string statistics_file;  // of `cento stats`; empty: none
  bool quiet = false;
};

void create(const CreateOptions& options) {
  const IndexOptions index = options.index.applied_to({});
  const IndexStatistics statistics = load_index_statistics(options.statistics_file);
  check_index_options(index, statistics);
  create_index(options.folder, index, statistics.bytes);
  if (!options.quiet) say(fmt::format("created index {}: {}\n", options.folder, describe(index)));
}

}  // namespace

Command add_index_create(CommandParser& index) {
  auto options = std::make_shared<CreateOptions>();
  CommandParser* parser = index.add_command("create", "Create an empty index.");
  add_index_folder(*parser, options->folder);
  options->index.add_to(*parser, IndexFlags::Use::create);
  add_statistics_option(*parser, options->statistics_file);
  add_quiet_option(*parser, options->quiet);
  parser->footer(
      "Examples:\n"
      "  cento index create archive --match near\n"
      "  cento stats news.jsonl.gz -o news.stats\n"
      "  cento index create archive --stats news.stats --reuse\n"
      "  cento index create forum --forum --options tuned.json --no-passages --no-blog");
  return {parser, [options] {
            create(*options);
            return UnusedInput();
          }};
}

}  // namespace cento::cli
