#include <memory>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "command_parser.hpp"
#include "commands.hpp"
#include "core/atomic_file.hpp"
#include "core/error.hpp"
#include "duplicate_search.hpp"
#include "group/class_pairs.hpp"
#include "pair_output.hpp"

namespace cento::cli {

namespace {

struct PairsOptions : DuplicateOptions {
  PairOutputOptions writing;
};

void write_pairs(const PairsOptions& options, const DuplicateSearch& search, const ClassPairs& pairs,
                 AtomicFile& output, Progress& progress) {
  const bool tsv = is_tsv(options.writing, options.output);
  const PlaceColumns places = search.has_repeated_ids() ? PlaceColumns::yes : PlaceColumns::no;
  std::string line;
  std::string place_a;
  std::string place_b;
  if (tsv) append_pair_header(line, places);
  output.write(line);
  pairs.for_each([&](const SimilarPair& pair) {
    line.clear();
    const PairRecord record{search.name(pair.a, place_a), search.name(pair.b, place_b), pair.similarity(),
                            pair.contained_a(), pair.contained_b()};
    if (tsv) {
      append_pair_row(line, record, places);
    } else {
      append_pair_line(line, record);
    }
    output.write(line);
    progress.advance();
  });
}

void tell_clusters(const std::vector<Verdict>& verdicts, CollectionRun& run) {
  const SurvivorCounts counts = count_survivors(verdicts, {});
  run.tell("clusters", counts.clusters);
  run.tell("removable", counts.removed());
  run.tell(fmt::format("{}; {} near one that would stay", counted(counts.clusters, "cluster", "clusters"),
                       counted(counts.removed(), "document is", "documents are each")));
}

UnusedInput find_pairs(const PairsOptions& options) {
  FileUses uses = uses_of(options);
  uses.writes("--output", options.output).writes("--clusters", options.writing.clusters_file);
  CollectionRun run("pairs", options, uses);
  DuplicateSearch search(options, run);
  AtomicFile output(options.output);
  std::unique_ptr<AtomicFile> clusters;
  if (!options.writing.clusters_file.empty()) clusters = std::make_unique<AtomicFile>(options.writing.clusters_file);
  search.read();
  search.find();
  run.progress().begin_phase("writing");
  const ClassPairs pairs(search.found().first_of_class, search.found().pairs, options.writing.pairs_up_to);
  run.progress().begin_step(pairs.listed());
  write_pairs(options, search, pairs, output, run.progress());
  run.tell("pairs", pairs.listed());
  run.tell("pairs_left_out", pairs.left_out());
  std::string line = counted(pairs.listed(), "pair", "pairs");
  if (pairs.left_out() > 0) {
    line += fmt::format("; {} more between copies of the same document were left out (--pairs-up-to {})",
                        with_thousands(pairs.left_out()), options.writing.pairs_up_to);
  }
  run.tell(line);
  if (clusters != nullptr) {
    const std::vector<Verdict> verdicts = search.choose();
    const auto name = [&](DocId document, std::string& place) { return search.name(document, place); };
    write_clusters(verdicts, name, *clusters);
    tell_clusters(verdicts, run);
  }
  output.publish();
  if (clusters != nullptr) clusters->publish();
  return run.finish(search.totals());
}

}  // namespace

Command add_pairs_command(CommandParser& program) {
  auto options = std::make_shared<PairsOptions>();
  CommandParser* parser = program.add_command(
      "pairs", "Find near-duplicate documents and write all pairs, each with its verified similarity.");
  add_inputs(*parser, *options);
  add_output_option(*parser, *options);
  add_pair_output_options(*parser, options->writing, "documents");
  add_finding_options(*parser, *options);
  add_keep_option(*parser, *options);
  add_reading_options(*parser, *options);
  add_running_options(*parser, *options);
  parser->footer(
      "Examples:\n"
      "  cento pairs news.jsonl.gz -o pairs.tsv\n"
      "  cento pairs crawl.warc.gz --method ndd --threshold 0.5 -o pairs.jsonl\n"
      "  cento pairs news.jsonl.gz --keep newest --clusters clusters.jsonl -o pairs.tsv");
  return {parser, [options] { return find_pairs(*options); }};
}

}  // namespace cento::cli
