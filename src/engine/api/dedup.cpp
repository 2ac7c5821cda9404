#include "cento/dedup.hpp"

#include "cento/option_table.hpp"
#include "engine/api/duplicate_summary.hpp"
#include "engine/api/job_run.hpp"
#include "engine/cut_search.hpp"

namespace cento {

namespace {

DedupSummary dedup_documents(JobRun& run, const DedupOptions& options, DedupSink& sink) {
  DuplicateSearch search(options, run.job(), run.collections());
  search.read();
  search.find();
  const std::vector<Verdict> verdicts = search.choose();
  const SurvivorCounts counts = search.count(verdicts);
  DedupSummary summary;
  run.summarise(search.documents().totals(), summary);
  summarise(search, verdicts, summary);
  summary.kept = counts.kept;
  summary.removed = counts.removed();
  run.job().progress().begin_phase("writing");
  search.for_each_removal(verdicts, [&](const RemovalRecord& record) { sink.removal(record); });
  return summary;
}

DedupSummary dedup_texts(JobRun& run, const DedupOptions& options, DedupSink& sink) {
  const bool by_sentence = options.level == DedupLevel::sentence;
  CutRule repeats = static_cast<const CutRule&>(options);
  if (by_sentence) repeats.min_sentences = 1;
  CutSearch search(repeats, run.job(), run.collections());
  search.read();
  search.find(by_sentence ? "sentence" : "passage", [&](const CutRecord& record) { sink.cut(record); });
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
  JobRun own(run, source, options.against ? &*options.against : nullptr);
  return options.level == DedupLevel::document ? dedup_documents(own, options, sink) : dedup_texts(own, options, sink);
}

}  // namespace cento
