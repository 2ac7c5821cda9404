#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "command_parser.hpp"
#include "core/error.hpp"
#include "index/index_writer.hpp"
#include "index_commands.hpp"
#include "index_flags.hpp"
#include "methods/index_digester.hpp"
#include "read/input.hpp"
#include "run_summary.hpp"
#include "standard_streams.hpp"

namespace cento::cli {

namespace {

constexpr std::size_t kBlockBytes = std::size_t{1} << 16;
constexpr std::uint64_t kMemoryBytes = std::uint64_t{64} << 20;  // for the decompressor
constexpr std::size_t kNamedMost = 20;                           // of the ids that were not there

struct RemoveOptions {
  std::string folder;
  std::vector<std::string> ids;
  std::string ids_file;  // one a line; empty: none
  bool wait = false;
  bool quiet = false;
};

void append_line(std::string& line, std::vector<std::string>& ids) {
  if (line.ends_with('\r')) line.pop_back();
  if (!line.empty()) ids.push_back(line);
  line.clear();
}

std::vector<std::string> read_ids(const std::string& file) {
  const auto in = open_input(file, file, kMemoryBytes);
  std::vector<std::string> ids;
  std::string line;
  for (std::string_view window = in->peek(1); !window.empty(); window = in->peek(1)) {
    window = window.substr(0, kBlockBytes);
    const std::size_t end = window.find('\n');
    line += window.substr(0, end);
    in->consume(end == std::string_view::npos ? window.size() : end + 1);
    if (end != std::string_view::npos) append_line(line, ids);
  }
  append_line(line, ids);
  if (!in->problem().empty()) throw Error(fmt::format("{}: {}", file, in->problem()));
  return ids;
}

void tell(const RemoveOptions& options, std::uint64_t removed, const std::vector<std::string>& missing) {
  if (options.quiet) return;
  say(fmt::format("{} removed\n", counted(removed, "document", "documents")));
  if (missing.empty()) return;
  const std::size_t named = std::min(kNamedMost, missing.size());
  for (std::size_t i = 0; i < named; ++i) say(fmt::format("there is no document \"{}\"\n", missing[i]));
  if (named < missing.size()) {
    say(fmt::format("and {} more that are not there\n", with_thousands(missing.size() - named)));
  }
}

void remove_documents(const RemoveOptions& options) {
  std::vector<std::string> ids = options.ids;
  if (!options.ids_file.empty()) {
    const std::vector<std::string> more = read_ids(options.ids_file);
    ids.insert(ids.end(), more.begin(), more.end());
  } else if (ids.empty()) {
    throw UsageError("nothing is named that could be removed; give ids, or a file of them with --ids");
  }
  WriterOptions writing;
  writing.wait = options.wait;
  IndexWriter writer(options.folder, index_digesters(), writing);
  std::vector<std::string> missing;
  for (const std::string& id : ids) {
    if (!writer.remove(id)) missing.push_back(id);
  }
  writer.commit();
  tell(options, ids.size() - missing.size(), missing);
}

}  // namespace

Command add_index_remove(CommandParser& index) {
  auto options = std::make_shared<RemoveOptions>();
  CommandParser* parser = index.add_command("remove", "Remove documents, by their ids.");
  add_index_folder(*parser, options->folder);
  parser->add_positional("ID", words(options->ids), "the documents").is_required = false;
  parser->add("--ids", text(options->ids_file), "FILE", "more ids, one a line; - for standard input");
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
