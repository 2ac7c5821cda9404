#include "document_pairs_file.hpp"

#include <fstream>
#include <optional>
#include <string_view>

#include <fmt/format.h>
#include <boost/unordered/unordered_flat_map.hpp>

#include "core/arena.hpp"
#include "core/error.hpp"
#include "read/json_value.hpp"

namespace cento::cli {

namespace {

struct PairOfIds {
  std::string a;
  std::string b;
};

std::optional<PairOfIds> ids_of_json(std::string_view line) {
  Arena arena;
  const TolerantObject object = read_json_object(line, arena);
  PairOfIds ids;
  for (const JsonField& field : object.fields) {
    if (kind_of_json(field.value) != JsonKind::string) continue;
    if (field.key == "a" || field.key == "a_id") ids.a = unescape_json_string(field.value);
    if (field.key == "b" || field.key == "b_id") ids.b = unescape_json_string(field.value);
  }
  if (!object.problem.empty() || ids.a.empty() || ids.b.empty()) return std::nullopt;
  return ids;
}

std::optional<PairOfIds> ids_of_row(std::string_view line) {
  const std::size_t first = line.find('\t');
  if (first == std::string_view::npos) return std::nullopt;
  const std::size_t second = line.find('\t', first + 1);
  return PairOfIds{std::string(line.substr(0, first)), std::string(line.substr(first + 1, second - first - 1))};
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

}  // namespace

std::vector<std::pair<DocId, DocId>> read_document_pairs(const std::string& file, const DocumentTable& documents,
                                                         CollectionRun& run) {
  std::ifstream in(file);
  if (!in) throw Error(fmt::format("{}: cannot be opened for --pairs", file));
  const auto numbers = number_ids(documents);
  std::vector<std::pair<DocId, DocId>> pairs;
  std::uint64_t unusable = 0;
  std::uint64_t line_number = 0;
  for (std::string line; std::getline(in, line);) {
    ++line_number;
    if (!line.empty() && line.back() == '\r') line.pop_back();
    if (line.empty()) continue;
    const auto ids = line.front() == '{' ? ids_of_json(line) : ids_of_row(line);
    const auto a = ids ? numbers.find(ids->a) : numbers.end();
    const auto b = ids ? numbers.find(ids->b) : numbers.end();
    if (a != numbers.end() && b != numbers.end()) {
      pairs.emplace_back(a->second, b->second);
      continue;
    }
    if (line_number == 1 && ids && is_header(*ids)) continue;
    if (unusable++ == 0) {
      run.reporter().note(
          fmt::format("{}, line {}: {}; the pair is left out", file, line_number,
                      ids ? fmt::format("\"{}\" is no document here", a == numbers.end() ? ids->a : ids->b)
                          : "there are not two ids"));
    }
  }
  run.tell("pairs_listed", pairs.size());
  run.tell("pairs_unusable", unusable);
  if (unusable > 1) run.reporter().note(fmt::format("{}: {} rows were left out like this", file, unusable));
  if (pairs.empty()) throw Error(fmt::format("{}: no row names two documents of the inputs", file));
  return pairs;
}

}  // namespace cento::cli
