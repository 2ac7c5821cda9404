#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "core/atomic_file.hpp"
#include "group/survivors.hpp"
#include "write/pair_records.hpp"

namespace cento::cli {

class CommandParser;

/// How pairs and clusters are written, of documents or of threads.
struct PairOutputOptions {
  std::string as;             // jsonl or tsv; empty: by the output's name
  std::string clusters_file;  // empty: none
  std::uint32_t pairs_up_to = 100;
};

/// `things`: "documents", "threads", for the help.
void add_pair_output_options(CommandParser& command, PairOutputOptions& options, const std::string& things);

[[nodiscard]] bool is_tsv(const PairOutputOptions& options, std::string_view output);

/// Writes the clusters of several; who stands for itself alone is no cluster. `name` gives a document as records name
/// it, with its place in the string if need be.
void write_clusters(const std::vector<Verdict>& verdicts, const std::function<NamedDocument(DocId, std::string&)>& name,
                    AtomicFile& output);

}  // namespace cento::cli
