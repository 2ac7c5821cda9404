#include "study/forum/forum_tables.hpp"

#include <array>
#include <optional>

#include <fmt/format.h>

namespace cento {

namespace {

constexpr double kPercent = 100;

/// A row of Table 2: weights of title, description and answer, and the threshold.
struct PaperWeights {
  std::array<double, 3> parts;
  double threshold;
};
constexpr std::array<PaperWeights, 11> kTable2 = {{
    {{0.2, 0, 0.8}, 0.1},
    {{0.3, 0.6, 0.1}, 0.1},
    {{0.5, 0.3, 0.2}, 0.2},
    {{0.4, 0.5, 0.1}, 0.2},
    {{0.7, 0.1, 0.2}, 0.3},
    {{0.6, 0.2, 0.2}, 0.3},
    {{0.5, 0.3, 0.2}, 0.3},
    {{0.4, 0.2, 0.4}, 0.5},
    {{0.4, 0.3, 0.3}, 0.4},
    {{0.4, 0.4, 0.2}, 0.3},
    {{0.6, 0, 0.4}, 0.5},
}};

std::vector<ScoredLabel> scores_of(const LabelledQuestions& labelled, const std::vector<ForumSimilarities>& found,
                                   std::size_t column) {
  std::vector<ScoredLabel> scores;
  for (std::size_t i = 0; i < found.size(); ++i) {
    const double value = found[i].comparisons[column];
    scores.push_back({value > 0 ? value : kNeverFound, labelled.pairs[i].is_positive});
  }
  return scores;
}

StudyTable table_1(const LabelledQuestions& labelled, const ForumModel& model,
                   const std::vector<ForumSimilarities>& found) {
  StudyTable table;
  table.file = "table_1";
  table.title = "Table 1: best F1 of each signature in each part, by resemblance alone";
  table.row_names = {"signature", "signature"};
  const std::size_t signatures = model.parts.front().comparisons.size();
  for (const ComparedPart& part : model.parts) {
    const std::string csv = fmt::format("f1_{}", table.columns.size() / 2 + 1);
    table.columns.push_back({{part.part, csv}, StudyTable::Unit::percent});
    table.columns.push_back(
        {{"at", fmt::format("threshold_{}", table.columns.size() / 2 + 1)}, StudyTable::Unit::ratio});
  }
  for (std::size_t s = 0; s < signatures; ++s) {
    const std::string name = to_string(model.parts.front().comparisons[s]);
    StudyTable::Row row{{name, name}, {}};
    for (std::size_t part = 0; part < model.parts.size(); ++part) {
      const auto best = best_f1(scores_of(labelled, found, part * signatures + s)).value_or(BestF1{});
      row.values.insert(row.values.end(), {best.f1, best.threshold});
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

std::string percent(double weight) {
  return fmt::format("{:.0f} %", weight * kPercent);
}

StudyTable::Row row_of_table_2(const LabelledQuestions& labelled, const std::vector<ForumSimilarities>& found,
                               ForumModel model, const PaperWeights& weights) {
  for (std::size_t part = 0; part < weights.parts.size(); ++part) model.parts[part].weight = weights.parts[part];
  std::vector<ScoredLabel> scores;
  for (std::size_t i = 0; i < found.size(); ++i) {
    scores.push_back({forum_similarity(model, found[i]), labelled.pairs[i].is_positive});
  }
  const PairCounts counts = count_at(scores, weights.threshold);
  const std::string name =
      fmt::format("{}, {}, {}", percent(weights.parts[0]), percent(weights.parts[1]), percent(weights.parts[2]));
  const std::string csv = fmt::format("{} {} {}", weights.parts[0], weights.parts[1], weights.parts[2]);
  return {{name, csv}, {weights.threshold, counts.precision(), counts.recall(), counts.f1()}};
}

StudyTable table_2(const LabelledQuestions& labelled, const ForumModel& model, const ForumRunOptions& run) {
  const auto found = labelled_similarities(labelled, all_rows(labelled), model, run);
  StudyTable table;
  table.file = "table_2";
  table.title = fmt::format("Table 2: weights of {}, {} and {} by 3-shingles, and threshold", model.parts[0].part,
                            model.parts[1].part, model.parts[2].part);
  table.row_names = {"weights", "weights"};
  table.columns = {{{"threshold", "threshold"}, StudyTable::Unit::ratio},
                   {{"P", "precision"}, StudyTable::Unit::percent},
                   {{"R", "recall"}, StudyTable::Unit::percent},
                   {{"F1", "f1"}, StudyTable::Unit::percent}};
  for (const PaperWeights& weights : kTable2) table.rows.push_back(row_of_table_2(labelled, found, model, weights));
  return table;
}

ForumModel model_of(const std::vector<std::string>& parts, const std::vector<std::string>& signatures) {
  ForumModel model;
  for (const std::string& part : parts) {
    model.parts.push_back({part, 1, {}});
    for (const std::string& signature : signatures) {
      model.parts.back().comparisons.push_back(parse_comparison(signature));
    }
  }
  return model;
}

}  // namespace

std::vector<std::string> signatures_of_table_1() {
  return {"shingle:2",      "shingle:3",      "shingle:4", "winnow:3:3", "winnow:5:3",
          "imatch:0.1:0.9", "imatch:0.2:0.8", "spot:50",   "spot:100"};
}

std::vector<StudyTable> forum_tables(const LabelledQuestions& labelled, const ForumStudyOptions& options) {
  const auto parts = options.parts.empty() ? labelled_part_names(labelled) : options.parts;
  const auto signatures = options.signatures.empty() ? signatures_of_table_1() : options.signatures;
  const ForumModel model = model_of(parts, signatures);
  std::vector<StudyTable> tables = {
      table_1(labelled, model, labelled_similarities(labelled, all_rows(labelled), model, options.run))};
  if (parts.size() == kTable2.front().parts.size()) {
    tables.push_back(table_2(labelled, model_of(parts, {"shingle:3"}), options.run));
  }
  return tables;
}

}  // namespace cento
