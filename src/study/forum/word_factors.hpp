#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "study/forum/labelled_pairs.hpp"

namespace cento {

/// How factors are learned from labels.
struct WordFactorOptions {
  double shrinking = 60;          // the prior weight of a word counts as much as this many pairs
  double indifference = 0.4;      // a word counts by how far the share of negative pairs exceeds this
  std::uint32_t least_pairs = 4;  // pairs that a word must differ in
  double least_factor = 0.02;     // of the share above indifference
};

/// The words that the two threads of a labelled pair do not share, by pair: they are determined once; factors can be
/// learned from any subset of the pairs.
class UnsharedWords {
 public:
  explicit UnsharedWords(const LabelledQuestions& labelled);

  /// The weight of words by the labels of these pairs: more if pairs that differ in a word are seldom duplicates, less
  /// if they often are. 1 is the weight of unknown words, which are left out.
  [[nodiscard]] std::map<std::string, double> learn(std::span<const std::uint32_t> rows,
                                                    const WordFactorOptions& options) const;

 private:
  std::vector<std::string> words_;
  std::vector<std::vector<std::uint32_t>> unshared_;  // numbers of words, per pair
  std::vector<bool> is_positive_;
};

}  // namespace cento
