#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/reporter.hpp"
#include "read/input/input.hpp"

namespace cento {

/// One line of a TREC run: what a system returned for a topic.
struct RunRow {
  std::string topic;
  std::string document;
  std::int64_t rank = 0;
  double score = 0;
  std::string tag;
};

/// One line of TREC relevance judgements.
struct QrelRow {
  std::string topic;
  std::string document;
  int grade = 0;
};

/// Reads a run ("topic Q0 document rank score tag") or qrels ("topic 0 document grade"), separated by white space.
/// Malformed lines go to the reporter.
std::vector<RunRow> read_run(Input& in, Reporter& reporter);
std::vector<QrelRow> read_qrels(Input& in, Reporter& reporter);

}  // namespace cento
