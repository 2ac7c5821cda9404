#include "pair_output.hpp"

#include <fmt/format.h>

#include "command_parser.hpp"

namespace cento::cli {

void add_pair_output_options(CommandParser& command, PairOutputOptions& options, const std::string& things) {
  const OptionGroup output(command, "Output");
  output.add("--as", choice(options.as, {"jsonl", "tsv"}), "FORMAT",
             "jsonl or tsv (default: by the output's name, else jsonl)");
  output.add("--clusters", text(options.clusters_file), "FILE", "write the clusters here, as JSON lines");
  output.add("--pairs-up-to", whole(options.pairs_up_to), "N",
             fmt::format("of more than N identical {} list only pairs with the first (default: 100)", things));
}

bool is_tsv(const PairOutputOptions& options, std::string_view output) {
  if (!options.as.empty()) return options.as == "tsv";
  return output.ends_with(".tsv") || output.ends_with(".tsv.gz") || output.ends_with(".tsv.zst");
}

void write_clusters(const std::vector<Verdict>& verdicts, const std::function<NamedDocument(DocId, std::string&)>& name,
                    AtomicFile& output) {
  const std::vector<std::uint32_t> sizes = cluster_sizes(verdicts);
  std::string line;
  std::string place;
  std::string kept_place;
  for (DocId document = 0; document < verdicts.size(); ++document) {
    const Verdict& verdict = verdicts[document];
    if (sizes[verdict.kept] < 2) continue;
    line.clear();
    append_cluster_line(line,
                        {name(document, place), name(verdict.kept, kept_place), verdict.stays(), verdict.similarity()});
    output.write(line);
  }
}

}  // namespace cento::cli
