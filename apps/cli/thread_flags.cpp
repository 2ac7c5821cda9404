#include "thread_flags.hpp"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <iterator>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "command_parser.hpp"
#include "core/error.hpp"
#include "methods/thread_signer.hpp"
#include "signature_flags.hpp"

namespace cento::cli {

namespace {

constexpr const char* kComparisonExample = "title=words*idf+grams:3*idf";

/// What stands before the first `end`, cut off with it.
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
    throw UsageError(fmt::format("{} \"{}\" does not say NAME=…; {} does, for example", option, text, example));
  }
  return {text.substr(0, equals), text.substr(equals + 1)};
}

double weight_of(std::string_view text, std::string_view part) {
  double weight = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), weight);
  if (error != std::errc{} || end != text.data() + text.size()) {
    throw UsageError(fmt::format("--parts: \"{}\" is no weight for {}; 0.4 is one", text, part));
  }
  return weight;
}

/// The comparisons that the model has for a part of this name, or those of long texts.
std::vector<Comparison> usual_comparisons(const ThreadModel& model, std::string_view part) {
  for (const ComparedPart& known : model.parts) {
    const std::vector<std::string> names = part_names(known);
    if (std::find(names.begin(), names.end(), part) != names.end()) return known.comparisons;
  }
  return {Comparison{}};
}

void set_parts(std::string_view text, ThreadModel& model) {
  std::vector<ComparedPart> parts;
  while (!text.empty()) {
    const auto [name, weight] = name_and_value(take_until(text, ','), "--parts", "title=0.4,body=0.2,answer=0.4");
    parts.push_back({std::string(name), weight_of(weight, name), usual_comparisons(model, name)});
  }
  model.parts = std::move(parts);
}

void set_comparisons(std::string_view text, ThreadModel& model) {
  auto [name, comparisons] = name_and_value(text, "--compare", kComparisonExample);
  const auto part = std::find_if(model.parts.begin(), model.parts.end(), [name = name](const ComparedPart& known) {
    const std::vector<std::string> names = part_names(known);
    return known.part == name || std::find(names.begin(), names.end(), name) != names.end();
  });
  if (part == model.parts.end())
    throw UsageError(fmt::format("--compare: no part that is compared is named \"{}\"", name));
  part->comparisons.clear();
  while (!comparisons.empty()) part->comparisons.push_back(parse_comparison(take_until(comparisons, '+')));
}

void check_parts(const std::string& text) {
  ThreadModel model = default_thread_model();
  set_parts(text, model);
}

/// Whether the part is compared is known when all options are.
void check_comparisons(const std::string& text) {
  std::string_view comparisons = name_and_value(text, "--compare", kComparisonExample).second;
  while (!comparisons.empty()) check_comparison(std::string(take_until(comparisons, '+')));
}

ThreadModel model_in(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in) throw Error(fmt::format("{}: cannot be opened for --options", file));
  const std::string json{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  return read_thread_model(json, file);
}

}  // namespace

void add_thread_flags(CommandParser& command, ThreadFlags& flags, const std::string& threshold) {
  const OptionGroup comparing(command, "Comparing");
  comparing.add("--options", text(flags.options_file), "FILE", "how threads are compared, as `cento tune` found it");
  comparing.add("--parts", checked(text(flags.parts), check_parts), "NAME=W,...",
                "the compared parts and their weights (default: title=0.4,description|body|text=0.2,answer=0.4)");
  comparing.add("--compare", checked(repeated(flags.compare), check_comparisons), "NAME=HOW",
                "how a part is compared, e.g. title=words*idf+grams:3*idf or answer=shingle:3/contained");
  comparing.add(threshold, real(flags.threshold, kAboveZeroToOne), "T",
                "least similarity of duplicates (default: 0.5)");
  comparing.add("--number-guard", real(flags.number_guard, kZeroToOne), "X",
                "taken off when numbers differ (default: 0.05)");
  comparing.add("--negation-guard", real(flags.negation_guard, kZeroToOne), "X",
                "taken off when one says no (default: 0.05)");
}

bool is_given(const ThreadFlags& flags) {
  return !flags.options_file.empty() || !flags.parts.empty() || !flags.compare.empty() || flags.threshold ||
         flags.number_guard || flags.negation_guard;
}

ThreadModel model_of(const ThreadFlags& flags) {
  ThreadModel model = flags.options_file.empty() ? default_thread_model() : model_in(flags.options_file);
  if (!flags.parts.empty()) set_parts(flags.parts, model);
  for (const std::string& compare : flags.compare) set_comparisons(compare, model);
  model.threshold = flags.threshold.value_or(model.threshold);
  model.number_guard = flags.number_guard.value_or(model.number_guard);
  model.negation_guard = flags.negation_guard.value_or(model.negation_guard);
  check(model);
  return model;
}

void read_parts_of(const ThreadModel& model, ReadOptions& reading) {
  if (!reading.text_fields.empty()) return;
  for (const ComparedPart& part : model.parts) {
    for (const std::string& name : part_names(part)) reading.text_fields.push_back(name);
  }
}

}  // namespace cento::cli
