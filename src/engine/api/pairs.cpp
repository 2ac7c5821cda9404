#include "cento/pairs.hpp"

#include "cento/option_table.hpp"
#include "engine/api/duplicate_summary.hpp"
#include "engine/api/job_run.hpp"

namespace cento {

PairSink::~PairSink() = default;
void PairSink::cluster(const ClusterRecord& /*record*/) {}

PairsSummary pairs(const Source& source, const PairsOptions& options, PairSink& sink, const RunOptions& run) {
  check_options(options);
  JobRun own("cento pairs", run, source);
  DuplicateSearch search(options, own.job(), own.collections());
  search.read();
  search.find();
  PairsSummary summary;
  own.summarise(search.documents().totals(), summary);
  const auto counts = search.for_each_pair(options.pairs_up_to, [&](const PairRecord& record) { sink.pair(record); });
  summary.pairs = counts.listed;
  summary.pairs_left_out = counts.left_out;
  const std::vector<Verdict> verdicts = search.choose();
  summarise(search, verdicts, summary);
  for_each_cluster_member(search.documents(), verdicts, [&](const ClusterRecord& record) { sink.cluster(record); });
  return summary;
}

}  // namespace cento
