#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cento/options.hpp"
#include "cento/visible.hpp"

namespace cento {

/// How the comparison of threads is learned from labels. The files are those of `cento tune`.
struct TuneOptions {
  std::vector<std::string> labelled;  // JSON lines with id, a, b and label; or documents, with a pairs file
  std::string pairs_file;             // labels for pairs of documents: a_id b_id label; empty: none
  std::string scores_file;            // a similarity of each pair from another program; empty: none
  std::vector<std::string> parts;     // to compare; empty: all that the labelled threads have
  std::vector<std::string> compare;   // comparisons to try in each part, such as words*idf; empty: many
  std::uint64_t folds = 5;            // of cross-validation, at least 2
  std::uint64_t starts = 20;          // random starts of hill climbing
  std::uint64_t seed = 1;             // of folds and starts
  bool learns_words = true;           // whether weights of single words are learned
};

/// What was learned.
struct TunedModel {
  std::string model;     // the text of a JSON object, for ThreadsOptions::model
  std::string text;      // how good it is on labels that it has not seen, for people
  std::string measures;  // the same as the text of a JSON object
};

/// Learns from labelled pairs when two questions are the same. Throws Error, UsageError, Stopped.
CENTO_VISIBLE TunedModel tune(const TuneOptions& options, const RunOptions& run = {});

}  // namespace cento
