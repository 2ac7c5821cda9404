#include "passage_flags.hpp"

#include <array>
#include <cstdint>
#include <limits>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <CLI/CLI.hpp>

#include "core/json_text.hpp"

namespace cento::cli {

namespace {

constexpr const char* kPassages = "Passages";
constexpr std::uint32_t kGapMost = 100;

constexpr std::array<std::string_view, 3> kMatchings = {"exact", "near", "loose"};  // as in SentenceMatching
constexpr std::array<std::string_view, 2> kEdges = {"sentence", "word"};            // as in PassageEdges

template <typename Value, std::size_t kCount>
Value value_named(const std::array<std::string_view, kCount>& names, std::string_view name) {
  std::size_t number = 0;
  while (number + 1 < kCount && names[number] != name) ++number;
  return static_cast<Value>(number);
}

}  // namespace

void add_passage_options(CLI::App& command, PassageOptions& options, const std::vector<std::string>& matchings) {
  command
      .add_option_function<std::string>(
          "--match",
          [&options](const std::string& name) { options.match = value_named<SentenceMatching>(kMatchings, name); },
          fmt::format("when sentences match: {} (default: near)", fmt::join(matchings, ", ")))
      ->check(CLI::IsMember(matchings))
      ->option_text("HOW")
      ->group(kPassages);
  command
      .add_option("--signature", options.signature,
                  "near: features of a sentence, shingle:N, spot:K or imatch:A:B (default: shingle:3)")
      ->option_text("NAME")
      ->group(kPassages);
  command.add_option("--threshold", options.threshold, "near: least Jaccard similarity of them (default: 0.9)")
      ->check(CLI::Range(std::numeric_limits<double>::min(), 1.0).description(""))
      ->option_text("T")
      ->group(kPassages);
  command.add_option("--min-sentences", options.min_sentences, "least matched sentences of a passage (default: 3)")
      ->check(CLI::PositiveNumber)
      ->option_text("N")
      ->group(kPassages);
  command
      .add_option("--gap", options.max_gap,
                  "changed, inserted, split or merged sentences that a passage may run over (default: 1)")
      ->check(CLI::Range(std::uint32_t{0}, kGapMost).description(""))
      ->option_text("N")
      ->group(kPassages);
  command
      .add_option_function<std::string>(
          "--edges", [&options](const std::string& name) { options.edges = value_named<PassageEdges>(kEdges, name); },
          "a passage ends with a sentence, or where the shared words do: sentence or word (default: word)")
      ->check(CLI::IsMember(std::vector<std::string>(kEdges.begin(), kEdges.end())))
      ->option_text("WHERE")
      ->group(kPassages);
}

std::string_view name_of(SentenceMatching match) {
  return kMatchings[static_cast<std::size_t>(match)];
}

std::string_view name_of(PassageEdges edges) {
  return kEdges[static_cast<std::size_t>(edges)];
}

std::string to_json(const PassageOptions& options) {
  std::string out = "{";
  append_json_field(out, "match", name_of(options.match));
  append_json_field(out, "signature", options.signature);
  out += fmt::format(R"(,"threshold":{},"min_sentences":{},"gap":{})", options.threshold, options.min_sentences,
                     options.max_gap);
  append_json_field(out, "edges", name_of(options.edges));
  return out + "}";
}

}  // namespace cento::cli
