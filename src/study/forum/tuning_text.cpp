#include "study/forum/tuning_text.hpp"

#include <optional>
#include <utility>

#include <fmt/format.h>

#include "core/counted.hpp"
#include "core/json/json_text.hpp"
#include "study/judge/confidence.hpp"
#include "study/judge/pair_judgement.hpp"
#include "study/study_table.hpp"

namespace cento {

namespace {

std::string number(std::optional<double> value) {
  return value ? fmt::format("{:.4f}", *value) : "–";
}

StudyTable::Row row_of(std::string name, const PairCounts& counts, double threshold) {
  const auto as_double = [](std::uint64_t count) { return static_cast<double>(count); };
  return {{std::move(name), {}},
          {as_double(counts.pairs()), as_double(counts.positives()), counts.precision(), counts.recall(), counts.f1(),
           threshold}};
}

StudyTable table_of(const TuningResult& result) {
  using Unit = StudyTable::Unit;
  StudyTable table;
  table.title = "Held-out labels, judged by what was learned from the others";
  table.row_names = {"fold", {}};
  table.columns = {{{"pairs", {}}, Unit::count}, {{"positive", {}}, Unit::count}, {{"P", {}}, Unit::ratio},
                   {{"R", {}}, Unit::ratio},     {{"F1", {}}, Unit::ratio},       {{"threshold", {}}, Unit::ratio}};
  for (std::size_t i = 0; i < result.folds.size(); ++i) {
    table.rows.push_back(row_of(fmt::format("{}", i + 1), result.folds[i].counts, result.folds[i].threshold));
  }
  table.rows.push_back(row_of("all", result.held_out, result.model.threshold));
  return table;
}

PairReport report_of(const TuningResult& result, const LabelledQuestions& labelled, const PairJudgingOptions& judging) {
  PairReport report;
  report.all = {result.held_out, best_f1(result.scores)};
  report.precision_at_recall = precision_at_recall(result.scores, judging.recall);
  report.average_precision = average_precision(result.scores);
  report.by_query = map_by_query(labelled, result.scores);
  return report;
}

std::string model_lines(const ForumModel& model) {
  std::string text;
  for (const ComparedPart& part : model.parts) {
    text += fmt::format("{} {:g}:", part.part, part.weight);
    for (const Comparison& comparison : part.comparisons) {
      text += fmt::format(" {} {:g}", to_string(comparison), comparison.weight);
    }
    text += "\n";
  }
  text += fmt::format("threshold {:g}, number guard {:g}, negation guard {:g}", model.threshold, model.number_guard,
                      model.negation_guard);
  if (model.outside_weight > 0) text += fmt::format(", external scores {:g}", model.outside_weight);
  if (!model.word_factors.empty()) {
    text += ", " + counted(model.word_factors.size(), "word with a factor", "words with a factor");
  }
  return text + "\n";
}

std::string shown(const std::optional<Interval>& interval) {
  return interval ? fmt::format("{:.4f} to {:.4f}", interval->low, interval->high) : "–";
}

}  // namespace

JudgementText describe(const TuningResult& result, const LabelledQuestions& labelled) {
  PairJudgingOptions judging;
  judging.threshold = result.model.threshold;
  const PairReport report = report_of(result, labelled, judging);
  JudgementText output = describe(report, judging);
  output.text = to_text(table_of(result));
  output.text += fmt::format("95 % confidence: P {}, R {}, F1 {}\n", shown(precision_interval(result.held_out)),
                             shown(recall_interval(result.held_out)), shown(f1_interval(result.held_out)));
  output.text += fmt::format("best precision at a recall of {:g} or more: {}; average precision: {}\n", judging.recall,
                             number(report.precision_at_recall), number(report.average_precision));
  if (report.by_query.rankings > 0) {
    output.text += fmt::format("MAP: {} over {}\n", number(report.by_query.mean),
                               counted(report.by_query.rankings, "query", "queries"));
  }
  output.text += fmt::format("\nLearned from all labels, on which F1 is {}\n{}", number(result.trained.f1()),
                             model_lines(result.model));
  append_json_key(output.measures_json, "trained_f1");
  output.measures_json += fmt::format("{}", result.trained.f1().value_or(0));
  append_json_key(output.measures_json, "fold_f1");
  output.measures_json += "[";
  for (const TunedFold& fold : result.folds) {
    if (output.measures_json.back() != '[') output.measures_json += ",";
    output.measures_json += fmt::format("{}", fold.counts.f1().value_or(0));
  }
  output.measures_json += "]";
  return output;
}

}  // namespace cento
