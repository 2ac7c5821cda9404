#pragma once

#include <string>
#include <vector>

#include "collection_run.hpp"
#include "shared_options.hpp"
#include "study/labelled_pairs.hpp"

namespace cento::cli {

/// Where labels come from, beside the inputs.
struct LabelledOptions : SharedOptions {
  std::string pairs_file;   // labels of pairs of documents, which the inputs are then; empty: the inputs have labels
  std::string scores_file;  // similarities from outside; empty: none
};

/// The files that labels and similarities come from.
[[nodiscard]] FileUses uses_of(const LabelledOptions& options);

void add_labelled_options(CommandParser& command, LabelledOptions& options);

/// Takes a table named pairs.tsv among the inputs, or in a folder among them, as --pairs, unless that is given.
void find_pairs_file(LabelledOptions& options);

/// Reads what is labelled. Bad lines go to the reporter of the run.
void read_labelled(const LabelledOptions& options, CollectionRun& run, LabelledThreads& out);

/// What a labelled pair is called in files of scores: by its own id, or by those of its two documents.
[[nodiscard]] PairName score_name(const LabelledOptions& options, const LabelledThreads& labelled,
                                  const ThreadLabel& pair);

/// The similarity from outside of each labelled pair, kMissing where there is none; empty without a file of them.
[[nodiscard]] std::vector<double> read_outside(const LabelledOptions& options, const LabelledThreads& labelled,
                                               CollectionRun& run);

/// The inputs, for messages.
[[nodiscard]] std::string shown_inputs(const LabelledOptions& options);

}  // namespace cento::cli
