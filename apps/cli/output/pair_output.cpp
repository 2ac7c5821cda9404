#include "output/pair_output.hpp"

#include <fmt/format.h>

#include "command_line/command_parser.hpp"
#include "engine/options/job_options.hpp"
#include "flags/option_flags.hpp"

namespace cento::cli {

void add_pair_output_options(CommandParser& command, PairOutputOptions& options, const std::string& things) {
  const OptionGroup output(command, "Output");
  output.add("--as", choice(options.as, {"jsonl", "tsv"}), "FORMAT",
             "jsonl or tsv (default: by the output's name, otherwise jsonl)");
  output.add("--clusters", text(options.clusters_file), "FILE", "write the clusters here, as JSON lines");
  add_options(command, "Output", options_of(static_cast<IdenticalListing&>(options), things));
}

PairLayout pair_layout(const PairOutputOptions& options, std::string_view output) {
  const bool is_named_so = output.ends_with(".tsv") || output.ends_with(".tsv.gz") || output.ends_with(".tsv.zst");
  const bool is_tsv = options.as.empty() ? is_named_so : options.as == "tsv";
  return is_tsv ? PairLayout::tsv : PairLayout::json_lines;
}

void report_pairs(const ListedPairs& pairs, const PairOutputOptions& options, std::string_view thing,
                  CollectionRun& run) {
  run.report("pairs", pairs.listed);
  run.report("pairs_left_out", pairs.left_out);
  std::string line = counted(pairs.listed, "pair", "pairs");
  if (pairs.left_out > 0) {
    line += fmt::format("; {} more between copies of the same {} were left out (--pairs-up-to {})",
                        with_thousands(pairs.left_out), thing, options.pairs_up_to);
  }
  run.report(line);
}

}  // namespace cento::cli
