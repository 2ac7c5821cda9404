#include "output/pair_output.hpp"

#include <fmt/format.h>

#include "command_line/command_parser.hpp"
#include "engine/options/job_options.hpp"
#include "flags/option_flags.hpp"

namespace cento::cli {

void add_pair_output_options(CommandParser& command, PairOutputOptions& options, const std::string& things) {
  const OptionGroup output(command, "Output");
  output.add("--as", choice(options.as, names_of(pair_forms())), "FORMAT",
             "jsonl, tsv, parquet, arrow or arrows (default: by the output's name, otherwise jsonl)");
  output.add("--clusters", text(options.clusters_file), "FILE",
             "write the clusters here, as JSON lines, or as a table if it is named .parquet or .arrow");
  add_options(command, "Output", options_of(static_cast<IdenticalListing&>(options), things));
}

RecordForm pair_form(const PairOutputOptions& options, const std::string& output) {
  if (options.as.empty()) return checked_form(output, pair_forms());
  const RecordForm form = form_named(options.as);
  check_can_write(form, "--as " + options.as);
  return form;
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
