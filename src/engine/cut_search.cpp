#include "engine/cut_search.hpp"

#include <string>

#include "core/memory/idle_memory.hpp"

namespace cento {

namespace {

constexpr MemoryShare kCuts{"cuts by document", 16};

RepeatOptions with_resources(const CutRule& rule, const Job& job) {
  RepeatOptions options;
  static_cast<CutRule&>(options) = rule;
  job.give_resources(options);
  return options;
}

}  // namespace

CutRule cut_rule_of(const DedupOptions& options) {
  auto rule = static_cast<const CutRule&>(options);
  if (options.level == DedupLevel::sentence) rule.min_sentences = 1;
  return rule;
}

std::string_view reason_of_cuts(const DedupOptions& options) {
  return options.level == DedupLevel::sentence ? "sentence" : "passage";
}

CutSearch::CutSearch(const CutRule& rule, Job& job, const JobCollections& collections)
    : job_(job),
      finder_(std::make_unique<RepeatedSentenceFinder>(with_resources(rule, job))),
      documents_(job, collections, KeepPolicy("first")),
      cuts_(job.memory().part(kCuts), job.temp_dir()) {}

CutSearch::~CutSearch() = default;

void CutSearch::read(const std::function<void(const DocumentBatch&)>& note) {
  documents_.read([&](const DocumentBatch& batch) { return finder_->sign(batch); },
                  [&](const auto& batch) { finder_->add(*batch); }, [&] { finder_->end_reference(); },
                  [&](const DocumentBatch& batch) {
                    if (note) note(batch);
                  });
}

void CutSearch::find(std::string_view reason, const std::function<void(const CutRecord&)>& use) {
  std::string cut_place;
  std::string kept_place;
  job_.progress().begin_phase("joining");
  counts_ = finder_->find([&](const RepeatedRun& run) {
    cuts_.add(run.cut.document - documents_.references(), {run.cut.part, run.cut.bytes});
    if (use) use({name(run.cut, cut_place), name(run.kept, kept_place), reason});
  });
  finder_.reset();
  give_idle_memory_back(job_.memory_bytes());  // for reading once more
}

NamedStretch CutSearch::name(const SentenceRun& run, std::string& place) const {
  return documents_.name(run.document, run.part, {run.sentences, run.bytes}, place);
}

}  // namespace cento
