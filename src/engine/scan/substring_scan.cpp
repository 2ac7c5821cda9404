#include "engine/scan/substring_scan.hpp"

#include <string>

namespace cento {

namespace {

SubstringOptions finder_options(const RunRule& rule, const Job& job) {
  SubstringOptions options;
  static_cast<RunRule&>(options) = rule;
  job.give_resources(options);
  return options;
}

}  // namespace

SubstringScan::SubstringScan(const RunRule& rule, Job& job, const JobCollections& collections)
    : job_(job), finder_(finder_options(rule, job)), documents_(job, collections, KeepPolicy("first")) {}

void SubstringScan::read() {
  documents_.read([&](const DocumentBatch& batch) { return finder_.sign(batch); },
                  [&](const auto& batch) { finder_.add(*batch); }, [&] { finder_.end_reference(); });
}

SubstringCounts SubstringScan::find(const std::function<void(const RepeatRecord&)>& use) {
  std::string place;
  std::string also_place;
  job_.progress().begin_phase("joining");
  return finder_.find([&](const RepeatedRange& range) {
    use({name(range.place, place), name(range.also, also_place), range.is_first});
  });
}

NamedRun SubstringScan::name(const RunPlace& run, std::string& place) const {
  return {documents_.name(run.document, place), documents_.part_name(run.document, run.part), run.tokens.begin,
          run.tokens.end, run.bytes};
}

}  // namespace cento
