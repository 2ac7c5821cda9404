#include "engine/forum_search.hpp"

#include <algorithm>
#include <cmath>

#include "core/memory/freed_memory.hpp"
#include "engine/statistics/token_statistics.hpp"
#include "methods/forum/forum_signer.hpp"
#include "methods/ndd/document_signer.hpp"

namespace cento {

namespace {

constexpr MemoryShare kPairs{"pairs of threads", 20};

bool needs_statistics(const ForumModel& model) {
  const auto fields = fields_of(model);
  return std::any_of(fields.begin(), fields.end(),
                     [](const ForumField& field) { return needs_token_frequencies(field.features); });
}

}  // namespace

SimilarPair as_features(const ForumPair& pair) {
  constexpr std::uint32_t kOne = std::uint32_t{1} << 30;
  const auto shared = static_cast<std::uint32_t>(std::lround(pair.similarity * kOne));
  return {pair.a, pair.b, shared, kOne, shared};
}

KeepPolicy forum_keep_policy(const std::string& keep) {
  return KeepPolicy(keep == "answered" ? "field:answers:max" : keep);
}

ForumPairSearch::ForumPairSearch(const ThreadsOptions& options, const ForumModel& model, Job& job, Collection& inputs)
    : options_(options),
      model_(model),
      job_(job),
      documents_(job, {inputs, nullptr}, forum_keep_policy(options.keep)),
      pair_memory_(job.memory().part(kPairs), job.temp_dir()),
      pairs_(&pair_memory_) {
  for (const ComparedPart& part : model.parts) part_labels_.push_back(part_label(part));
  if (needs_statistics(model)) tokens_ = token_statistics({}, inputs, job);
  comparer_ = std::make_unique<ForumComparer>(model, ForumRunOptions{job.threads(), job.memory_bytes(), job.temp_dir(),
                                                                     &tokens_, &job.progress(), &job.ledger()});
}

ForumPairSearch::~ForumPairSearch() = default;

void ForumPairSearch::read() {
  documents_.read([&](const DocumentBatch& batch) { return comparer_->sign(batch); },
                  [&](const auto& batch) { comparer_->add(*batch); }, [] {});
}

void ForumPairSearch::find(const std::vector<OutsideScore>& outside) {
  job_.progress().begin_phase("joining");
  comparer_->prepare();
  ForumSearchOptions search;
  search.partitioning = options_.by;
  found_ = find_duplicate_questions(*comparer_, outside, search);
  pairs_.reserve(found_.pairs.size());
  for (const ForumPair& pair : found_.pairs) pairs_.push_back(as_features(pair));
  release(found_.pairs);
}

ListedPairs ForumPairSearch::for_each_pair(std::uint32_t pairs_up_to,
                                           const std::function<void(const ForumPairRecord&)>& use) {
  const ClassPairs pairs(found_.first_of_class, pairs_, pairs_up_to);
  ForumSimilarities similarities;
  std::vector<double> values;
  std::vector<PartSimilarity> parts;
  for (const std::string& label : part_labels_) parts.push_back({label, kMissing});
  std::string place_a;
  std::string place_b;
  job_.progress().begin_phase("writing");
  job_.progress().begin_step(pairs.listed());
  pairs.for_each([&](const SimilarPair& pair) {
    comparer_->compare(pair.a, pair.b, similarities);
    part_similarities(model_, similarities, values);
    for (std::size_t i = 0; i < parts.size(); ++i) parts[i].similarity = values[i];
    use({documents_.name(pair.a, place_a), documents_.name(pair.b, place_b), pair.similarity(), parts});
    job_.progress().advance();
  });
  return pairs.counts();
}

std::vector<Verdict> ForumPairSearch::choose() const {
  return choose_survivors({found_.first_of_class, pairs_, documents_.table().ranks(), {}});
}

}  // namespace cento
