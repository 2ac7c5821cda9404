#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "align/loose/loose_sentences.hpp"

namespace cento {

/// A passage before it is finished: words on both sides.
struct LooseMatch {
  WordRange a;
  WordRange b;
  double similarity = 0;  // cosine of the stretches it was made from

  friend bool operator==(const LooseMatch&, const LooseMatch&) = default;
};

/// Moves the edges of matches to where the shared wording ends; holds scratch memory.
class EdgeTrimmer {
 public:
  explicit EdgeTrimmer(const LooseOptions& options) : options_(options) {}

  /// Shrinks both sides to their best-scoring runs of words: a shared word scores by how much more likely it is inside
  /// a copied stretch than outside, any other by how much less. Then moves edges to nearby sentence ends. A repeated
  /// word is credited by the other side's count, unless `credits_all`.
  void trim(const LoosePair& pair, bool credits_all, LooseMatch& match);

 private:
  /// Weight of words, and how much of it is shared.
  struct SharedWeight {
    double all = 0;
    double shared = 0;

    [[nodiscard]] double share() const { return all > 0 ? shared / all : 0; }
  };
  /// What a word of weight 1 adds to a run.
  struct Scores {
    double gain = 0;  // if it is shared
    double loss = 0;  // if not
    bool credits_all = false;
  };
  struct Trimmed {
    WordRange words;
    double shared = 0;  // share of their weight
  };

  [[nodiscard]] Trimmed trim_side(const LooseSide& side, WordRange words, const LooseSide& other, WordRange other_words,
                                  const std::vector<float>& weights, bool credits_all);
  [[nodiscard]] SharedWeight weight_inside(const LooseSide& side, WordRange words,
                                           const std::vector<float>& weights) const;
  [[nodiscard]] SharedWeight weight_outside(const LooseSide& side, const SharedWeight& inside, const LooseSide& other,
                                            WordRange other_words, const std::vector<float>& weights) const;
  [[nodiscard]] WordRange best_run(const LooseSide& side, WordRange words, const std::vector<float>& weights,
                                   const Scores& scores) const;
  [[nodiscard]] double credit(std::uint32_t word, bool credits_all) const;
  void snap(const LooseSide& side, WordRange& words) const;

  LooseOptions options_;
  std::vector<std::uint32_t> own_;     // by word, 0 between calls: how often it is in the stretch
  std::vector<std::uint32_t> others_;  // how often it is in the other stretch
};

/// Repeatedly joins matches that are at most `most_words` apart on both sides.
void merge_near(std::uint32_t most_words, std::vector<LooseMatch>& matches);

}  // namespace cento
