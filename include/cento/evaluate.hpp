#pragma once

#include <cstdint>
#include <string>

#include "cento/options.hpp"
#include "cento/visible.hpp"

namespace cento {

/// What is judged, and by what. The files are those of `cento eval`.
struct EvaluateOptions {
  std::string gold;        // what should be found: labelled pairs, clusters or spans
  std::string found;       // what was found
  std::string pairs_file;  // spans: judge only these pairs of documents; empty: all
  double threshold = 0.5;  // pairs: least score of a found pair
  bool closed = false;     // pairs: found pairs that are not in the gold file are wrong
  double recall = 0.5;     // pairs: report the best precision at this recall
};

/// How good a result is.
struct Evaluation {
  std::string text;      // a table and a few lines, for people
  std::string measures;  // the same as the text of a JSON object, for programs
  std::uint64_t rejected_lines = 0;
};

/// Judges what a file says was found by a file of what should be found. Throws Error when they cannot be compared.
CENTO_VISIBLE Evaluation evaluate(const EvaluateOptions& options, const RunOptions& run = {});

}  // namespace cento
