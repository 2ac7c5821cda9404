#include "study/forum/labelled_judgement.hpp"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "study/forum/labelled_similarities.hpp"
#include "study/judge/file_judge.hpp"
#include "write/records/pair_records.hpp"

namespace cento {

namespace {

std::string score_rows(const LabelFiles& files, const std::vector<FoundPair>& found) {
  const bool has_two_ids = !files.pairs_file.empty();
  std::string rows = has_two_ids ? "a_id\tb_id\tscore\n" : "id\tscore\n";
  for (const FoundPair& pair : found) {
    append_text_column(rows, pair.name.a);
    rows.push_back('\t');
    if (has_two_ids) {
      append_text_column(rows, pair.name.b);
      rows.push_back('\t');
    }
    rows += fmt::format("{}\n", pair.score);
  }
  return rows;
}

}  // namespace

LabelledJudgement judge_labelled(const LabelledQuestions& labelled, std::span<const double> outside,
                                 const LabelFiles& files, const ForumModel& model, double recall,
                                 const ForumRunOptions& run) {
  const std::vector<ScoredLabel> scores = labelled_scores(labelled, outside, model, run);
  std::vector<LabelledPair> gold;
  std::vector<FoundPair> found;
  for (std::size_t i = 0; i < scores.size(); ++i) {
    const ForumLabel& pair = labelled.pairs[i];
    found.push_back({score_name(files, labelled, pair), scores[i].score});
    gold.push_back({found.back().name, pair.is_positive, pair.kind, pair.query});
  }
  const PairJudgingOptions judging{model.threshold, false, recall};
  return {describe(judge_pairs(gold, found, judging), judging), score_rows(files, found)};
}

void note_single_label(const LabelledQuestions& labelled, const std::string& what, Reporter& reporter) {
  const auto positives = std::count_if(labelled.pairs.begin(), labelled.pairs.end(),
                                       [](const ForumLabel& pair) { return pair.is_positive; });
  note_single_label(static_cast<std::size_t>(positives), labelled.pairs.size(), what, reporter);
}

}  // namespace cento
