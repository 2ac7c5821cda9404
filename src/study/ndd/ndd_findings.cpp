#include "study/ndd/ndd_findings.hpp"

#include <fmt/format.h>

#include "core/counted.hpp"

namespace cento {

namespace {

void append_limits(std::vector<std::string>& findings, const NddLimits& limits) {
  if (limits.capped_features > 0) {
    findings.push_back(
        fmt::format("{} times a feature was in too many documents, each of which was compared with the first few "
                    "only; pairs may be missing",
                    with_thousands(limits.capped_features)));
  }
  if (limits.guessed_pairs > 0) {
    findings.push_back(
        fmt::format("{} pairs that only runs with fewer shingles found were too many to look up; their RR by all "
                    "shingles was taken as 0",
                    with_thousands(limits.guessed_pairs)));
  }
  if (limits.left_out_pairs > 0) {
    findings.push_back(
        fmt::format("{} pairs that only runs with fewer shingles found were too many to look up; average error and "
                    "correlation leave them out",
                    with_thousands(limits.left_out_pairs)));
  }
}

}  // namespace

NddLimits limits_of(const NddResults& results) {
  NddLimits limits;
  for (const auto* runs : {&results.by_hash, &results.by_sct}) {
    for (const NddRun& run : *runs) {
      limits.capped_features += run.counts.capped_features;
      limits.guessed_pairs += run.agreement.guessed_pairs;
      limits.left_out_pairs += run.agreement.left_out_pairs;
    }
  }
  return limits;
}

std::vector<std::string> ndd_findings(const NddResults& results, double least) {
  std::vector<std::string> findings;
  findings.push_back(
      fmt::format("average error and correlation are over the pairs of documents with RR ≥ {} in either run; "
                  "recall and precision over documents with RR ≥ {}",
                  least, AgreementOptions().near_duplicate));
  findings.push_back(fmt::format("documents with the same features as an earlier one: {}; without features: {}",
                                 with_thousands(results.identical), with_thousands(results.without_features)));
  append_limits(findings, limits_of(results));
  return findings;
}

}  // namespace cento
