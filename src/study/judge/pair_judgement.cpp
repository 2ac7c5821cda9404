#include "study/judge/pair_judgement.hpp"

#include <algorithm>
#include <utility>

#include <boost/unordered/unordered_flat_map.hpp>

namespace cento {

std::size_t hash_value(const PairName& name) {
  std::size_t seed = boost::hash<std::string>()(name.a);
  boost::hash_combine(seed, name.b);
  return seed;
}

namespace {

/// Where the gold lists a pair.
using PairPlaces = boost::unordered_flat_map<PairName, std::size_t, boost::hash<PairName>>;

/// The scores of the pairs that the gold lists, in its order, and of the others.
struct MatchedScores {
  std::vector<ScoredLabel> listed;
  std::vector<ScoredLabel> unlisted;
};

MatchedScores match(std::span<const LabelledPair> gold, std::span<const FoundPair> found) {
  MatchedScores scores;
  PairPlaces places;
  places.reserve(gold.size());
  for (const LabelledPair& pair : gold) {
    places.emplace(pair.name, scores.listed.size());
    scores.listed.push_back({kNeverFound, pair.is_positive});
  }
  for (const FoundPair& pair : found) {
    const auto [place, is_new] = places.emplace(pair.name, gold.size() + scores.unlisted.size());
    if (is_new) scores.unlisted.push_back({kNeverFound, false});
    ScoredLabel& scored =
        place->second < gold.size() ? scores.listed[place->second] : scores.unlisted[place->second - gold.size()];
    scored.score = std::max(scored.score, pair.score);
  }
  return scores;
}

PairJudgement judge(std::span<const ScoredLabel> pairs, double threshold) {
  return {count_at(pairs, threshold), best_f1(pairs)};
}

/// The pairs of each name that `name_of` gives.
template <typename NameOf>
std::map<std::string, std::vector<ScoredLabel>> grouped(std::span<const LabelledPair> gold,
                                                        std::span<const ScoredLabel> scores, NameOf name_of) {
  std::map<std::string, std::vector<ScoredLabel>> groups;
  for (std::size_t i = 0; i < gold.size(); ++i) groups[name_of(gold[i])].push_back(scores[i]);
  return groups;
}

bool has_positive(const std::vector<ScoredLabel>& pairs) {
  return std::any_of(pairs.begin(), pairs.end(), [](const ScoredLabel& pair) { return pair.is_positive; });
}

std::map<std::string, PairJudgement> judge_kinds(std::span<const LabelledPair> gold,
                                                 std::span<const ScoredLabel> scores, double threshold) {
  auto kinds = grouped(gold, scores, [](const LabelledPair& pair) { return pair.kind; });
  std::vector<ScoredLabel> shared;
  for (const auto& [kind, pairs] : kinds) {
    if (!has_positive(pairs)) shared.insert(shared.end(), pairs.begin(), pairs.end());
  }
  std::map<std::string, PairJudgement> judged;
  for (auto& [kind, pairs] : kinds) {
    if (has_positive(pairs)) pairs.insert(pairs.end(), shared.begin(), shared.end());
    judged.emplace(kind, judge(pairs, threshold));
  }
  return judged;
}

MeanAveragePrecision judge_queries(std::span<const LabelledPair> gold, std::span<const ScoredLabel> scores) {
  auto queries = grouped(gold, scores, [](const LabelledPair& pair) { return pair.query; });
  queries.erase("");
  std::vector<std::vector<ScoredLabel>> rankings;
  rankings.reserve(queries.size());
  for (auto& [query, pairs] : queries) rankings.push_back(std::move(pairs));
  return mean_average_precision(rankings);
}

}  // namespace

PairName ordered_pair(std::string one, std::string other) {
  if (other < one) std::swap(one, other);
  return {std::move(one), std::move(other)};
}

PairReport judge_pairs(std::span<const LabelledPair> gold, std::span<const FoundPair> found,
                       const PairJudgingOptions& options) {
  MatchedScores scores = match(gold, found);
  PairReport report;
  report.kinds = judge_kinds(gold, scores.listed, options.threshold);
  report.by_query = judge_queries(gold, scores.listed);
  report.unlisted = scores.unlisted.size();
  report.unlisted_at_threshold = count_at(scores.unlisted, options.threshold).false_positives;
  if (options.closed) scores.listed.insert(scores.listed.end(), scores.unlisted.begin(), scores.unlisted.end());
  report.all = judge(scores.listed, options.threshold);
  report.precision_at_recall = precision_at_recall(scores.listed, options.recall);
  report.average_precision = average_precision(scores.listed);
  return report;
}

}  // namespace cento
