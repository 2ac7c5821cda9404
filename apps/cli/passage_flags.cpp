#include "passage_flags.hpp"

#include <array>
#include <cstdint>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "command_parser.hpp"
#include "core/json_text.hpp"
#include "signature_flags.hpp"

namespace cento::cli {

namespace {

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

void add_passage_options(CommandParser& command, PassageOptions& options, const std::vector<std::string>& matchings) {
  const OptionGroup passages(command, "Passages");
  passages.add(
      "--match",
      choice(matchings,
             [&options](std::string_view name) { options.match = value_named<SentenceMatching>(kMatchings, name); }),
      "HOW", fmt::format("when sentences match: {} (default: near)", fmt::join(matchings, ", ")));
  passages.add("--signature", checked(text(options.signature), check_sentence_features), "NAME",
               "near: features of a sentence, shingle:N, spot:K or imatch:A:B (default: shingle:3)");
  passages.add("--threshold", real(options.threshold, kAboveZeroToOne), "T",
               "near: least Jaccard similarity of them (default: 0.9)");
  passages.add("--min-sentences", whole(options.min_sentences, at_least(1)), "N",
               "least matched sentences of a passage (default: 3)");
  passages.add("--gap", whole(options.max_gap, {0, kGapMost}), "N",
               "changed, inserted, split or merged sentences that a passage may run over (default: 1)");
  passages.add("--edges",
               choice(std::vector<std::string>(kEdges.begin(), kEdges.end()),
                      [&options](std::string_view name) { options.edges = value_named<PassageEdges>(kEdges, name); }),
               "WHERE",
               "a passage ends with a sentence, or where the shared words do: sentence or word (default: word)");
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
