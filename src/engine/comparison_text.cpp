#include "engine/comparison_text.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "core/append_all.hpp"
#include "core/counted.hpp"
#include "core/json/json_text.hpp"
#include "core/terminal_text.hpp"
#include "write/records/passage_records.hpp"
#include "write/view/line_breaker.hpp"

namespace cento {

namespace {

constexpr std::size_t kListedMost = 20;
constexpr std::size_t kFirstWordsBytes = 40;

constexpr std::array<std::string_view, 7> kVerdictNames = {"identical", "same_words", "same_parts", "a_in_b",
                                                           "b_in_a",    "share",      "nothing"};

/// In percent; 0 % and 100 % only if exact.
std::string percent(double share) {
  if (share > 0 && share < 0.01) return "under 1 %";
  if (share > 0.99 && share < 1) return "over 99 %";
  return fmt::format("{:.0f} %", share * 100);
}

std::string words(std::uint64_t count) {
  return counted(count, "word", "words");
}

std::string sentences(std::uint64_t count) {
  return counted(count, "sentence", "sentences");
}

std::string shares(const PairComparison& found) {
  return fmt::format("{} of A and {} of B", percent(found.a.share()), percent(found.b.share()));
}

std::string sentence_on(Relation verdict, const PairComparison& found) {
  const std::string passages = counted(found.passages.size(), "passage", "passages");
  switch (verdict) {
    case Relation::identical: return "A and B are identical.";
    case Relation::same_words: return "A and B have the same words; only case, punctuation or spacing differ.";
    case Relation::same_parts:
      return fmt::format("All of A is in B and all of B is in A, in a different order: {}.", passages);
    case Relation::a_in_b:
      return fmt::format("All of A is in B and makes up {} of it: {}.", percent(found.b.share()), passages);
    case Relation::b_in_a:
      return fmt::format("All of B is in A and makes up {} of it: {}.", percent(found.a.share()), passages);
    case Relation::share: return fmt::format("A and B share {}: {}.", passages, shares(found));
    case Relation::nothing: break;
  }
  return "A and B share no passage.";
}

ShownDocument shown(const ChosenDocument& document) {
  return {document.parts, document.analyzed};
}

std::uint64_t words_of(const AnalyzedText& text, const Span& bytes) {
  const auto& begins = text.tokens.begins;
  const auto first = std::lower_bound(begins.begin(), begins.end(), bytes.begin);
  return static_cast<std::uint64_t>(std::lower_bound(first, begins.end(), bytes.end) - first);
}

/// "5 sentences, 87 words, 2 changed: The old crane …"
std::string describe(const PartPassage& found, const ChosenDocument& a, const ChosenDocument& b) {
  const std::uint64_t words_a = words_of(a.analyzed[found.part_a], found.passage.a.bytes);
  const std::uint64_t words_b = words_of(b.analyzed[found.part_b], found.passage.b.bytes);
  const std::uint64_t changed = changed_words(shown(a), shown(b), found);
  return fmt::format(
      "{}, {}, {}: {}", sentences(found.passage.matched), words(std::max(words_a, words_b)),
      changed == 0 ? "word for word" : fmt::format("{} changed", changed),
      escaped_for_terminal(first_words(found.passage.a.bytes.of(a.parts[found.part_a].text), kFirstWordsBytes),
                           TextLines::escaped));
}

void append_passage_list(std::string& out, const ChosenDocument& a, const ChosenDocument& b,
                         const PairComparison& found, bool color) {
  const std::size_t listed = std::min(found.passages.size(), kListedMost);
  const std::size_t width = fmt::formatted_size("{}", listed);
  for (std::size_t i = 0; i < listed; ++i) {
    const std::string number = fmt::format("{:>{}}", i + 1, width);
    const auto color_on = color ? passage_color(static_cast<std::uint32_t>(i + 1)) : std::string_view();
    out += fmt::format("  {}{}┃{} {}\n", color_on, number, color ? kColorOff : std::string_view(),
                       describe(found.passages[i], a, b));
  }
  if (listed < found.passages.size()) {
    out += fmt::format("  and {} more\n", counted(found.passages.size() - listed, "passage", "passages"));
  }
}

/// Further remarks for the user.
void append_remarks(std::string& out, const PairComparison& found) {
  const std::uint64_t lone = found.a.lone_sentences;
  if (lone > 0) {
    out += fmt::format("{} of A {} also in B, outside passages; --min-sentences 1 shows {}.\n", sentences(lone),
                       lone == 1 ? "is" : "are", lone == 1 ? "it" : "them");
  }
  if (found.left_out_matches > 0) {
    out += fmt::format("{} of sentences that repeat very often were left out.\n",
                       counted(found.left_out_matches, "match", "matches"));
  }
  if (found.left_out_features > 0) {
    out += fmt::format("{} in too many sentences to compare them all with each other.\n",
                       counted(found.left_out_features, "feature is", "features are"));
  }
}

void append_rule(std::string& out, std::string_view crossing, const SideBySideOptions& look) {
  const std::uint32_t width = std::max(look.width, SideBySideOptions::kLeastWidth);
  const std::uint32_t column = (width - 3) / 2;
  const auto line = [&](std::uint32_t columns) {
    for (std::uint32_t i = 0; i < columns; ++i) out += "─";
  };
  line(column + 1);
  out += crossing;
  line(column + 1);
  out.push_back('\n');
}

std::string amount_line(const SharedAmount& amount) {
  return fmt::format("{}, {} shared", words(amount.words), percent(amount.share()));
}

void append_columns_of(std::string& out, const ChosenDocument& a, const ChosenDocument& b, const PairComparison& found,
                       const SideBySideOptions& look) {
  append_columns(out, "A: " + a.name, "B: " + b.name, look);
  append_columns(out, amount_line(found.a), amount_line(found.b), look);
  append_rule(out, "┼", look);
  append_side_by_side(out, shown(a), shown(b), found.passages, look);
  append_rule(out, "┴", look);
}

void append_amount(std::string& out, std::string_view key, const ChosenDocument& document, const SharedAmount& amount) {
  append_json_key(out, key);
  out.push_back('{');
  append_json_field(out, "id", document.id);
  append_json_field(out, "input", document.name);
  out += fmt::format(R"(,"words":{},"shared_words":{},"sentences":{},"lone_sentences":{},"share":)", amount.words,
                     amount.shared_words, amount.sentences, amount.lone_sentences);
  append_short_number(out, amount.share());
  out.push_back('}');
}

NamedStretch stretch(const ChosenDocument& document, std::uint32_t part, const PassageSide& where) {
  const std::string_view name = document.parts.size() > 1 ? document.parts[part].name : std::string_view();
  return {{document.id, {}}, name, where};
}

}  // namespace

Relation verdict_on(const ChosenDocument& a, const ChosenDocument& b, const PairComparison& found) {
  const auto is_same_text = [](const Part& x, const Part& y) { return x.text == y.text; };
  if (std::equal(a.parts.begin(), a.parts.end(), b.parts.begin(), b.parts.end(), is_same_text)) {
    return Relation::identical;
  }
  if (found.same_words) return Relation::same_words;
  if (found.passages.empty()) return Relation::nothing;
  const bool is_a_in_b = found.a.shared_words == found.a.words;
  const bool is_b_in_a = found.b.shared_words == found.b.words;
  if (is_a_in_b && is_b_in_a) return Relation::same_parts;
  if (is_a_in_b) return Relation::a_in_b;
  return is_b_in_a ? Relation::b_in_a : Relation::share;
}

void append_comparison_text(std::string& out, const ChosenDocument& a, const ChosenDocument& b,
                            const PairComparison& found, const SideBySideOptions& look) {
  const Relation verdict = verdict_on(a, b, found);
  const bool has_marked = verdict != Relation::identical && verdict != Relation::same_words && !found.passages.empty();
  if (has_marked || look.whole) append_columns_of(out, a, b, found, look);
  out += sentence_on(verdict, found) + "\n";
  if (has_marked) append_passage_list(out, a, b, found, look.color);
  if (verdict != Relation::identical && verdict != Relation::same_words) append_remarks(out, found);
}

void append_comparison_json(std::string& out, const ChosenDocument& a, const ChosenDocument& b,
                            const PairComparison& found, std::string_view options_json) {
  out.push_back('{');
  append_json_field(out, "verdict", kVerdictNames[static_cast<std::size_t>(verdict_on(a, b, found))]);
  append_amount(out, "a", a, found.a);
  append_amount(out, "b", b, found.b);
  append_json_key(out, "passages");
  out.push_back('[');
  for (const PartPassage& passage : found.passages) {
    if (out.back() != '[') out.push_back(',');
    append_passage_line(out,
                        {stretch(a, passage.part_a, passage.passage.a), stretch(b, passage.part_b, passage.passage.b),
                         passage.passage.matched, passage.passage.similarity});
    out.pop_back();  // the line feed
  }
  append_all(out, "],\"left_out_matches\":", found.left_out_matches,
             ",\"left_out_features\":", found.left_out_features);
  append_json_key(out, "options");
  out += options_json;
  out += "}\n";
}

}  // namespace cento
