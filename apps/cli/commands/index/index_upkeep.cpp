#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "cento/error.hpp"
#include "command_line/command_parser.hpp"
#include "commands/index/index_commands.hpp"
#include "core/counted.hpp"
#include "core/files/atomic_file.hpp"
#include "engine/index/index_facts.hpp"
#include "engine/index/index_statistics.hpp"
#include "flags/index_flags.hpp"
#include "flags/shared_options.hpp"
#include "index/live/index_writer.hpp"
#include "methods/ask/index_digester.hpp"
#include "output/standard_streams.hpp"
#include "read/input/file_uses.hpp"

namespace cento::cli {

namespace {

struct UpkeepOptions : SharedOptions {
  std::string folder;
  bool wait = false;
};

struct RebuildOptions : UpkeepOptions {
  IndexFlags index;
  std::string statistics_file;
  bool keep_what_is_left = false;
};

struct BackupOptions {
  std::string folder;
  std::string copy;
  bool quiet = false;
};

WriterOptions writer_options(const UpkeepOptions& options) {
  WriterOptions writer;
  writer.threads = options.threads;
  writer.memory_bytes = options.reading.memory_bytes;
  writer.wait = options.wait;
  return writer;
}

std::string describe_sizes(const std::string& folder) {
  return describe(index_sizes(folder, index_digesters()));
}

void merge(const UpkeepOptions& options) {
  IndexWriter writer(options.folder, index_digesters(), writer_options(options));
  writer.merge();
  if (!options.reporting.quiet) say(fmt::format("merged: {}\n", describe_sizes(options.folder)));
}

void rebuild(const RebuildOptions& options) {
  const IndexStatistics statistics = load_index_statistics(options.statistics_file);
  WriterOptions writing = writer_options(options);
  writing.for_rebuild = true;
  writing.keep_what_is_left = options.keep_what_is_left;
  IndexWriter writer(options.folder, index_digesters(), writing);
  const IndexOptions wanted = options.index.applied_to(writer.view()->options());
  writer.rebuild(options.index.are_given() ? &wanted : nullptr,
                 options.statistics_file.empty() ? nullptr : &statistics.bytes);
  if (options.reporting.quiet) return;
  say(fmt::format("rebuilt: {}; keeps {}\n", describe_sizes(options.folder), describe(wanted)));
}

/// How to repair the faults.
std::string advice(const IndexFaults& faults, const std::string& folder) {
  if (faults.catalog.empty()) {
    return fmt::format("the texts are intact: `cento index rebuild {}` rebuilds the segments", folder);
  }
  return "the catalog cannot be repaired: restore a copy made by `cento index backup`, or add the documents to a new "
         "index";
}

void verify(const UpkeepOptions& options) {
  const IndexFaults faults = verify_index(options.folder, index_digesters());
  const std::size_t count = faults.catalog.size() + faults.segments.size();
  if (count == 0) {
    if (!options.reporting.quiet) {
      say(fmt::format("{} checked, no faults found\n", counted(faults.documents, "document", "documents")));
    }
    return;
  }
  AtomicFile output("-");
  for (const auto* list : {&faults.catalog, &faults.segments}) {
    for (const std::string& fault : *list) output.write(fault + "\n");
  }
  output.publish();
  throw Error(fmt::format("{}: {}; {}", options.folder, counted(count, "fault was found", "faults were found"),
                          advice(faults, options.folder)));
}

void back_up(const BackupOptions& options) {
  FileUses().reads("the index", options.folder).writes("COPY", options.copy).check();
  back_up_index(options.folder, options.copy);
  if (!options.quiet) say(fmt::format("copied to {}: {}\n", options.copy, describe_sizes(options.copy)));
}

void add_upkeep_options(CommandParser& command, UpkeepOptions& options) {
  add_threads_option(command, options);
  add_wait_option(command, options.wait);
  add_quiet_option(command, options.reporting.quiet);
}

}  // namespace

Command add_index_merge(CommandParser& index) {
  auto options = std::make_shared<UpkeepOptions>();
  CommandParser* parser = index.add_command("merge", "Merge all segments into one, without removed documents.");
  add_index_folder(*parser, options->folder);
  add_upkeep_options(*parser, *options);
  parser->footer("Example:\n  cento index merge archive");
  return {parser, [options] {
            merge(*options);
            return UnusedInput();
          }};
}

Command add_index_verify(CommandParser& index) {
  auto options = std::make_shared<UpkeepOptions>();
  CommandParser* parser = index.add_command("verify", "Read everything and report damage.");
  add_index_folder(*parser, options->folder);
  add_quiet_option(*parser, options->reporting.quiet);
  parser->footer(
      "Prints a line for each fault, and ends with exit code 1 if there is any.\n\n"
      "Example:\n  cento index verify archive");
  return {parser, [options] {
            verify(*options);
            return UnusedInput();
          }};
}

Command add_index_rebuild(CommandParser& index) {
  auto options = std::make_shared<RebuildOptions>();
  CommandParser* parser =
      index.add_command("rebuild", "Rebuild all segments from the texts, with new options or statistics if given.");
  add_index_folder(*parser, options->folder);
  options->index.add_to(*parser, IndexFlags::Use::change);
  add_statistics_option(*parser, options->statistics_file);
  parser->add("--keep-what-is-left", flag(options->keep_what_is_left), "",
              "if the index has lost commits, give them up and keep the rest", "Running");
  add_upkeep_options(*parser, *options);
  parser->footer(
      "Examples:\n"
      "  cento index rebuild archive\n"
      "  cento index rebuild archive --stats news.stats --match near");
  return {parser, [options] {
            rebuild(*options);
            return UnusedInput();
          }};
}

Command add_index_backup(CommandParser& index) {
  auto options = std::make_shared<BackupOptions>();
  CommandParser* parser =
      index.add_command("backup", "Copy an index into a new folder, even while it is being read and written.");
  add_index_folder(*parser, options->folder);
  parser->add_positional("COPY", text(options->copy), "the new folder");
  add_quiet_option(*parser, options->quiet);
  parser->footer("Example:\n  cento index backup archive archive-monday");
  return {parser, [options] {
            back_up(*options);
            return UnusedInput();
          }};
}

}  // namespace cento::cli
