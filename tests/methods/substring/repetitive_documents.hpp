#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

#include "methods/substring/find_repeated_text.hpp"

namespace cento::testing {

/// Words of a small vocabulary; some parts are made of pieces of earlier ones, some are periodic.
inline Words repetitive_words(std::mt19937& random, const std::vector<PartWords>& earlier, unsigned vocabulary) {
  Words words;
  const std::size_t length = random() % 40;
  const std::size_t kind = random() % 4;
  const std::size_t period = 1 + random() % 5;
  while (words.size() < length) {
    if (kind == 0 && words.size() >= period) {
      words.push_back(words[words.size() - period]);
    } else if (kind == 1 && !earlier.empty() && !earlier[random() % earlier.size()].empty()) {
      const PartWords& document = earlier[random() % earlier.size()];
      if (document.empty() || document[0].empty()) break;
      const Words& source = document[random() % document.size()];
      for (std::size_t i = random() % (source.size() + 1); i < source.size() && random() % 8 != 0; ++i) {
        words.push_back(source[i]);
      }
      words.push_back(static_cast<unsigned>(random() % vocabulary));
    } else {
      words.push_back(static_cast<unsigned>(random() % vocabulary));
    }
  }
  return words;
}

/// Some are equal to earlier ones.
inline std::vector<PartWords> repetitive_documents(std::uint32_t seed, std::size_t count, unsigned vocabulary) {
  std::mt19937 random(seed);
  std::vector<PartWords> documents;
  for (std::size_t i = 0; i < count; ++i) {
    PartWords document;
    if (!documents.empty() && random() % 5 == 0) document = documents[random() % documents.size()];
    if (document.empty() || random() % 4 == 0) {
      for (std::size_t parts = 1 + random() % 3; parts > 0; --parts) {
        document.push_back(repetitive_words(random, documents, vocabulary));
      }
    }
    documents.push_back(document);
  }
  return documents;
}

}  // namespace cento::testing
