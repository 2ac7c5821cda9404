#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "study/labelled_pairs.hpp"

namespace cento {

/// How factors are learned from labels.
struct WordFactorOptions {
  double shrinking = 60;          // as many pairs as this speak for what a word weighs before anything is known of it
  double indifference = 0.4;      // a word counts by how far the share of negative pairs is over this
  std::uint32_t least_pairs = 4;  // that a word must differ in
  double least_factor = 0.02;     // of what the share is over indifference
};

/// The words that two threads of a labelled pair do not share, by pair: they are found once, factors are learned from
/// any choice of pairs.
class UnsharedWords {
 public:
  explicit UnsharedWords(const LabelledThreads& labelled);

  /// What a word weighs by the labels of these pairs: more when pairs that differ in it seldom are duplicates, less
  /// when they often are all the same. 1 stands for a word of which nothing is known; such words are left out.
  [[nodiscard]] std::map<std::string, double> learn(std::span<const std::uint32_t> rows,
                                                    const WordFactorOptions& options) const;

 private:
  std::vector<std::string> words_;
  std::vector<std::vector<std::uint32_t>> unshared_;  // numbers of words, a pair
  std::vector<bool> is_positive_;
};

}  // namespace cento
