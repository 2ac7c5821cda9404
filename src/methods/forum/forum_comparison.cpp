#include "methods/forum/forum_comparison.hpp"

#include <algorithm>
#include <charconv>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "cento/error.hpp"
#include "core/closest_name.hpp"
#include "methods/forum/forum_signer.hpp"

namespace cento {

namespace {

constexpr const char* kComparisonExample = "title=words*idf+grams:3*idf";

/// Removes the text up to the first `end`, and returns it without `end`.
std::string_view take_until(std::string_view& text, char end) {
  const std::size_t length = std::min(text.find(end), text.size());
  const std::string_view taken = text.substr(0, length);
  text.remove_prefix(std::min(length + 1, text.size()));
  return taken;
}

std::pair<std::string_view, std::string_view> name_and_value(std::string_view text, std::string_view option,
                                                             std::string_view example) {
  const std::size_t equals = text.find('=');
  if (equals == 0 || equals == std::string_view::npos || equals + 1 == text.size()) {
    throw UsageError(fmt::format("{} \"{}\" must have the form NAME=…, such as {}", option, text, example));
  }
  return {text.substr(0, equals), text.substr(equals + 1)};
}

double weight_of(std::string_view text, std::string_view part) {
  double weight = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), weight);
  if (error != std::errc{} || end != text.data() + text.size()) {
    throw UsageError(fmt::format("parts: the weight of {} must be a number such as 0.4, not \"{}\"", part, text));
  }
  return weight;
}

/// The model's comparisons for a part of this name, or the default for long texts.
std::vector<Comparison> usual_comparisons(const ForumModel& model, std::string_view part) {
  for (const ComparedPart& known : model.parts) {
    const std::vector<std::string> names = part_names(known);
    if (std::find(names.begin(), names.end(), part) != names.end()) return known.comparisons;
  }
  return {Comparison{}};
}

void set_parts(std::string_view text, ForumModel& model) {
  std::vector<ComparedPart> parts;
  while (!text.empty()) {
    const auto [name, weight] = name_and_value(take_until(text, ','), "parts", "title=0.4,body=0.2,answer=0.4");
    parts.push_back({std::string(name), weight_of(weight, name), usual_comparisons(model, name)});
  }
  model.parts = std::move(parts);
}

void set_comparisons(std::string_view text, ForumModel& model) {
  auto [name, comparisons] = name_and_value(text, "compare", kComparisonExample);
  const auto part = std::find_if(model.parts.begin(), model.parts.end(), [name = name](const ComparedPart& known) {
    const std::vector<std::string> names = part_names(known);
    return known.part == name || std::find(names.begin(), names.end(), name) != names.end();
  });
  if (part == model.parts.end()) throw UsageError(fmt::format("compare: no compared part is named \"{}\"", name));
  part->comparisons.clear();
  while (!comparisons.empty()) part->comparisons.push_back(parse_comparison(take_until(comparisons, '+')));
}

void check_parts(const std::string& text) {
  ForumModel model = default_forum_model();
  set_parts(text, model);
}

/// Whether the part is compared can only be checked when all options are known.
void check_comparisons(const std::string& text) {
  std::string_view comparisons = name_and_value(text, "compare", kComparisonExample).second;
  while (!comparisons.empty()) check_comparison(std::string(take_until(comparisons, '+')));
}

/// "title=0.4,description|body|text=0.2,answer=0.4"
std::string parts_text(const ForumModel& model) {
  std::string text;
  for (const ComparedPart& part : model.parts) {
    text += fmt::format("{}{}={}", text.empty() ? "" : ",", part.part, part.weight);
  }
  return text;
}

}  // namespace

void check_comparison(const std::string& text) {
  check_forum_features(parse_comparison(text).features);
}

void check_forum_features(const std::string& name) {
  static const DocumentFrequencies any_statistics;
  const std::vector<std::string> own = {"words", "content", "asked", "order", "grams"};
  const std::string kind = name.substr(0, name.find(':'));
  const std::string suggestion = std::find(own.begin(), own.end(), kind) == own.end() ? did_you_mean(kind, own) : "";
  if (!suggestion.empty()) throw UsageError(fmt::format("there are no features \"{}\"{}", name, suggestion));
  static_cast<void>(ForumFieldSigner(name, &any_statistics));
}

OptionTable options_of(ForumComparison& options) {
  static const ForumModel usual = default_forum_model();
  static const std::string threshold = fmt::format("{}", usual.threshold);
  static const std::string number_guard = fmt::format("{}", usual.number_guard);
  static const std::string negation_guard = fmt::format("{}", usual.negation_guard);
  static const std::string parts = parts_text(usual);
  return {
      {"parts", "NAME=W,...", "parts to compare and their weights", TextSlot{&options.parts, check_parts}, "θ", parts},
      {"compare", "NAME=HOW", "how to compare a part, e.g. title=words*idf+grams:3*idf or answer=shingle:3/contained",
       ListSlot{&options.compare, check_comparisons}},
      {"threshold", "T", "minimum similarity of duplicates", RealSlot{&options.threshold, kAboveZeroToOne}, "τ",
       threshold},
      {"number_guard", "X", "penalty if numbers differ", RealSlot{&options.number_guard, kZeroToOne}, "", number_guard},
      {"negation_guard", "X", "penalty if only one is negated", RealSlot{&options.negation_guard, kZeroToOne}, "",
       negation_guard},
  };
}

bool is_given(const ForumComparison& options) {
  return !options.model.empty() || !options.parts.empty() || !options.compare.empty() || options.threshold ||
         options.number_guard || options.negation_guard;
}

ForumModel model_of(const ForumComparison& options, std::string_view place) {
  ForumModel model = options.model.empty() ? default_forum_model() : read_forum_model(options.model, place);
  if (!options.parts.empty()) set_parts(options.parts, model);
  for (const std::string& compare : options.compare) set_comparisons(compare, model);
  model.threshold = options.threshold.value_or(model.threshold);
  model.number_guard = options.number_guard.value_or(model.number_guard);
  model.negation_guard = options.negation_guard.value_or(model.negation_guard);
  check(model);
  return model;
}

}  // namespace cento
