#include "methods/pdc/sentences/sentence_classes.hpp"

#include <algorithm>
#include <tuple>

#include "sign/sequence_fingerprint.hpp"

namespace cento {

namespace {

struct Occurrence {
  Fingerprint words;
  bool is_in_b;
  SentencePlace place;

  [[nodiscard]] auto key() const { return std::tie(words.high, words.low, is_in_b, place.part, place.sentence); }
};

void add_occurrences(std::span<const AnalyzedPart> parts, bool is_in_b, std::vector<Occurrence>& all) {
  for (std::uint32_t part = 0; part < parts.size(); ++part) {
    const auto& sentences = parts[part].analyzed->sentences;
    for (std::uint32_t i = 0; i < sentences.size(); ++i) {
      if (sentences[i].token_count == 0) continue;
      all.push_back({sequence_fingerprint(parts[part].tokens_of(sentences[i]).hashes), is_in_b, {part, i}});
    }
  }
}

}  // namespace

TokenRange AnalyzedPart::tokens_of(const Sentence& sentence) const {
  const auto cut = [&](const auto& all) { return std::span(all).subspan(sentence.first_token, sentence.token_count); };
  return {text, cut(analyzed->tokens.hashes), cut(analyzed->tokens.begins), cut(analyzed->tokens.ends)};
}

SentenceClasses::SentenceClasses(std::span<const AnalyzedPart> a, std::span<const AnalyzedPart> b) : a_(a), b_(b) {
  std::vector<Occurrence> all;
  add_occurrences(a, false, all);
  add_occurrences(b, true, all);
  std::sort(all.begin(), all.end(), [](const Occurrence& x, const Occurrence& y) { return x.key() < y.key(); });
  places_.reserve(all.size());
  for (std::uint32_t i = 0; i < all.size(); ++i) {
    places_.push_back(all[i].place);
    if (i == 0 || all[i].words != all[i - 1].words) classes_.push_back({i, i, i});
    Class& current = classes_.back();
    current.end = i + 1;
    if (!all[i].is_in_b) current.begin_b = i + 1;
  }
}

std::span<const SentencePlace> SentenceClasses::in_a(std::size_t number) const {
  const Class& chosen = classes_[number];
  return std::span(places_).subspan(chosen.begin, chosen.begin_b - chosen.begin);
}

std::span<const SentencePlace> SentenceClasses::in_b(std::size_t number) const {
  const Class& chosen = classes_[number];
  return std::span(places_).subspan(chosen.begin_b, chosen.end - chosen.begin_b);
}

TokenRange SentenceClasses::tokens_of(std::size_t number) const {
  const SentencePlace& place = places_[classes_[number].begin];
  const AnalyzedPart& part = in_a(number).empty() ? b_[place.part] : a_[place.part];
  return part.tokens_of(part.analyzed->sentences[place.sentence]);
}

}  // namespace cento
