#pragma once

#include <string>
#include <string_view>

#include "cento/method_options.hpp"
#include "engine/documents/pair_files.hpp"
#include "group/class_pairs.hpp"
#include "output/collection_run.hpp"
#include "output/record_output.hpp"

namespace cento::cli {

class CommandParser;

/// How to write pairs and clusters of documents or threads.
struct PairOutputOptions : IdenticalListing {
  std::string as;             // a name of pair_forms(); empty: by the output's name
  std::string clusters_file;  // empty: none
};

/// `things`: "documents" or "threads", for the help.
void add_pair_output_options(CommandParser& command, PairOutputOptions& options, const std::string& things);

/// The form of the pairs, by --as or the name of the output. Throws UsageError as checked_form() does.
[[nodiscard]] RecordForm pair_form(const PairOutputOptions& options, const std::string& output);

/// Reports how many pairs were listed. `thing`: "document" or "thread".
void report_pairs(const ListedPairs& pairs, const PairOutputOptions& options, std::string_view thing,
                  CollectionRun& run);

}  // namespace cento::cli
