#include "study/forum/labelled_similarities.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <string_view>
#include <utility>

#include "core/parallel/executor.hpp"
#include "methods/forum/forum_signer.hpp"
#include "methods/ndd/collection_statistics.hpp"
#include "methods/ndd/document_signer.hpp"

namespace cento {

namespace {

bool needs_frequencies(const ForumModel& model) {
  const std::vector<ForumField> fields = fields_of(model);
  return std::any_of(fields.begin(), fields.end(),
                     [](const ForumField& field) { return needs_token_frequencies(field.features); });
}

DocumentFrequencies count_tokens(const LabelledQuestions& labelled, const ForumRunOptions& run) {
  StatisticsOptions counting;
  counting.threads = run.threads;
  counting.memory_bytes = run.memory_bytes;
  counting.temp_dir = run.temp_dir;
  StatisticsCounter counter(counting);
  counter.add(*counter.sign(labelled.threads));
  return counter.finish().frequencies;
}

}  // namespace

LabelledRows all_rows(const LabelledQuestions& labelled) {
  LabelledRows rows(labelled.pairs.size());
  std::iota(rows.begin(), rows.end(), 0U);
  return rows;
}

std::vector<ForumSimilarities> labelled_similarities(const LabelledQuestions& labelled,
                                                     std::span<const std::uint32_t> rows, const ForumModel& model,
                                                     const ForumRunOptions& run) {
  DocumentFrequencies tokens;
  ForumRunOptions how = run;
  if (run.tokens == nullptr && needs_frequencies(model)) {
    tokens = count_tokens(labelled, run);
    how.tokens = &tokens;
  }
  ForumComparer comparer(model, how);
  comparer.add(*comparer.sign(labelled.threads));
  comparer.prepare();
  std::vector<ForumSimilarities> found(labelled.pairs.size());
  LocalExecutor executor(run.threads, run.memory_bytes, run.temp_dir);
  executor.for_each_range(rows.size(), [&](std::size_t begin, std::size_t end, std::size_t) {
    for (std::size_t i = begin; i < end; ++i) {
      const ForumLabel& pair = labelled.pairs[rows[i]];
      comparer.compare(pair.a, pair.b, found[rows[i]]);
    }
  });
  return found;
}

std::vector<ScoredLabel> labelled_scores(const LabelledQuestions& labelled, std::span<const double> outside,
                                         const ForumModel& model, const ForumRunOptions& run) {
  std::vector<ForumSimilarities> found = labelled_similarities(labelled, all_rows(labelled), model, run);
  std::vector<ScoredLabel> scores;
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (!outside.empty()) found[i].outside = outside[i];
    scores.push_back({forum_similarity(model, found[i]), labelled.pairs[i].is_positive});
  }
  return scores;
}

MeanAveragePrecision map_by_query(const LabelledQuestions& labelled, std::span<const ScoredLabel> scores) {
  std::map<std::string_view, std::vector<ScoredLabel>> queries;
  for (std::size_t i = 0; i < scores.size(); ++i) {
    if (!labelled.pairs[i].query.empty()) queries[labelled.pairs[i].query].push_back(scores[i]);
  }
  std::vector<std::vector<ScoredLabel>> rankings;
  rankings.reserve(queries.size());
  for (auto& [query, ranking] : queries) rankings.push_back(std::move(ranking));
  return mean_average_precision(rankings);
}

std::vector<std::string> labelled_part_names(const LabelledQuestions& labelled) {
  std::vector<std::string> names;
  for (const Document& document : labelled.threads.documents) {
    for (const Part& part : document.parts) {
      if (std::find(names.begin(), names.end(), part.name) == names.end()) names.emplace_back(part.name);
    }
  }
  return names;
}

}  // namespace cento
