#include "methods/forum/forum_model.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <set>
#include <system_error>

#include <fmt/format.h>

#include "cento/error.hpp"

namespace cento {

namespace {

constexpr std::string_view kIdf = "idf";
constexpr double kMostIdfPower = 8;     // above it, a single feature decides anyway
constexpr double kDefaultGuard = 0.05;  // enough to separate questions that differ only in a number

struct MeasureName {
  SetMeasure measure;
  std::string_view name;
};
constexpr std::array<MeasureName, 3> kMeasures = {{
    {SetMeasure::jaccard, "jaccard"},
    {SetMeasure::containment, "contained"},
    {SetMeasure::rarest, "rarest"},
}};

[[noreturn]] void refuse_comparison(std::string_view text, std::string_view reason) {
  throw UsageError(
      fmt::format("cannot compare by \"{}\": {}; a comparison is written as FEATURES, FEATURES*idf or "
                  "FEATURES*idf2/contained, with words, content, asked, grams:n, order or a signature as FEATURES",
                  text, reason));
}

/// Cuts `text` before its last `mark` and returns what followed it; empty without a mark.
std::string_view cut_behind(std::string_view& text, char mark) {
  const std::size_t place = text.rfind(mark);
  if (place == std::string_view::npos) return {};
  const std::string_view behind = text.substr(place + 1);
  text = text.substr(0, place);
  return behind;
}

SetMeasure measure_named(std::string_view name, std::string_view text) {
  for (const MeasureName& known : kMeasures) {
    if (known.name == name) return known.measure;
  }
  refuse_comparison(text, "what follows \"/\" must be contained, rarest or jaccard");
}

double idf_power_of(std::string_view weighing, std::string_view text) {
  constexpr std::string_view kWrong = "what follows \"*\" must be idf, or idf and a number above 0 and at most 8";
  if (weighing.substr(0, kIdf.size()) != kIdf) refuse_comparison(text, kWrong);
  weighing.remove_prefix(kIdf.size());
  if (weighing.empty()) return 1;
  double power = 0;
  const char* const end = weighing.data() + weighing.size();
  const auto [rest, error] = std::from_chars(weighing.data(), end, power);
  const bool is_number = error == std::errc() && rest == end;
  if (!is_number || !(power > 0) || !(power <= kMostIdfPower)) refuse_comparison(text, kWrong);
  return power;
}

bool is_share(double value) {
  return value >= 0 && value <= 1;
}

void expect_weight(double weight, std::string_view of) {
  if (std::isfinite(weight) && weight >= 0) return;
  throw UsageError(fmt::format("The weight of {} must be a number, at least 0.", of));
}

void expect_share(double value, std::string_view of) {
  if (is_share(value)) return;
  throw UsageError(fmt::format("The {} must be a number from 0 to 1.", of));
}

void check_comparison(const Comparison& comparison, const std::string& part) {
  const std::string text = to_string(comparison);
  expect_weight(comparison.weight, fmt::format("{} in the part \"{}\"", text, part));
  if (!(comparison.idf_power >= 0 && comparison.idf_power <= kMostIdfPower)) {
    refuse_comparison(text, "the power of idf must be a number from 0 to 8");
  }
}

void check_part(const ComparedPart& part) {
  if (part.part.empty()) throw UsageError("A compared part has no name.");
  expect_weight(part.weight, fmt::format("the part \"{}\"", part.part));
  std::set<std::string> seen;
  double sum = 0;
  for (const Comparison& comparison : part.comparisons) {
    check_comparison(comparison, part.part);
    sum += comparison.weight;
    if (seen.insert(to_string(comparison)).second) continue;
    throw UsageError(fmt::format("The part \"{}\" is compared by {} twice.", part.part, to_string(comparison)));
  }
  if (sum > 0) return;
  throw UsageError(fmt::format("The part \"{}\" needs a comparison with a weight greater than 0.", part.part));
}

/// A mean over the values that are present.
class WeightedMean {
 public:
  void add(double value, double weight) {
    if (std::isnan(value)) return;
    sum_ += value * weight;
    weights_ += weight;
  }
  [[nodiscard]] double value_or(double other) const { return weights_ > 0 ? sum_ / weights_ : other; }

