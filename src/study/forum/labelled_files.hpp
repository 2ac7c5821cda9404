#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/job.hpp"
#include "read/input/input_list.hpp"
#include "study/forum/labelled_pairs.hpp"
#include "study/judge/pair_judgement.hpp"

namespace cento {

/// Where labels come from besides the inputs.
struct LabelFiles {
  std::string pairs_file;   // labels for pairs of the input documents; empty: the inputs have labels
  std::string scores_file;  // external similarities; empty: none
};

/// Unless there is a pairs file, takes a table named pairs.tsv among the inputs, or in an input folder, as that.
void find_pairs_file(std::vector<std::string>& inputs, LabelFiles& files);

/// Inputs with labelled pairs: JSON lines, or documents and a table of pairs.
struct LabelledInputs {
  InputList& list;
  const Collection& collection;  // the same, to be read as documents
  std::uint64_t memory_bytes;    // for reading compressed files
};

/// Reads the labelled pairs. Bad lines go to the job's reporter.
void read_labelled(const LabelledInputs& inputs, const LabelFiles& files, Job& job, LabelledQuestions& out);

/// The name of a labelled pair in score files: its own id, or those of its two documents.
[[nodiscard]] PairName score_name(const LabelFiles& files, const LabelledQuestions& labelled, const ForumLabel& pair);

/// The external similarity of each labelled pair, kMissing where there is none; empty without a scores file.
[[nodiscard]] std::vector<double> read_outside(const LabelFiles& files, const LabelledQuestions& labelled,
                                               std::uint64_t memory_bytes, Reporter& reporter);

/// Where the labels are, for messages.
[[nodiscard]] std::string label_source(const std::vector<std::string>& inputs, const LabelFiles& files);

}  // namespace cento
