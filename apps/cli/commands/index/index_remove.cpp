#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "cento/error.hpp"
#include "command_line/command_parser.hpp"
#include "commands/index/index_commands.hpp"
#include "core/counted.hpp"
#include "engine/index/id_list.hpp"
#include "flags/index_flags.hpp"
#include "index/live/index_writer.hpp"
#include "methods/ask/index_digester.hpp"
#include "output/standard_streams.hpp"

namespace cento::cli {

namespace {

constexpr std::size_t kNamedMost = 20;  // of the missing ids

struct RemoveOptions {
  std::string folder;
  std::vector<std::string> ids;
  std::string ids_file;  // one per line; empty: none
  bool wait = false;
  bool quiet = false;
};

void report(const RemoveOptions& options, std::uint64_t removed, const std::vector<std::string>& missing) {
  if (options.quiet) return;
  say(fmt::format("{} removed\n", counted(removed, "document", "documents")));
  if (missing.empty()) return;
  const std::size_t named = std::min(kNamedMost, missing.size());
  for (std::size_t i = 0; i < named; ++i) say(fmt::format("there is no document \"{}\"\n", missing[i]));
  if (named < missing.size()) {
    say(fmt::format("and {} more that do not exist\n", with_thousands(missing.size() - named)));
  }
}

void remove_documents(const RemoveOptions& options) {
  std::vector<std::string> ids = options.ids;
  if (!options.ids_file.empty()) {
    const std::vector<std::string> more = read_id_list(options.ids_file);
    ids.insert(ids.end(), more.begin(), more.end());
  } else if (ids.empty()) {
    throw UsageError("nothing to remove; give ids, or a file of ids with --ids");
  }
  WriterOptions writing;
  writing.wait = options.wait;
  IndexWriter writer(options.folder, index_digesters(), writing);
  std::vector<std::string> missing;
  for (const std::string& id : ids) {
    if (!writer.remove(id)) missing.push_back(id);
  }
  writer.commit();
  report(options, ids.size() - missing.size(), missing);
}

}  // namespace

Command add_index_remove(CommandParser& index) {
  auto options = std::make_shared<RemoveOptions>();
  CommandParser* parser = index.add_command("remove", "Remove documents by id.");
  add_index_folder(*parser, options->folder);
  parser->add_positional("ID", words(options->ids), "ids of documents").is_required = false;
  parser->add("--ids", text(options->ids_file), "FILE", "file with more ids, one per line; - for standard input");
  add_wait_option(*parser, options->wait);
  add_quiet_option(*parser, options->quiet);
  parser->footer(
      "Example:\n"
      "  cento index remove archive wire-101 wire-102\n"
      "  cento index remove archive --ids withdrawn.txt");
  return {parser, [options] {
            remove_documents(*options);
            return UnusedInput();
          }};
}

}  // namespace cento::cli
