#include "study/qsign/qsign_tables.hpp"

#include <algorithm>
#include <functional>

#include <fmt/format.h>

#include "study/share.hpp"

namespace cento {

namespace {

using Unit = StudyTable::Unit;

constexpr double kMicro = 1e6;

constexpr std::array<const char*, kQsignLevels> kLevelNames = {"0.9 < θ ≤ 1", "0.8 < θ ≤ 0.9", "0.7 < θ ≤ 0.8",
                                                               "0.6 < θ ≤ 0.7", "0.5 ≤ θ ≤ 0.6"};
constexpr std::array<const char*, kQsignLevels> kLevelCsv = {"0.9-1", "0.8-0.9", "0.7-0.8", "0.6-0.7", "0.5-0.6"};
constexpr std::array<const char*, kQsignLevels - 1> kPredictedAt = {"0.9", "0.8", "0.7", "0.6"};

StudyTable::Name numbered(const char* shown, const char* csv, unsigned number) {
  return {fmt::format("{}{}", shown, number), fmt::format("{}{}", csv, number)};
}

std::string shape_name(const BitShape& shape) {
  return fmt::format("m = {} bits, l = {}", shape.signature_bits, shape.word_bits);
}

/// Table 2: one row per level, one column per distance.
StudyTable recall_table(const QsignResults& results, const QsignCurve& curve) {
  StudyTable table{fmt::format("table_2_m{}", curve.shape.signature_bits),
                   fmt::format("Table 2: recall within d bits, {}", shape_name(curve.shape)),
                   {"threshold (θ)", "threshold"},
                   {{{"pairs", "pairs"}, Unit::count}},
                   {}};
  for (const QsignPoint& point : curve.points)
    table.columns.push_back({numbered("d=", "d", point.distance), Unit::ratio});
  std::uint64_t all = 0;
  for (std::size_t level = 0; level < kQsignLevels; ++level) {
    StudyTable::Row row{{kLevelNames[level], kLevelCsv[level]}, {static_cast<double>(results.pairs[level])}};
    for (const QsignPoint& point : curve.points) row.values.push_back(point.recall[level]);
    table.rows.push_back(std::move(row));
    all += results.pairs[level];
  }
  StudyTable::Row total{{"total", "total"}, {static_cast<double>(all)}};
  StudyTable::Row matches{{"candidates a sentence", "candidates"}, {std::nullopt}};
  for (const QsignPoint& point : curve.points) {
    total.values.push_back(point.total_recall);
    matches.values.emplace_back(point.candidates);
  }
  table.rows.push_back(std::move(total));
  table.rows.push_back(std::move(matches));
  return table;
}

/// Figure 7: what was observed above and below an overlap, and what is predicted at it, one row per distance.
StudyTable prediction_table(const QsignCurve& curve) {
  StudyTable table{fmt::format("figure_7_m{}", curve.shape.signature_bits),
                   fmt::format("Figure 7: predicted and observed recall, {}", shape_name(curve.shape)),
                   {"d", "d"},
                   {},
                   {}};
  for (std::size_t level = 0; level < kQsignLevels; ++level) {
    table.columns.push_back({{kLevelNames[level], fmt::format("observed_{}", kLevelCsv[level])}, Unit::ratio});
    if (level == kPredictedAt.size()) break;
    table.columns.push_back(
        {{fmt::format("predicted {}", kPredictedAt[level]), fmt::format("predicted_{}", kPredictedAt[level])},
         Unit::ratio});
  }
  for (const QsignPoint& point : curve.points) {
    StudyTable::Row row{numbered("", "", point.distance), {}};
    for (std::size_t level = 0; level < kQsignLevels; ++level) {
      row.values.push_back(point.recall[level]);
      if (level < kPredictedAt.size()) row.values.emplace_back(point.predicted[level]);
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

using ValueOf = std::function<std::optional<double>(const QsignPoint&)>;
struct CurveColumn {
  const char* shown;
  const char* csv;
  Unit unit;
  ValueOf value;
};

/// One row per distance, some columns for each signature length.
StudyTable curves_table(std::string file, std::string title, const QsignResults& results,
                        const std::vector<CurveColumn>& values) {
  StudyTable table{std::move(file), std::move(title), {"d", "d"}, {}, {}};
  std::size_t longest = 0;
  for (std::size_t i = 0; i < results.curves.size(); ++i) {
    for (const CurveColumn& value : values) {
      table.columns.push_back({numbered(value.shown, value.csv, results.curves[i].shape.signature_bits), value.unit});
    }
    if (results.curves[i].points.size() > results.curves[longest].points.size()) longest = i;
  }
  if (results.curves.empty()) return table;
  for (std::size_t row = 0; row < results.curves[longest].points.size(); ++row) {
    table.rows.push_back({numbered("", "", results.curves[longest].points[row].distance), {}});
    for (const QsignCurve& curve : results.curves) {
      for (const CurveColumn& value : values) {
        table.rows.back().values.push_back(row < curve.points.size() ? value.value(curve.points[row]) : std::nullopt);
      }
    }
  }
  return table;
}

StudyTable choice_table(const QsignResults& results, const QsignStudyOptions& options) {
  StudyTable table{"wanted_recall",
                   fmt::format("d for a predicted recall of {} of pairs with θ ≥ {}, compared with exact methods",
                               options.recall, options.threshold),
                   {"method", "way"},
                   {{{"l", "word_bits"}, Unit::count},
                    {{"mean d", "mean_d"}, Unit::amount},
                    {{"predicted", "predicted_recall"}, Unit::ratio},
                    {{"measured", "measured_recall"}, Unit::ratio},
                    {{"measured if as close as assumed", "measured_recall_as_long"}, Unit::ratio},
                    {{"candidates", "candidates"}, Unit::amount},
                    {{"µs a sentence", "microseconds"}, Unit::amount},
                    {{"of a full scan", "of_scan"}, Unit::ratio},
                    {{"of word lists", "of_words"}, Unit::ratio}},
                   {}};
  const auto times = [&](StudyTable::Row& row, double seconds) {
    row.values.insert(row.values.end(),
                      {seconds * kMicro, share(seconds, results.scan_seconds), share(seconds, results.words_seconds)});
    table.rows.push_back(std::move(row));
  };
  for (const QsignCurve& curve : results.curves) {
    const QsignChoice& choice = curve.choice;
    StudyTable::Row row{numbered("qsign, m = ", "qsign_m", curve.shape.signature_bits),
                        {static_cast<double>(curve.shape.word_bits), choice.mean_distance, choice.predicted,
                         choice.measured, choice.measured_as_long, choice.candidates}};
    times(row, choice.seconds);
  }
  StudyTable::Row words{{"word lists", "words"},
                        {std::nullopt, std::nullopt, std::nullopt, 1.0, 1.0, results.words_candidates}};
  times(words, results.words_seconds);
  StudyTable::Row scan{{"full scan", "scan"},
                       {std::nullopt, std::nullopt, std::nullopt, 1.0, 1.0, static_cast<double>(results.sentences)}};
  times(scan, results.scan_seconds);
  return table;
}

}  // namespace

std::vector<StudyTable> qsign_tables(const QsignResults& results, const QsignStudyOptions& options) {
  std::vector<StudyTable> tables;
  for (const QsignCurve& curve : results.curves) tables.push_back(recall_table(results, curve));
  tables.push_back(curves_table(
      "figure_6", "Figure 6: precision of candidates, and recall, within d bits", results,
      {{"recall m=", "recall_m", Unit::ratio, [](const QsignPoint& point) { return point.total_recall; }},
       {"precision m=", "precision_m", Unit::ratio, [](const QsignPoint& point) { return point.precision; }}}));
  for (const QsignCurve& curve : results.curves) tables.push_back(prediction_table(curve));
  tables.push_back(curves_table(
      "figure_8", "Figure 8: run time as a share of that of a full scan", results,
      {{"m=", "m", Unit::ratio, [&](const QsignPoint& point) { return share(point.seconds, results.scan_seconds); }}}));
  tables.push_back(curves_table(
      "figure_9", "Figure 9: run time for a sentence, in µs", results,
      {{"m=", "m", Unit::amount, [](const QsignPoint& point) { return std::optional(point.seconds * kMicro); }}}));
  tables.push_back(choice_table(results, options));
  return tables;
}

std::vector<std::string> qsign_findings(const QsignResults& results, const QsignStudyOptions& options) {
  if (results.curves.empty() || results.query_sentences == 0) return {"there was no query sentence"};
  const auto fastest =
      std::ranges::min_element(results.curves, {}, [](const QsignCurve& curve) { return curve.choice.seconds; });
  const QsignChoice& choice = fastest->choice;
  std::vector<std::string> findings;
  findings.push_back(
      fmt::format("a predicted recall of {} for overlaps of at least {} is fastest with {}: {:.1f} µs a sentence",
                  options.recall, options.threshold, shape_name(fastest->shape), choice.seconds * kMicro));
  if (choice.measured) findings.back() += fmt::format(", measured recall {:.3f}", *choice.measured);
  findings.push_back(fmt::format("lists of words find all in {:.1f} µs a sentence, a full scan in {:.1f} µs: {}",
                                 results.words_seconds * kMicro, results.scan_seconds * kMicro,
                                 choice.seconds < results.words_seconds
                                     ? "here signatures are faster, at the price of recall"
                                     : "here signatures gain nothing"));
  return findings;
}

}  // namespace cento
