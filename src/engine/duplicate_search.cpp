#include "engine/duplicate_search.hpp"

#include <utility>

#include "engine/statistics/token_statistics.hpp"
#include "methods/ndd/document_signer.hpp"
#include "sign/words/frequencies_file.hpp"

namespace cento {

namespace {

constexpr MemoryShare kTables{"statistics from a file", 2};

const DocumentFrequencies* unless_empty(const DocumentFrequencies& frequencies) {
  return frequencies.documents() > 0 ? &frequencies : nullptr;
}

}  // namespace

DuplicateSearch::DuplicateSearch(const DuplicateOptions& options, Job& job, const JobCollections& collections)
    : options_(options), job_(job), documents_(job, collections, KeepPolicy(options.keep)) {
  if (!options.statistics_file.empty()) {
    load_statistics();
  } else if (needs_token_frequencies(options.method) || needs_token_frequencies(options.features)) {
    tokens_ = token_statistics({}, collections.inputs, job);
  }
  NearDuplicateOptions ready;
  static_cast<DocumentSimilarity&>(ready) = static_cast<const DocumentSimilarity&>(options);
  job.give_resources(ready);
  ready.tokens = unless_empty(tokens_);
  ready.known_features = unless_empty(known_features_);
  finder_ = std::make_unique<NearDuplicateFinder>(ready);
}

DuplicateSearch::~DuplicateSearch() = default;

/// The table of tokens, and that of the features for SCT if the file has it.
void DuplicateSearch::load_statistics() {
  auto tables = load_frequencies(options_.statistics_file, job_.memory().part(kTables).bytes);
  tokens_ = require_table(options_.statistics_file, tables, "tokens").frequencies;
  const std::string features = compared_features(options_);
  for (SavedFrequencies& table : tables) {
    if (table.counted == features) known_features_ = std::move(table.frequencies);
  }
}

void DuplicateSearch::read(const std::function<void(const DocumentBatch&)>& note) {
  documents_.read([&](const DocumentBatch& batch) { return finder_->sign(batch); },
                  [&](const auto& batch) { finder_->add(*batch); }, [] {},
                  [&](const DocumentBatch& batch) {
                    if (note) note(batch);
                  });
}

std::optional<Banding> DuplicateSearch::banding() const {
  return finder_->banding();
}

void DuplicateSearch::find() {
  job_.progress().begin_phase("joining");
  found_ = finder_->find();
  finder_.reset();
}

std::vector<Verdict> DuplicateSearch::choose() const {
  return choose_among(found_.pairs);
}

std::vector<Verdict> DuplicateSearch::choose(double threshold) const {
  std::vector<SimilarPair> pairs;
  std::copy_if(found_.pairs.begin(), found_.pairs.end(), std::back_inserter(pairs),
               [&](const SimilarPair& pair) { return pair.similarity() >= threshold; });
  return choose_among(pairs);
}

std::vector<Verdict> DuplicateSearch::choose_among(std::span<const SimilarPair> pairs) const {
  return choose_survivors(
      {found_.first_of_class, pairs, documents_.table().ranks(), documents_.reference_flags(), found_.first_of_text});
}

SurvivorCounts DuplicateSearch::count(const std::vector<Verdict>& verdicts) const {
  return count_survivors(verdicts, documents_.reference_flags());
}

std::string_view reason_of(Removal removal, const DuplicateOptions& options) {
  const std::string features = compared_features(options);
  const bool are_words = features == "tokens" || features.starts_with("shingle");
  return removal == Removal::same_features && are_words ? "same words" : describe(removal);
}

ListedPairs DuplicateSearch::for_each_pair(std::uint32_t pairs_up_to,
                                           const std::function<void(const PairRecord&)>& use) const {
  const ClassPairs pairs(found_.first_of_class, found_.pairs, pairs_up_to);
  std::string place_a;
  std::string place_b;
  job_.progress().begin_phase("writing");
  job_.progress().begin_step(pairs.listed());
  pairs.for_each([&](const SimilarPair& pair) {
    use({documents_.name(pair.a, place_a), documents_.name(pair.b, place_b), pair.similarity(), pair.contained_a(),
         pair.contained_b()});
    job_.progress().advance();
  });
  return pairs.counts();
}

void DuplicateSearch::for_each_removal(const std::vector<Verdict>& verdicts,
                                       const std::function<void(const RemovalRecord&)>& use) const {
  const DocumentTable& table = documents_.table();
  for (DocId document = documents_.references(); document < verdicts.size(); ++document) {
    const Verdict& verdict = verdicts[document];
    if (verdict.stays()) continue;
    const std::string place = table.place(document).to_string();
    const std::string kept_place = table.place(verdict.kept).to_string();
    use({{table.id(document), place, table.line(document)},
         {table.id(verdict.kept), kept_place, table.line(verdict.kept)},
         verdict.similarity(),
         verdict.contained(),
         verdict.contained_by(),
         reason(verdict.removal)});
  }
}

void for_each_cluster_member(const JobDocuments& documents, const std::vector<Verdict>& verdicts,
                             const std::function<void(const ClusterRecord&)>& use) {
  const std::vector<std::uint32_t> sizes = cluster_sizes(verdicts);
  std::string place;
  std::string kept_place;
  for (DocId document = 0; document < verdicts.size(); ++document) {
    const Verdict& verdict = verdicts[document];
    if (sizes[verdict.kept] < 2) continue;
    use({documents.name(document, place), documents.name(verdict.kept, kept_place), verdict.stays(),
         verdict.similarity()});
  }
}

}  // namespace cento
