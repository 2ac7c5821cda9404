#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "align/families.hpp"
#include "core/executor.hpp"
#include "join/exact_join.hpp"
#include "methods/sentence_signer.hpp"

namespace cento {

/// Sentences of two classes whose similarity is at least the threshold, a < b.
struct NearPair {
  std::uint32_t a = 0;
  std::uint32_t b = 0;
  float similarity = 0;

  friend bool operator==(const NearPair&, const NearPair&) = default;
  friend bool operator<(const NearPair& x, const NearPair& y) {
    return std::tie(x.a, x.b, x.similarity) < std::tie(y.a, y.b, y.similarity);
  }
};

/// Finds all pairs of near-duplicate sentences: first those of equal features, which become one class, then those of
/// similar ones.
class NearSentences {
 public:
  /// `executor` must outlive it.
  NearSentences(const NearSentenceOptions& options, LocalExecutor& executor);
  ~NearSentences();

  /// Takes the signatures of a batch; `positions[i]` is where the sentence of entry i stands. A sentence may come more
  /// than once.
  void add(const SignedSentences& batch, std::span<const Position> positions);

  /// Makes classes of sentences with equal features one, named after the first. `classes` has the class of each
  /// position: the first position of the sentence, with `repeats` set if it is at several.
  void merge_equal(std::span<std::uint32_t> classes, std::uint32_t repeats);

  /// All pairs of similar classes, without their flag; ascending. Called once, after merge_equal().
  [[nodiscard]] std::vector<NearPair> find(std::span<const std::uint32_t> classes, std::uint32_t repeats);

  [[nodiscard]] const JoinCounts& counts() const;

 private:
  class State;
  std::unique_ptr<State> state_;
};

}  // namespace cento
