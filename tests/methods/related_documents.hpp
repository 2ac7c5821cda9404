#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "methods/part_documents.hpp"

namespace cento::testing {

/// A sentence of a small language: `base` says which, `variant` which word of it is changed; 0: none.
inline std::string sentence_of(unsigned base, unsigned variant) {
  constexpr unsigned kWords = 10;
  std::string sentence;
  for (unsigned i = 0; i < kWords; ++i) {
    const bool is_changed = variant > 0 && i == variant % kWords;
    sentence += i == 0 ? "Word" : " word";
    sentence += static_cast<char>('a' + base);
    sentence += static_cast<char>('a' + i);
    if (is_changed) sentence += static_cast<char>('p' + variant % 3);
  }
  return sentence + ".";
}

inline std::string random_part(std::mt19937& random, unsigned bases, unsigned variants, std::size_t most_sentences) {
  std::vector<std::string> sentences;
  for (std::size_t count = random() % (most_sentences + 1); count > 0; --count) {
    const auto variant = random() % 3 == 0 ? static_cast<unsigned>(random() % variants) : 0;
    sentences.push_back(sentence_of(static_cast<unsigned>(random() % bases), variant));
  }
  return text_of_sentences(sentences);
}

/// Documents that share passages: parts are new, or pieces of earlier ones in a row; some documents are identical, some
/// have no sentence.
inline PartTexts related_documents(std::uint32_t seed) {
  std::mt19937 random(seed);
  const auto bases = static_cast<unsigned>(1 + random() % 12);
  const auto variants = static_cast<unsigned>(1 + random() % 4);
  const std::size_t most_sentences = 1 + random() % 12;
  PartTexts documents;
  for (std::size_t count = random() % 12; count > 0; --count) {
    if (!documents.empty() && random() % 5 == 0) {
      documents.push_back(documents[random() % documents.size()]);
      continue;
    }
    std::vector<std::string> parts;
    for (std::size_t more = random() % 4 == 0 ? 2 + random() % 2 : 1; more > 0; --more) {
      std::string text = random_part(random, bases, variants, most_sentences);
      if (!documents.empty() && random() % 2 == 0) {
        const auto& other = documents[random() % documents.size()];
        text = text + "\n\n" + other[random() % other.size()];
      }
      if (random() % 6 == 0) text = random() % 2 == 0 ? "" : " \n ";
      parts.push_back(text);
    }
    documents.push_back(parts);
  }
  return documents;
}

}  // namespace cento::testing
