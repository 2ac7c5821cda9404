#include <charconv>
#include <set>
#include <system_error>

#include <fmt/format.h>

#include "cento/error.hpp"
#include "core/json/json_text.hpp"
#include "core/json/json_value.hpp"
#include "core/memory/arena.hpp"
#include "core/utf8.hpp"
#include "methods/forum/forum_model.hpp"

namespace cento {

namespace {

/// Calls `visit(name, member)` for each number of a model, in the order of the text.
template <typename Model, typename Visit>
void for_each_number(Model& model, const Visit& visit) {
  visit("threshold", model.threshold);
  visit("number_guard", model.number_guard);
  visit("negation_guard", model.negation_guard);
  visit("outside_weight", model.outside_weight);
}

void append_number(std::string& json, std::string_view key, double value) {
  append_json_key(json, key);
  json += fmt::format("{}", value);
}

void append_part(std::string& json, const ComparedPart& part) {
  json += "{";
  append_json_field(json, "part", part.part);
  append_number(json, "weight", part.weight);
  append_json_key(json, "by");
  json += "{";
  for (const Comparison& comparison : part.comparisons) append_number(json, to_string(comparison), comparison.weight);
  json += "}}";
}

/// Reads one file; all errors name it.
class ModelReader {
 public:
  explicit ModelReader(std::string_view file) : file_(file) {}

  ForumModel read(std::string_view json) {
    ForumModel model;
    // The JSON string reader reads a few bytes past a string, which an arena provides.
    const std::string_view text = is_valid_utf8(json) ? arena_.store(json) : std::string_view();
    for (const JsonField& field : fields_of(trimmed(text), "it")) read_field(field, model);
    return model;
  }

  [[noreturn]] void fail(std::string_view what) const {
    throw Error(fmt::format("The options in {} cannot be read: {}", file_, what));
  }

 private:
  static std::string_view trimmed(std::string_view text) {
    constexpr std::string_view kWhite = " \t\r\n";
    const std::size_t first = text.find_first_not_of(kWhite);
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(kWhite) - first + 1);
  }

  std::vector<JsonField> fields_of(std::string_view json, std::string_view what) {
    std::vector<JsonField> fields;
    if (json.empty() || json.front() != '{' || !list_sound_fields(json, {}, arena_, fields)) {
      fail(fmt::format("{} is not a JSON object.", what));
    }
    std::set<std::string_view> seen;
    for (const JsonField& field : fields) {
      if (!seen.insert(field.key).second) fail(fmt::format("{} occurs twice.", field.key_text));
    }
    return fields;
  }

  [[nodiscard]] double number(const JsonField& field) const {
    double value = 0;
    const char* const end = field.value.data() + field.value.size();
    const auto [rest, error] = std::from_chars(field.value.data(), end, value);
    if (error == std::errc() && rest == end) return value;
    fail(fmt::format("the value of {} is not a number.", field.key_text));
  }

  [[noreturn]] void refuse_key(const JsonField& field) const {
    fail(fmt::format("this Cento does not know the option {}.", field.key_text));
  }

  void read_field(const JsonField& field, ForumModel& model) {
    if (field.key == "parts") return read_parts(field, model.parts);
    if (field.key == "word_factors") return read_factors(field, model.word_factors);
    bool is_known = false;
    for_each_number(model, [&](std::string_view name, double& member) {
      if (name != field.key) return;
      is_known = true;
      member = number(field);
    });
    if (!is_known) refuse_key(field);
  }

  void read_parts(const JsonField& field, std::vector<ComparedPart>& parts) {
    if (kind_of_json(field.value) != JsonKind::array) fail("the value of \"parts\" is not an array.");
    for (const std::string_view part : json_elements(field.value)) parts.push_back(read_part(part));
  }

  ComparedPart read_part(std::string_view json) {
    ComparedPart part;
    for (const JsonField& field : fields_of(json, "an element of \"parts\"")) {
      if (field.key == "part") {
        part.part = text_of(field);
      } else if (field.key == "weight") {
        part.weight = number(field);
      } else if (field.key == "by") {
        part.comparisons = read_comparisons(field);
      } else {
        refuse_key(field);
      }
    }
    return part;
  }

  [[nodiscard]] std::string text_of(const JsonField& field) const {
    if (kind_of_json(field.value) == JsonKind::string) return unescape_json_string(field.value);
    fail(fmt::format("the value of {} is not a string.", field.key_text));
  }

  std::vector<Comparison> read_comparisons(const JsonField& field) {
    std::vector<Comparison> comparisons;
    for (const JsonField& comparison : fields_of(field.value, "the value of \"by\"")) {
      comparisons.push_back(parse_comparison(comparison.key));
      comparisons.back().weight = number(comparison);
    }
    return comparisons;
  }

  void read_factors(const JsonField& field, std::map<std::string, double>& factors) {
    for (const JsonField& word : fields_of(field.value, "the value of \"word_factors\"")) {
      factors.emplace(word.key, number(word));
    }
  }

  std::string_view file_;
  Arena arena_;
};

}  // namespace

std::string to_json(const ForumModel& model) {
  std::string json = "{\"parts\":[";
  for (const ComparedPart& part : model.parts) {
    json += json.back() == '[' ? "\n  " : ",\n  ";
    append_part(json, part);
  }
  json += "]";
  for_each_number(model, [&json](std::string_view name, double value) {
    json += ",\n ";
    json += fmt::format("{}:{}", json_string(name), value);
  });
  if (!model.word_factors.empty()) {
    json += ",\n \"word_factors\":{";
    for (const auto& [word, factor] : model.word_factors) append_number(json, word, factor);
    json += "}";
  }
  return json + "}\n";
}

ForumModel read_forum_model(std::string_view json, std::string_view file) {
  ModelReader reader(file);
  try {
    ForumModel model = reader.read(json);
    check(model);
    return model;
  } catch (const UsageError& error) {
    reader.fail(error.what());
  }
}

}  // namespace cento
