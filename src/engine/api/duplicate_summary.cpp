#include "engine/api/duplicate_summary.hpp"

namespace cento {

void summarise(const DuplicateSearch& search, const std::vector<Verdict>& verdicts, DuplicateSummary& summary) {
  const NearDuplicateCounts& counts = search.found().counts;
  summary.identical_documents = counts.identical;
  summary.same_words_documents = counts.same_features;
  summary.without_features = counts.without_features;
  summary.candidate_pairs = counts.join.candidate_pairs;
  summary.verified_pairs = search.found().pairs.size();
  summary.capped_features = counts.join.capped_features;
  summary.clusters = search.count(verdicts).clusters;
}

}  // namespace cento
