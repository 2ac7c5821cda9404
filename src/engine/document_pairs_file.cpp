#include "engine/document_pairs_file.hpp"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <optional>
#include <string_view>

#include <fmt/format.h>
#include <boost/unordered/unordered_flat_map.hpp>

#include "cento/error.hpp"
#include "core/json/json_value.hpp"
#include "core/memory/arena.hpp"

namespace cento {

namespace {

struct PairOfIds {
  std::string a;
  std::string b;
  std::optional<double> score;
};

std::optional<double> score_of(std::string_view text) {
  double score = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), score);
  if (error != std::errc{} || end != text.data() + text.size() || !(score >= 0 && score <= 1)) return std::nullopt;
  return score;
}

std::optional<PairOfIds> ids_of_json(std::string_view line) {
  Arena arena;
  const TolerantObject object = read_json_object(line, arena);
  PairOfIds ids;
  for (const JsonField& field : object.fields) {
    if (field.key == "score" || field.key == "similarity") ids.score = score_of(field.value);
    if (kind_of_json(field.value) != JsonKind::string) continue;
    if (field.key == "a" || field.key == "a_id") ids.a = unescape_json_string(field.value);
    if (field.key == "b" || field.key == "b_id") ids.b = unescape_json_string(field.value);
  }
  if (!object.problem.empty() || ids.a.empty() || ids.b.empty()) return std::nullopt;
  return ids;
}

/// Removes the first column from the line, with the tab after it.
std::string_view take_column(std::string_view& line) {
  const std::size_t end = std::min(line.find('\t'), line.size());
  const std::string_view column = line.substr(0, end);
  line.remove_prefix(std::min(end + 1, line.size()));
  return column;
}

std::optional<PairOfIds> ids_of_row(std::string_view line) {
  if (line.find('\t') == std::string_view::npos) return std::nullopt;
  const std::string_view a = take_column(line);
  const std::string_view b = take_column(line);
  return PairOfIds{std::string(a), std::string(b), score_of(take_column(line))};
}

bool is_header(const PairOfIds& ids) {
  return (ids.a == "a_id" && ids.b == "b_id") || (ids.a == "a" && ids.b == "b");
}

boost::unordered_flat_map<std::string_view, DocId> number_ids(const DocumentTable& documents) {
  boost::unordered_flat_map<std::string_view, DocId> numbers;
  numbers.reserve(documents.size());
  for (DocId document = 0; document < documents.size(); ++document) numbers.emplace(documents.id(document), document);
  return numbers;
}

enum class Scores : bool { no, yes };

/// What is wrong with a row; empty if nothing.
std::string problem_of(const std::optional<PairOfIds>& ids, bool knows_a, bool knows_b, Scores scores) {
  if (!ids) return "the row does not name two documents";
  if (!knows_a || !knows_b) return fmt::format("there is no document \"{}\"", knows_a ? ids->b : ids->a);
  return scores == Scores::yes && !ids->score ? "there is no score from 0 to 1" : "";
}

std::vector<ScoredDocuments> read_rows(const std::string& file, const DocumentTable& documents, Reporter& reporter,
                                       Scores scores) {
  std::ifstream in(file);
  if (!in) {
    throw Error(fmt::format("{}: cannot be opened for {}", file, scores == Scores::yes ? "`scores`" : "`pairs`"));
  }
  const auto numbers = number_ids(documents);
  std::vector<ScoredDocuments> rows;
  std::uint64_t line_number = 0;
  for (std::string line; std::getline(in, line);) {
    ++line_number;
    if (!line.empty() && line.back() == '\r') line.pop_back();
    if (line.empty()) continue;
    const auto ids = line.front() == '{' ? ids_of_json(line) : ids_of_row(line);
    const auto a = ids ? numbers.find(ids->a) : numbers.end();
    const auto b = ids ? numbers.find(ids->b) : numbers.end();
    const std::string problem = problem_of(ids, a != numbers.end(), b != numbers.end(), scores);
    if (problem.empty()) {
      rows.push_back({a->second, b->second, ids->score.value_or(0)});
      continue;
    }
    if (line_number == 1 && ids && is_header(*ids)) continue;
    reporter.reject({{file, line_number}, problem, line});
  }
  if (in.bad()) throw Error(fmt::format("{}: cannot be read to the end", file));
  if (rows.empty()) throw Error(fmt::format("{}: no row names two documents of the inputs", file));
  return rows;
}

}  // namespace

std::vector<std::pair<DocId, DocId>> read_document_pairs(const std::string& file, const DocumentTable& documents,
                                                         Reporter& reporter) {
  std::vector<std::pair<DocId, DocId>> pairs;
  for (const ScoredDocuments& row : read_rows(file, documents, reporter, Scores::no)) pairs.emplace_back(row.a, row.b);
  return pairs;
}

std::vector<ScoredDocuments> read_document_scores(const std::string& file, const DocumentTable& documents,
                                                  Reporter& reporter) {
  return read_rows(file, documents, reporter, Scores::yes);
}

}  // namespace cento
