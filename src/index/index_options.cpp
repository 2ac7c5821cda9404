#include "index/index_options.hpp"

#include <set>
#include <vector>

#include <fmt/format.h>

#include "cento/error.hpp"
#include "cento/option_table.hpp"
#include "core/json/json_text.hpp"
#include "core/json/json_value.hpp"
#include "core/memory/arena.hpp"

namespace cento {

namespace {

constexpr std::string_view kThreads = "threads";  // its value is an object, and it is optional

constexpr unsigned kSignatureBitsMost = 128;
constexpr unsigned kWordBitsMost = 64;

[[noreturn]] void fail_to_read(std::string_view place, const std::string& what) {
  throw Error(fmt::format("the options in {} cannot be read: {}", place, what));
}

/// The text of an object, which is parsed elsewhere.
void read_object(const JsonField& field, std::string_view place, std::string& out) {
  if (kind_of_json(field.value) != JsonKind::object) {
    fail_to_read(place, fmt::format("{} is not a value of {}", field.value, field.key_text));
  }
  out = field.value;
}

void read_field(const JsonField& field, std::string_view place, IndexOptions& options) {
  if (field.key == kThreads) return read_object(field, place, options.threads);
  for (const Option& option : options_of(options)) {
    if (option.name != field.key) continue;
    if (set_from_json(option, field.value)) return;
    fail_to_read(place, fmt::format("{} is not a value of \"{}\"", field.value, option.name));
  }
  fail_to_read(place, fmt::format("this Cento does not know the option {}", field.key_text));
}

}  // namespace

OptionTable options_of(IndexOptions& options) {
  return {
      {"passages", "", "keep data for passages", FlagSlot{&options.passages}},
      {"match", "HOW", "passages: when sentences match, exact or near", choice_slot(options.match, {"exact", "near"})},
      {"signature", "NAME", "near: features of a sentence, shingle:N, spot:K or imatch:A:B",
       TextSlot{&options.signature}},
      {"threshold", "T", "near: minimum Jaccard similarity of matching sentences",
       RealSlot{&options.threshold, kAboveZeroToOne}, "τ"},
      {"blog", "", "keep fingerprints of sentences as in paper blog", FlagSlot{&options.blog}},
      {"df_cutoff", "DF",
       "blog: ignore words in more than this share of the documents in the statistics; from 1 on, a number",
       RealSlot{&options.df_cutoff, kZeroOrMore}},
      {"documents", "", "keep data for near-duplicate documents", FlagSlot{&options.documents}},
      {"features", "NAME", "documents: features to sketch and compare, see docs/signatures.md",
       TextSlot{&options.features}},
      {"least_similarity", "T", "documents: minimum Jaccard similarity to find",
       RealSlot{&options.least_similarity, kAboveZeroToOne}},
      {"recall", "R", "documents: target recall at that similarity", RealSlot{&options.recall, kBetweenZeroAndOne}},
      {"reuse", "", "keep the words of sentences, which finding reused ones needs", FlagSlot{&options.reuse}},
      {"signature_bits", "M", "reuse: bits of a sentence's signature for qsign: 16, 32, 64, 128, or 0 for none",
       WholeSlot{&options.signature_bits, {0, kSignatureBitsMost}}, "m"},
      {"word_bits", "L", "reuse: bits that each word sets in a signature",
       WholeSlot{&options.word_bits, {1, kWordBitsMost}}, "l"},
  };
}

std::string to_json(const IndexOptions& options) {
  IndexOptions bound = options;
  std::string json = "{";
  for (const Option& option : options_of(bound)) {
    append_json_key(json, option.name);
    json += json_of(option);
  }
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
  if (!list_sound_fields(text, {}, arena, fields)) fail_to_read(place, "they are not a JSON object");
  IndexOptions options;
  std::set<std::string_view> seen;
  for (const JsonField& field : fields) {
    if (!seen.insert(field.key).second) fail_to_read(place, fmt::format("{} occurs twice", field.key_text));
    read_field(field, place, options);
  }
  return options;
}

}  // namespace cento
