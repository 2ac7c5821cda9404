#include "cento/dedup.hpp"

#include <fmt/format.h>

#include "cento/error.hpp"
#include "cento/option_table.hpp"
#include "engine/api/duplicate_summary.hpp"
#include "engine/api/job_run.hpp"
#include "engine/cut_search.hpp"

namespace cento {

namespace {

DedupSummary hand_on(const JobRun& run, const DuplicateSearch& search, const std::vector<Verdict>& verdicts,
                     DedupSink& sink) {
  const SurvivorCounts counts = search.count(verdicts);
  DedupSummary summary;
  run.summarise(search.documents().totals(), summary);
  summarise(search, verdicts, summary);
  summary.kept = counts.kept;
  summary.removed = counts.removed();
  search.for_each_removal(verdicts, [&](const RemovalRecord& record) { sink.removal(record); });
  return summary;
}

DedupSummary dedup_documents(JobRun& run, const DedupOptions& options, DedupSink& sink) {
  DuplicateSearch search(options, run.job(), run.collections());
  search.read();
  search.find();
  const std::vector<Verdict> verdicts = search.choose();
  run.job().progress().begin_phase("writing");
  return hand_on(run, search, verdicts, sink);
}

DedupSummary dedup_texts(JobRun& run, const DedupOptions& options, DedupSink& sink) {
  CutSearch search(cut_rule_of(options), run.job(), run.collections());
  search.read();
  search.find(reason_of_cuts(options), [&](const CutRecord& record) { sink.cut(record); });
  DedupSummary summary;
  run.summarise(search.documents().totals(), summary);
  summary.kept = summary.documents;
  summary.cuts = search.cuts().size();
  summary.cut_sentences = search.counts().cut_sentences;
  summary.cut_bytes = search.counts().cut_bytes;
  return summary;
}

}  // namespace

DedupSink::~DedupSink() = default;
void DedupSink::removal(const RemovalRecord& /*record*/) {}
void DedupSink::cut(const CutRecord& /*record*/) {}

DedupSummary dedup(const Source& source, const DedupOptions& options, DedupSink& sink, const RunOptions& run) {
  check_options(options);
  JobRun own("cento dedup", run, source, options.against ? &*options.against : nullptr);
  return options.level == DedupLevel::document ? dedup_documents(own, options, sink) : dedup_texts(own, options, sink);
}

class Duplicates::State {
 public:
  State(const Source& source, const DedupOptions& options, const RunOptions& run)
      : options_(options),
        run_options_(run),
        run_("cento dedup", run_options_, source, options_.against ? &*options_.against : nullptr),
        search_(options_, run_.job(), run_.collections()) {
    search_.read();
    search_.find();
    run_.end_progress();
  }

  DedupSummary choose(double threshold, DedupSink& sink) const {
    if (!(threshold >= options_.threshold && threshold <= 1)) {
      throw UsageError(fmt::format("threshold must be from {}, for which the pairs were found, to 1, not {}",
                                   options_.threshold, threshold));
    }
    return hand_on(run_, search_, search_.choose(threshold), sink);
  }

 private:
  DedupOptions options_;
  RunOptions run_options_;
  JobRun run_;
  DuplicateSearch search_;
};

Duplicates::Duplicates(const Source& source, const DedupOptions& options, const RunOptions& run) {
  check_options(options);
  if (options.level != DedupLevel::document) throw UsageError("level must be document where duplicates are kept");
  state_ = std::make_unique<State>(source, options, run);
}
Duplicates::~Duplicates() = default;
Duplicates::Duplicates(Duplicates&&) noexcept = default;
Duplicates& Duplicates::operator=(Duplicates&&) noexcept = default;

DedupSummary Duplicates::choose(double threshold, DedupSink& sink) const {
  return state_->choose(threshold, sink);
}

}  // namespace cento
