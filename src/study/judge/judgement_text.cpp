#include "study/judge/judgement_text.hpp"

#include <cmath>
#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/append_all.hpp"
#include "core/counted.hpp"
#include "core/json/json_text.hpp"
#include "study/judge/confidence.hpp"
#include "study/study_table.hpp"
#include "write/records/pair_records.hpp"

namespace cento {

namespace {

using Unit = StudyTable::Unit;

void append_count(std::string& out, std::string_view key, std::uint64_t count) {
  append_json_key(out, key);
  append_all(out, count);
}

/// With all digits; null if undefined.
void append_measure(std::string& out, std::string_view key, std::optional<double> value) {
  append_json_key(out, key);
  out += value && std::isfinite(*value) ? fmt::format("{}", *value) : "null";
}

void append_flag(std::string& out, std::string_view key, bool value) {
  append_json_key(out, key);
  out += value ? "true" : "false";
}

void append_interval(std::string& out, std::string_view key, const std::optional<Interval>& interval) {
  append_json_key(out, key);
  out += interval ? fmt::format("[{},{}]", interval->low, interval->high) : "null";
}

/// Appends `"key":{…}`; `fill` writes what is between the braces.
template <typename Fill>
void append_object(std::string& out, std::string_view key, Fill fill) {
  append_json_key(out, key);
  out.push_back('{');
  fill(out);
  out.push_back('}');
}

template <typename Judgement, typename Append>
void append_kinds(std::string& out, std::string_view key, const std::map<std::string, Judgement>& kinds,
                  Append append) {
  append_object(out, key, [&](std::string& object) {
    for (const auto& [kind, judged] : kinds) {
      append_object(object, kind, [&judged = judged, &append](std::string& inner) { append(inner, judged); });
    }
  });
}

std::string number(std::optional<double> value) {
  return value ? fmt::format("{:.4f}", *value) : "–";
}

/// The name of a kind for people: on one line, and never empty.
StudyTable::Name kind_name(std::string_view kind) {
  std::string shown;
  append_text_column(shown, kind);
  if (shown.empty()) shown = "(none)";
  return {shown, {}};
}

StudyTable table_of(std::string title, std::string rows, const std::vector<std::pair<const char*, Unit>>& columns) {
  StudyTable table;
  table.title = std::move(title);
  table.row_names = {std::move(rows), {}};
  for (const auto& [name, unit] : columns) table.columns.push_back({{name, {}}, unit});
  return table;
}

double as_double(std::uint64_t count) {
  return static_cast<double>(count);
}

void append_pairs(std::string& out, const PairJudgement& judged) {
  const PairCounts& counts = judged.counts;
  append_count(out, "pairs", counts.pairs());
  append_count(out, "positive", counts.positives());
  append_count(out, "tp", counts.true_positives);
  append_count(out, "fp", counts.false_positives);
  append_count(out, "fn", counts.false_negatives);
  append_measure(out, "precision", counts.precision());
  append_measure(out, "recall", counts.recall());
  append_measure(out, "f1", counts.f1());
  append_measure(out, "best_f1", judged.best ? std::optional(judged.best->f1) : std::nullopt);
  append_measure(out, "best_threshold", judged.best ? judged.best->threshold : std::nullopt);
}

std::string pairs_json(const PairReport& report, const PairJudgingOptions& options) {
  std::string out = "\"judged\":\"pairs\"";
  append_measure(out, "threshold", options.threshold);
  append_pairs(out, report.all);
  append_interval(out, "precision_interval", precision_interval(report.all.counts));
  append_interval(out, "recall_interval", recall_interval(report.all.counts));
  append_interval(out, "f1_interval", f1_interval(report.all.counts));
  append_measure(out, "at_recall", options.recall);
  append_measure(out, "precision_at_recall", report.precision_at_recall);
  append_measure(out, "average_precision", report.average_precision);
  append_measure(out, "map", report.by_query.mean);
  append_count(out, "queries", report.by_query.rankings);
  append_count(out, "queries_without_positive", report.by_query.without_positive);
  append_object(out, "all", [&](std::string& object) { append_pairs(object, report.all); });
  append_kinds(out, "kinds", report.kinds, append_pairs);
  append_object(out, "unlisted", [&](std::string& object) {
    append_count(object, "predicted", report.unlisted);
    append_count(object, "at_threshold", report.unlisted_at_threshold);
    append_flag(object, "judged", options.closed);
  });
  return out;
}

StudyTable::Row pairs_row(StudyTable::Name name, const PairJudgement& judged) {
  const PairCounts& counts = judged.counts;
  const auto best = judged.best.value_or(BestF1{});
  return {std::move(name),
          {as_double(counts.pairs()), as_double(counts.positives()), as_double(counts.true_positives),
           as_double(counts.false_positives), as_double(counts.false_negatives), counts.precision(), counts.recall(),
           counts.f1(), judged.best ? std::optional(best.f1) : std::nullopt, best.threshold}};
}

std::string shown(const std::optional<Interval>& interval) {
  return interval ? fmt::format("{:.4f} to {:.4f}", interval->low, interval->high) : "–";
}

std::string pairs_remarks(const PairReport& report, const PairJudgingOptions& options) {
  const PairCounts& counts = report.all.counts;
  std::string text = fmt::format("95 % confidence: P {}, R {}, F1 {}\n", shown(precision_interval(counts)),
                                 shown(recall_interval(counts)), shown(f1_interval(counts)));
  text += fmt::format("best precision at a recall of {:g} or more: {}; average precision: {}\n", options.recall,
                      number(report.precision_at_recall), number(report.average_precision));
  if (const auto& queries = report.by_query; queries.rankings + queries.without_positive > 0) {
    text += fmt::format("MAP: {} over {}\n", number(queries.mean),
                        counted(queries.rankings, "query with a positive pair", "queries with a positive pair"));
  }
  if (report.unlisted > 0) {
    text += fmt::format("{} not in the gold file, {} of them at the threshold or above: {}\n",
                        counted(report.unlisted, "found pair is", "found pairs are"),
                        with_thousands(report.unlisted_at_threshold),
                        options.closed ? "counted as wrong" : "not judged (--closed counts them as wrong)");
  }
  return text;
}

void append_agreed(std::string& out, const Agreed& agreed) {
  append_measure(out, "precision", agreed.precision);
  append_measure(out, "recall", agreed.recall);
  append_measure(out, "f1", agreed.f1());
}

std::string clusters_json(const ClusterReport& report) {
  std::string out = "\"judged\":\"clusters\"";
  append_agreed(out, report.b_cubed);
  append_count(out, "items", report.items);
  append_count(out, "gold_clusters", report.gold_clusters);
  append_count(out, "predicted_clusters", report.found_clusters);
  append_count(out, "not_predicted", report.not_found);
  append_count(out, "unknown", report.unknown);
  append_object(out, "pairwise", [&](std::string& object) { append_agreed(object, report.pairwise); });
  append_object(out, "b_cubed", [&](std::string& object) { append_agreed(object, report.b_cubed); });
  append_measure(out, "ari", report.adjusted_rand);
  return out;
}

StudyTable::Row agreed_row(const char* name, const Agreed& agreed) {
  return {{name, {}}, {agreed.precision, agreed.recall, agreed.f1()}};
}

void append_span_score(std::string& out, const SpanScore& score) {
  append_measure(out, "precision", score.precision);
  append_measure(out, "recall", score.recall);
  append_measure(out, "f1", score.f1);
  append_measure(out, "plagdet", score.plagdet);
}

void append_spans(std::string& out, const SpanJudgement& judged) {
  append_count(out, "gold", judged.gold);
  append_count(out, "found", judged.detected);
  append_count(out, "predicted", judged.found);
  append_measure(out, "granularity", judged.granularity);
  append_object(out, "macro", [&](std::string& object) { append_span_score(object, judged.macro); });
  append_object(out, "micro", [&](std::string& object) { append_span_score(object, judged.micro); });
}

void append_alarms(std::string& out, const FalseAlarms& alarms) {
  append_count(out, "pairs", alarms.pairs);
  append_count(out, "pairs_with_predictions", alarms.pairs_with_found);
  append_count(out, "predicted", alarms.found);
}

std::string spans_json(const SpanReport& report) {
  std::string out = "\"judged\":\"spans\"";
  append_span_score(out, report.all.macro);
  append_measure(out, "granularity", report.all.granularity);
  append_object(out, "all", [&](std::string& object) { append_spans(object, report.all); });
  append_kinds(out, "kinds", report.kinds, append_spans);
  append_kinds(out, "without_gold", report.without_gold, append_alarms);
  append_count(out, "predicted_in_unlisted_pairs", report.found_in_unlisted_pairs);
  return out;
}

StudyTable::Row spans_row(StudyTable::Name name, const SpanJudgement& judged) {
  return {std::move(name),
          {as_double(judged.gold), as_double(judged.detected), as_double(judged.found), judged.granularity,
           judged.macro.precision, judged.macro.recall, judged.macro.plagdet, judged.micro.precision,
           judged.micro.recall, judged.micro.plagdet}};
}

std::string spans_remarks(const SpanReport& report) {
  std::string text;
  for (const auto& [kind, alarms] : report.without_gold) {
    text += fmt::format("kind {}: {} without gold spans, {} of them with found spans ({} in all)\n",
                        kind_name(kind).shown, counted(alarms.pairs, "pair", "pairs"),
                        with_thousands(alarms.pairs_with_found), with_thousands(alarms.found));
  }
  if (report.found_in_unlisted_pairs > 0) {
    text += fmt::format("{} in pairs that --pairs does not list: not judged\n",
                        counted(report.found_in_unlisted_pairs, "found span", "found spans"));
  }
  return text;
}

}  // namespace

JudgementText describe(const PairReport& report, const PairJudgingOptions& options) {
  StudyTable table = table_of(fmt::format("Pairs, found with a score of {:g} or more", options.threshold), "kind",
                              {{"pairs", Unit::count},
                               {"positive", Unit::count},
                               {"tp", Unit::count},
                               {"fp", Unit::count},
                               {"fn", Unit::count},
                               {"P", Unit::ratio},
                               {"R", Unit::ratio},
                               {"F1", Unit::ratio},
                               {"best F1", Unit::ratio},
                               {"at", Unit::ratio}});
  table.rows.push_back(pairs_row({"all", {}}, report.all));
  const bool has_kinds = report.kinds.size() > 1 || !report.kinds.contains("");
  for (const auto& [kind, judged] : report.kinds) {
    if (has_kinds) table.rows.push_back(pairs_row(kind_name(kind), judged));
  }
  return {to_text(table) + pairs_remarks(report, options), pairs_json(report, options)};
}

JudgementText describe(const ClusterReport& report) {
  StudyTable table = table_of(fmt::format("{} in {}, found in {}", counted(report.items, "item", "items"),
                                          counted(report.gold_clusters, "gold cluster", "gold clusters"),
                                          counted(report.found_clusters, "cluster", "clusters")),
                              "measure", {{"P", Unit::ratio}, {"R", Unit::ratio}, {"F1", Unit::ratio}});
  table.rows = {agreed_row("B-cubed", report.b_cubed), agreed_row("pairwise", report.pairwise)};
  std::string text = to_text(table) + fmt::format("adjusted Rand index: {:.4f}\n", report.adjusted_rand);
  if (report.not_found > 0) {
    text += counted(report.not_found, "item is in no found cluster: treated as a cluster of its own\n",
                    "items are in no found cluster: each treated as a cluster of its own\n");
  }
  if (report.unknown > 0) {
    text += counted(report.unknown, "found item is not in the gold file: left out\n",
                    "found items are not in the gold file: left out\n");
  }
  return {text, clusters_json(report)};
}

JudgementText describe(const SpanReport& report) {
  StudyTable table = table_of("Spans", "kind",
                              {{"gold", Unit::count},
                               {"detected", Unit::count},
                               {"found", Unit::count},
                               {"granularity", Unit::ratio},
                               {"macro P", Unit::ratio},
                               {"R", Unit::ratio},
                               {"plagdet", Unit::ratio},
                               {"micro P", Unit::ratio},
                               {"R", Unit::ratio},
                               {"plagdet", Unit::ratio}});
  table.rows.push_back(spans_row({"all", {}}, report.all));
  const bool has_kinds = report.kinds.size() > 1 || !report.kinds.contains("");
  for (const auto& [kind, judged] : report.kinds) {
    if (has_kinds) table.rows.push_back(spans_row(kind_name(kind), judged));
  }
  return {to_text(table) + spans_remarks(report), spans_json(report)};
}

}  // namespace cento
