#pragma once

#include <cstdint>
#include <string>

namespace cento {

/// When two sentences match.
enum class SentenceMatching : std::uint8_t {
  exact,  // identical after folding
  near,   // exact, or the Jaccard similarity of their features is at least the threshold
  loose,  // near, or they share enough weighted words in any order
};

/// Where a passage ends.
enum class PassageEdges : std::uint8_t {
  sentence,  // where its first and last matching sentences do
  word,      // where the shared wording does
};

/// How passages are found. The same names are used on the command line.
struct PassageOptions {
  SentenceMatching match = SentenceMatching::near;
  std::string signature = "shingle:3";  // features of a sentence: shingle:n, spot:k, imatch:a:b
  double threshold = 0.9;               // τ: least Jaccard similarity of two sentences that match
  std::uint32_t min_sentences = 3;      // γ: least number of matched sentences of a passage
  std::uint32_t max_gap = 1;            // g: unmatched sentences, on either side, that a passage may run over
  PassageEdges edges = PassageEdges::word;
  bool within = false;  // also repeats inside one document
};

}  // namespace cento
