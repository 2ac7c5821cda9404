#include <memory>
#include <string>

#include <fmt/format.h>

#include "command_parser.hpp"
#include "index/index_writer.hpp"
#include "index_commands.hpp"
#include "index_flags.hpp"
#include "standard_streams.hpp"

namespace cento::cli {

namespace {

struct CreateOptions {
  std::string folder;
  IndexChanges changes;
  ForumFlags forum;
  std::string statistics_file;  // of `cento stats`; empty: none
  bool quiet = false;
};

void create(CreateOptions& options) {
  note_forum(options.forum, options.changes);
  const IndexOptions index = changed({}, options.changes);
  const IndexStatistics statistics = load_statistics(options.statistics_file);
  check_index_options(index, statistics);
  create_index(options.folder, index, statistics.bytes);
  if (!options.quiet) say(fmt::format("made a new index {}: {}\n", options.folder, describe(index)));
}

}  // namespace

Command add_index_create(CommandParser& index) {
  auto options = std::make_shared<CreateOptions>();
  CommandParser* parser = index.add_command("create", "Make a new index, which may then be filled and asked.");
  add_index_folder(*parser, options->folder);
  add_index_options(*parser, options->changes, BothWays::no);
  add_forum_options(*parser, options->forum, BothWays::no);
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
