#include "read/json/json_line.hpp"

#include <algorithm>
#include <cstddef>
#include <unordered_set>
#include <utility>

#include <fmt/format.h>

namespace cento {

namespace {

/// Drops all but the first of the fields with the same key.
void drop_repeated_keys(std::vector<JsonField>& fields) {
  constexpr std::size_t kFewFields = 24;  // up to here comparing all pairs is faster than hashing
  if (fields.size() <= kFewFields) {
    for (std::size_t i = 1; i < fields.size(); ++i) {
      const auto here = fields.begin() + static_cast<std::ptrdiff_t>(i);
      const auto same = [&](const JsonField& earlier) { return earlier.key == here->key; };
      if (std::any_of(fields.begin(), here, same)) fields.erase(fields.begin() + static_cast<std::ptrdiff_t>(i--));
    }
    return;
  }
  std::unordered_set<std::string_view> seen;
  std::erase_if(fields, [&](const JsonField& field) { return !seen.insert(field.key).second; });
}

}  // namespace

bool JsonLineParser::parse(std::string_view line, Arena& arena) {
  fields_.clear();
  replaced_ = 0;
  problem_.clear();
  if (!list_sound_fields(line, text_keys_, arena, fields_) && !list_patiently(line, arena)) return false;
  drop_repeated_keys(fields_);
  return true;
}

bool JsonLineParser::list_patiently(std::string_view line, Arena& arena) {
  TolerantObject object = read_json_object(line, arena);
  fields_ = std::move(object.fields);
  replaced_ = object.replaced;
  if (object.problem.empty()) return true;
  problem_ = fmt::format("the line is not {}: {}", object.is_object ? "JSON" : "a JSON object", object.problem);
  return false;
}

}  // namespace cento
