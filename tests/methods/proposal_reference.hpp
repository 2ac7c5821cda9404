#pragma once

#include <algorithm>
#include <cstdint>
#include <set>
#include <utility>
#include <vector>

#include "align/family_reference.hpp"
#include "methods/letter_texts.hpp"
#include "methods/pdc/matching/passage_proposals.hpp"

namespace cento::testing {

using DocumentPair = std::pair<std::uint32_t, std::uint32_t>;

/// The texts of documents, each once, and which documents have them.
struct DistinctTexts {
  std::vector<Letters> texts;
  std::vector<std::set<std::uint32_t>> documents;

  explicit DistinctTexts(const std::vector<Letters>& all) {
    for (std::uint32_t document = 0; document < all.size(); ++document) {
      auto found = std::find(texts.begin(), texts.end(), all[document]);
      if (found == texts.end()) {
        texts.push_back(all[document]);
        documents.emplace_back();
        found = texts.end() - 1;
      }
      documents[static_cast<std::size_t>(found - texts.begin())].insert(document);
    }
  }

  [[nodiscard]] ClassTexts classes() const {
    ClassTexts classes;
    for (const Letters& text : texts) classes.emplace_back(text.begin(), text.end());
    return classes;
  }
};

inline std::set<std::uint32_t> texts_with(const DistinctTexts& all, char letter) {
  std::set<std::uint32_t> found;
  for (std::uint32_t text = 0; text < all.texts.size(); ++text) {
    if (all.texts[text].find(letter) != Letters::npos) found.insert(text);
  }
  return found;
}

inline std::size_t count_documents(const DistinctTexts& all, const std::set<std::uint32_t>& texts) {
  std::set<std::uint32_t> documents;
  for (const std::uint32_t text : texts) documents.insert(all.documents[text].begin(), all.documents[text].end());
  return documents.size();
}

/// How many cells in a row match through this one.
inline std::uint32_t diagonal_through(const Letters& a, std::size_t i, const Letters& b, std::size_t j,
                                      const NearLetters& near) {
  std::uint32_t length = 1;
  for (std::size_t k = 1; k <= i && k <= j && similarity_of(a[i - k], b[j - k], near) > 0; ++k) ++length;
  for (std::size_t k = 1; i + k < a.size() && j + k < b.size() && similarity_of(a[i + k], b[j + k], near) > 0; ++k) {
    ++length;
  }
  return length;
}

/// The pairs of distinct texts that are matched, by the definition in passage_proposals.hpp.
inline std::set<DocumentPair> proposed_texts(const DistinctTexts& all, const NearLetters& near, std::uint32_t least,
                                             std::uint32_t most, SelfMatching selves) {
  const auto is_matched = [&](std::uint32_t a, std::uint32_t b) {
    if (a != b || selves == SelfMatching::all) return true;
    return selves == SelfMatching::copies && all.documents[a].size() > 1;
  };
  std::set<DocumentPair> pairs;
  for (const auto& [run, places] : maximal_repeats(all.classes(), least)) {
    std::set<std::uint32_t> texts;
    for (const TextPlace& place : places) texts.insert(place.first);
    const std::size_t documents = count_documents(all, texts);
    if (documents > most || (documents < 2 && selves != SelfMatching::all)) continue;
    for (std::size_t i = 0; i < places.size(); ++i) {
      for (std::size_t j = i + 1; j < places.size(); ++j) {
        const auto pair = std::minmax(places[i].first, places[j].first);
        if (is_matched(pair.first, pair.second)) pairs.insert(pair);
      }
    }
  }
  for (const auto& [letters, similarity] : near) {
    const auto with_first = texts_with(all, letters.first);
    const auto with_second = texts_with(all, letters.second);
    auto with_either = with_first;
    with_either.insert(with_second.begin(), with_second.end());
    if (count_documents(all, with_either) > most) continue;
    for (const std::uint32_t a : with_first) {
      for (const std::uint32_t b : with_second) {
        if (!is_matched(a, b)) continue;
        for (std::size_t i = 0; i < all.texts[a].size(); ++i) {
          for (std::size_t j = 0; j < all.texts[b].size(); ++j) {
            if (all.texts[a][i] != letters.first || all.texts[b][j] != letters.second) continue;
            if (diagonal_through(all.texts[a], i, all.texts[b], j, near) >= least) pairs.insert(std::minmax(a, b));
          }
        }
      }
    }
  }
  return pairs;
}

}  // namespace cento::testing
