#include "index/index_options.hpp"

#include <array>
#include <charconv>
#include <set>
#include <system_error>
#include <vector>

#include <fmt/format.h>

#include "core/arena.hpp"
#include "core/error.hpp"
#include "core/json_text.hpp"
#include "read/json_value.hpp"

namespace cento {

namespace {

constexpr std::array<std::string_view, 3> kMatchings = {"exact", "near", "loose"};  // as in SentenceMatching

constexpr std::string_view kThreads = "threads";  // its value is an object, and it is not always there

/// Calls `visit(name, member)` for each option, in the order of the text.
template <typename Options, typename Visit>
void for_each_option(Options& options, const Visit& visit) {
  visit("passages", options.passages);
  visit("match", options.match);
  visit("signature", options.signature);
  visit("threshold", options.threshold);
  visit("blog", options.blog);
  visit("df_cutoff", options.df_cutoff);
  visit("documents", options.documents);
  visit("features", options.features);
  visit("least_similarity", options.least_similarity);
  visit("recall", options.recall);
  visit("reuse", options.reuse);
  visit("signature_bits", options.signature_bits);
  visit("word_bits", options.word_bits);
}

std::string value_text(bool value) {
  return value ? "true" : "false";
}
std::string value_text(double value) {
  return fmt::format("{}", value);
}
std::string value_text(unsigned value) {
  return fmt::format("{}", value);
}
std::string value_text(const std::string& value) {
  return json_string(value);
}
std::string value_text(SentenceMatching value) {
  return json_string(kMatchings[static_cast<std::size_t>(value)]);
}

template <typename Number>
bool read_number(std::string_view text, Number& out) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
  return error == std::errc() && end == text.data() + text.size();
}

bool read_value(std::string_view text, double& out) {
  return read_number(text, out);
}
bool read_value(std::string_view text, unsigned& out) {
  return read_number(text, out);
}

bool read_value(std::string_view text, bool& out) {
  out = text == "true";
  return out || text == "false";
}

bool read_value(std::string_view text, std::string& out) {
  if (kind_of_json(text) != JsonKind::string) return false;
  out = unescape_json_string(text);
  return true;
}

bool read_value(std::string_view text, SentenceMatching& out) {
  std::string name;
  if (!read_value(text, name)) return false;
  for (std::size_t i = 0; i < kMatchings.size(); ++i) {
    if (kMatchings[i] != name) continue;
    out = static_cast<SentenceMatching>(i);
    return true;
  }
  return false;
}

[[noreturn]] void fail(std::string_view place, const std::string& what) {
  throw Error(fmt::format("the options in {} cannot be read: {}", place, what));
}

/// The text of an object, which is for others to read.
void read_object(const JsonField& field, std::string_view place, std::string& out) {
  if (kind_of_json(field.value) != JsonKind::object) {
    fail(place, fmt::format("{} is not a value of {}", field.value, field.key_text));
  }
  out = field.value;
}

void read_field(const JsonField& field, std::string_view place, IndexOptions& options) {
  if (field.key == kThreads) return read_object(field, place, options.threads);
  bool is_known = false;
  for_each_option(options, [&](std::string_view name, auto& member) {
    if (name != field.key) return;
    is_known = true;
    if (!read_value(field.value, member)) fail(place, fmt::format("{} is not a value of \"{}\"", field.value, name));
  });
  if (!is_known) fail(place, fmt::format("this Cento does not know the option {}", field.key_text));
}

}  // namespace

std::string to_json(const IndexOptions& options) {
  std::string json = "{";
  for_each_option(options, [&json](std::string_view name, const auto& member) {
    append_json_key(json, name);
    json += value_text(member);
  });
  if (!options.threads.empty()) {
    append_json_key(json, kThreads);
    json += options.threads;
  }
  return json + "}";
}

IndexOptions index_options_of(std::string_view json, std::string_view place) {
  Arena arena;
  std::vector<JsonField> fields;
  const std::string_view text = arena.store(json);
  if (!list_sound_fields(text, {}, arena, fields)) fail(place, "they are not a JSON object");
  IndexOptions options;
  std::set<std::string_view> seen;
  for (const JsonField& field : fields) {
    if (!seen.insert(field.key).second) fail(place, fmt::format("{} comes twice", field.key_text));
    read_field(field, place, options);
  }
  return options;
}

}  // namespace cento
