#include "cento/threads.hpp"

#include "cento/option_table.hpp"
#include "engine/api/job_run.hpp"
#include "engine/duplicate_search.hpp"
#include "engine/forum_search.hpp"
#include "engine/options/forum_model_file.hpp"
#include "methods/forum/forum_comparison.hpp"

namespace cento {

ThreadSink::~ThreadSink() = default;
void ThreadSink::cluster(const ClusterRecord& /*record*/) {}

std::vector<std::string> compared_parts(const ThreadsOptions& options) {
  check_options(options);
  ReadOptions reading;
  read_parts_of(model_of(options), reading);
  return reading.text_fields;
}

ThreadsSummary threads(const Source& source, const ThreadsOptions& options, ThreadSink& sink, const RunOptions& run) {
  check_options(options);
  JobRun own("cento threads", run, source);
  const ForumModel model = model_of(options);
  ForumPairSearch search(options, model, own.job(), own.inputs());
  search.read();
  search.find({});
  ThreadsSummary summary;
  own.summarise(search.documents().totals(), summary);
  summary.identical_threads = search.counts().identical;
  summary.without_features = search.counts().without_features;
  summary.scored_pairs = search.counts().scored_pairs;
  summary.verified_pairs = search.pairs();
  summary.capped_pairs = search.counts().capped_pairs;
  const auto pairs = search.for_each_pair(options.pairs_up_to, [&](const ForumPairRecord& pair) { sink.pair(pair); });
  summary.pairs = pairs.listed;
  summary.pairs_left_out = pairs.left_out;
  const std::vector<Verdict> verdicts = search.choose();
  summary.clusters = count_survivors(verdicts, {}).clusters;
  for_each_cluster_member(search.documents(), verdicts, [&](const ClusterRecord& record) { sink.cluster(record); });
  return summary;
}

}  // namespace cento