 private:
  double sum_ = 0;
  double weights_ = 0;
};

double part_similarity(const ComparedPart& part, std::span<const double> found) {
  WeightedMean mean;
  for (std::size_t i = 0; i < part.comparisons.size(); ++i) mean.add(found[i], part.comparisons[i].weight);
  return mean.value_or(kMissing);
}

/// Calls `use(part, similarity)` for each part, in the order of the model.
template <typename Use>
void for_each_part(const ForumModel& model, const ForumSimilarities& found, const Use& use) {
  std::span<const double> rest = found.comparisons;
  for (const ComparedPart& part : model.parts) {
    use(part, part_similarity(part, rest));
    rest = rest.subspan(part.comparisons.size());
  }
}

}  // namespace

Comparison parse_comparison(std::string_view text) {
  Comparison comparison;
  std::string_view rest = text;
  const bool has_measure = rest.find('/') != std::string_view::npos;
  if (const auto name = cut_behind(rest, '/'); has_measure) comparison.measure = measure_named(name, text);
  const bool has_weighing = rest.find('*') != std::string_view::npos;
  if (const auto weighing = cut_behind(rest, '*'); has_weighing) comparison.idf_power = idf_power_of(weighing, text);
  if (rest.empty()) refuse_comparison(text, "the features are missing");
  if (rest == "order" && rest != text) refuse_comparison(text, "\"order\" has neither idf nor a measure");
  comparison.features = rest;
  return comparison;
}

std::string to_string(const Comparison& comparison) {
  std::string text = comparison.features;
  if (comparison.idf_power == 1) text += "*idf";
  if (comparison.idf_power != 0 && comparison.idf_power != 1) text += fmt::format("*idf{}", comparison.idf_power);
  if (comparison.measure != SetMeasure::jaccard) {
    text.append("/").append(kMeasures[static_cast<std::size_t>(comparison.measure)].name);
  }
  return text;
}

ForumModel default_forum_model() {
  ForumModel model;
  model.parts = {{"title", 0.4, {parse_comparison("words*idf")}},
                 {"description|body|text", 0.2, {parse_comparison("shingle:3")}},
                 {"answer", 0.4, {parse_comparison("shingle:3")}}};
  model.number_guard = kDefaultGuard;
  model.negation_guard = kDefaultGuard;
  return model;
}

void check(const ForumModel& model) {
  if (model.parts.empty()) throw UsageError("Name at least one part to compare threads by.");
  std::set<std::string_view> names;
  double sum = 0;
  for (const ComparedPart& part : model.parts) {
    check_part(part);
    sum += part.weight;
    if (!names.insert(part.part).second) throw UsageError(fmt::format("The part \"{}\" occurs twice.", part.part));
  }
  if (!(sum > 0)) throw UsageError("At least one part needs a weight greater than 0.");
  if (!(model.threshold > 0 && model.threshold <= 1)) {
    throw UsageError("The threshold must be greater than 0 and at most 1.");
  }
  expect_share(model.number_guard, "number guard");
  expect_share(model.negation_guard, "negation guard");
  expect_weight(model.outside_weight, "the external similarity");
  for (const auto& [word, factor] : model.word_factors) expect_weight(factor, fmt::format("the word \"{}\"", word));
}

void part_similarities(const ForumModel& model, const ForumSimilarities& found, std::vector<double>& parts) {
  parts.clear();
  for_each_part(model, found, [&parts](const ComparedPart&, double similarity) { parts.push_back(similarity); });
}

double forum_similarity(const ForumModel& model, const ForumSimilarities& found) {
  WeightedMean mean;
  for_each_part(model, found, [&mean](const ComparedPart& part, double value) { mean.add(value, part.weight); });
  if (std::isnan(mean.value_or(kMissing))) return 0;
  mean.add(found.outside, model.outside_weight);
  double similarity = mean.value_or(0);
  if (found.numbers_differ) similarity -= model.number_guard;
  if (found.negation_differs) similarity -= model.negation_guard;
  return std::clamp(similarity, 0.0, 1.0);
}

}  // namespace cento
