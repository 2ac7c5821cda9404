#include "methods/forum/forum_signer.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include <fmt/format.h>

#include "cento/error.hpp"
#include "sign/signers.hpp"

namespace cento {

namespace {

constexpr std::string_view kGrams = "grams:";
constexpr std::string_view kChars = "chars:";
static_assert(kGrams.size() == kChars.size());

std::size_t characters_in(std::string_view features) {
  const std::string_view number = features.substr(kGrams.size());
  std::size_t characters = 0;
  const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), characters);
  if (error != std::errc{} || end != number.data() + number.size()) {
    throw UsageError(fmt::format("\"{}\" lacks the number of characters, as in grams:3", features));
  }
  return characters;
}

/// The words that questions are about; all words if they have only those that any question may have.
void append_content(std::span<const std::uint64_t> tokens, Features& out) {
  for (const std::uint64_t token : tokens) {
    const QuestionWord kind = kind_of_word(token);
    if (kind == QuestionWord::content || kind == QuestionWord::negation) out.push_back(token);
  }
  if (out.empty()) out.assign(tokens.begin(), tokens.end());
}

void append_asked(std::span<const std::uint64_t> tokens, Features& out) {
  for (const std::uint64_t token : tokens) {
    if (kind_of_word(token) == QuestionWord::asking) out.push_back(asked_by(token));
  }
}

}  // namespace

std::vector<std::string> part_names(const ComparedPart& part) {
  std::vector<std::string> names;
  std::string_view rest = part.part;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('|'), rest.size());
    if (end > 0) names.emplace_back(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return names;
}

std::size_t part_with(std::span<const Part> parts, std::span<const std::string> names) {
  for (const std::string& name : names) {
    for (std::size_t i = 0; i < parts.size(); ++i) {
      if (parts[i].name == name) return i;
    }
  }
  return parts.size();
}

std::string_view text_of(std::span<const Part> parts, std::span<const std::string> names) {
  const std::size_t part = part_with(parts, names);
  return part < parts.size() ? parts[part].text : std::string_view();
}

std::string part_label(const ComparedPart& part) {
  const std::vector<std::string> names = part_names(part);
  return names.empty() ? part.part : names.front();
}

std::vector<ForumField> fields_of(const ForumModel& model) {
  std::vector<ForumField> fields;
  const auto add = [&](const ForumField& field) {
    if (std::find(fields.begin(), fields.end(), field) == fields.end()) fields.push_back(field);
  };
  for (std::size_t part = 0; part < model.parts.size(); ++part) {
    for (const Comparison& comparison : model.parts[part].comparisons) {
      add({part, comparison.features});
      if (comparison.features == "order") add({part, "words"});
    }
  }
  return fields;
}

std::size_t field_number(std::span<const ForumField> fields, std::size_t part, std::string_view features) {
  const auto found = std::find_if(fields.begin(), fields.end(), [&](const ForumField& field) {
    return field.part == part && field.features == features;
  });
  return static_cast<std::size_t>(found - fields.begin());
}

ForumFieldSigner::Kind ForumFieldSigner::kind_of(std::string_view features) {
  if (features == "words") return Kind::words;
  if (features == "content") return Kind::content;
  if (features == "asked") return Kind::asked;
  if (features == "order") return Kind::order;
  if (features.starts_with(kGrams)) return Kind::grams;
  return features.starts_with(kChars) ? Kind::chars : Kind::signature;
}

ForumFieldSigner::ForumFieldSigner(std::string_view features, const DocumentFrequencies* tokens)
    : kind_(kind_of(features)) {
  if (kind_ == Kind::grams) grams_.emplace(characters_in(features));
  if (kind_ == Kind::chars) chars_.emplace(characters_in(features));
  if (kind_ == Kind::signature) signer_ = make_feature_signer(features, {tokens});
}

void ForumFieldSigner::sign(std::string_view text, const Tokens& tokens, Features& out) {
  out.clear();
  switch (kind_) {
    case Kind::words: out.assign(tokens.hashes.begin(), tokens.hashes.end()); break;
    case Kind::content: append_content(tokens.hashes, out); break;
    case Kind::asked: append_asked(tokens.hashes, out); break;
    case Kind::grams: grams_->sign(text, out); break;
    case Kind::chars: chars_->sign(text, out); break;
    case Kind::signature: signer_->sign({text, tokens.hashes, tokens.begins, tokens.ends}, out); break;
    case Kind::order:
      out.assign(tokens.hashes.begin(),
                 tokens.hashes.begin() + static_cast<std::ptrdiff_t>(std::min(tokens.size(), kOrderMost)));
      return;
  }
  set_maker_.make_set(out);
}

double order_similarity(std::span<const std::uint32_t> a, std::span<const std::uint32_t> b) {
  if (a.empty() || b.empty()) return 0;
  std::array<std::uint16_t, ForumFieldSigner::kOrderMost + 1> longest{};  // of the prefix of a so far, by prefix of b
  for (const std::uint32_t token : a) {
    std::uint16_t before = 0;  // one row up, one column back
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::uint16_t above = longest[j + 1];
      longest[j + 1] = token == b[j] ? static_cast<std::uint16_t>(before + 1) : std::max(above, longest[j]);
      before = above;
    }
  }
  return 2.0 * longest[b.size()] / static_cast<double>(a.size() + b.size());
}

}  // namespace cento
