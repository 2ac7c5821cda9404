#include "study/judge/judged_line.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

#include "core/json/json_value.hpp"

namespace cento {

namespace {

/// The fields of JSON records that matter; texts and the like are skipped.
constexpr std::array<std::string_view, 13> kNames = {"a_id",    "b_id",  "id",        "label",   "kind",
                                                     "query",   "score", "cluster",   "a_begin", "a_end",
                                                     "b_begin", "b_end", "similarity"};

constexpr JudgedSide kSideA = {"a_id", "a_begin", "a_end"};
constexpr JudgedSide kSideB = {"b_id", "b_begin", "b_end"};

}  // namespace

std::optional<std::string_view> JudgedLine::operator[](std::string_view name) const {
  const auto value = std::find_if(values_.begin(), values_.end(), [&](const Value& v) { return v.name == name; });
  if (value == values_.end()) return std::nullopt;
  return value->text;
}

std::string JudgedLineParser::parse(std::string_view text) {
  line_.clear();
  arena_.clear();
  if (!layout_.is_json) {
    split_cells(text);
    return {};
  }
  if (!json_.parse(text, arena_)) return json_.problem();
  name_fields();
  return {};
}

void JudgedLineParser::split_cells(std::string_view text) {
  for (const std::string& column : layout_.columns) {
    const std::size_t tab = text.find('\t');
    const std::string_view cell = text.substr(0, tab);
    line_.add(column, layout_.is_escaped ? unescaped(cell) : cell);
    if (tab == std::string_view::npos) return;
    text.remove_prefix(tab + 1);
  }
}

void JudgedLineParser::name_fields() {
  const JsonField* a = nullptr;
  const JsonField* b = nullptr;
  for (const JsonField& field : json_.fields()) {
    if (field.key == "a") a = &field;
    if (field.key == "b") b = &field;
    if (std::find(kNames.begin(), kNames.end(), field.key) == kNames.end()) continue;
    const bool is_null = kind_of_json(field.value) == JsonKind::null;
    if (!is_null || field.key == "score" || field.key == "similarity") line_.add(field.key, text_of(field.value));
  }
  if (a != nullptr && b != nullptr) name_sides(*a, *b);
}

/// Passages have their sides in objects; in pairs, a and b are ids. In questions, which have an id, they are texts.
void JudgedLineParser::name_sides(const JsonField& a, const JsonField& b) {
  for (const auto& [field, names] : {std::pair(&a, kSideA), std::pair(&b, kSideB)}) {
    const JsonKind kind = kind_of_json(field->value);
    if (kind == JsonKind::object) {
      name_stretch(field->value, names);
    } else if (kind != JsonKind::null && (line_["similarity"] || !line_["id"])) {
      line_.add(names.id, text_of(field->value));
    }
  }
}

void JudgedLineParser::name_stretch(std::string_view object, const JudgedSide& names) {
  const TolerantObject side = read_json_object(object, arena_);
  const auto value_of = [&](std::string_view key) -> std::string_view {
    const auto is_named = [&](const JsonField& field) { return field.key == key; };
    const auto field = std::find_if(side.fields.begin(), side.fields.end(), is_named);
    return field == side.fields.end() ? "null" : field->value;
  };
  const std::string_view id = value_of("id");
  const std::string_view bytes = value_of("bytes");
  if (kind_of_json(id) == JsonKind::null || kind_of_json(bytes) != JsonKind::array) return;
  const auto ends = json_elements(bytes);
  if (ends.size() != 2) return;
  line_.add(names.id, text_of(id));
  line_.add(names.begin, text_of(ends[0]));
  line_.add(names.end, text_of(ends[1]));
}

std::string_view JudgedLineParser::text_of(std::string_view value) {
  if (kind_of_json(value) != JsonKind::string) return value;
  if (value.find('\\') == std::string_view::npos) return value.substr(1, value.size() - 2);
  return arena_.store(unescape_json_string(value));
}

std::string_view JudgedLineParser::unescaped(std::string_view cell) {
  if (cell.find('\\') == std::string_view::npos) return cell;
  std::string text;
  for (std::size_t i = 0; i < cell.size(); ++i) {
    constexpr std::string_view kLetters = "tnr\\";
    constexpr std::string_view kMeant = "\t\n\r\\";
    const std::size_t which = cell[i] == '\\' && i + 1 < cell.size() ? kLetters.find(cell[i + 1]) : kLetters.npos;
    text.push_back(which == kLetters.npos ? cell[i] : kMeant[which]);
    if (which != kLetters.npos) ++i;
  }
  return arena_.store(text);
}

}  // namespace cento
