#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "align/loose/loose_sentences.hpp"

namespace cento {

/// A sentence of one text and one of the other that share many of their weighted words.
struct LooseSeed {
  std::uint32_t a = 0;
  std::uint32_t b = 0;
  float similarity = 0;  // their cosine

  friend bool operator==(const LooseSeed&, const LooseSeed&) = default;
};

/// The seeds of two texts, ascending by a, then b.
struct LooseSeeds {
  std::vector<LooseSeed> seeds;
  std::vector<LooseSeed> weak;       // less similar ones, down to weak_cosine, and the seeds
  std::uint64_t words_left_out = 0;  // distinct words too common to make seeds
  std::uint64_t seeds_left_out = 0;  // over max_seeds
};

/// Finds seeds; holds scratch memory. Most of the work would go into words that most sentences have and that weigh next
/// to nothing. So sentences are first compared by the other words, and common words are considered only where they
/// could still lift the sum to the threshold. No seed is lost.
class SeedFinder {
 public:
  explicit SeedFinder(const LooseOptions& options) : options_(options) {}

  void find(const LoosePair& pair, LooseSeeds& out);

 private:
  enum class Use : std::uint8_t { always, in_candidates, never };
  struct Posting {
    std::uint32_t sentence = 0;
    float weight = 0;
  };
  struct Shared {
    float product = 0;        // of the two vectors, over the words considered so far
    std::uint32_t words = 0;  // distinct words in both
  };

  void choose_words(const LoosePair& pair, LooseSeeds& out);
  void leave_out_words(std::uint64_t products, LooseSeeds& out);
  void make_postings(const LooseSide& side);
  void list_common_words(const LooseSide& side);
  [[nodiscard]] float common_share(const LooseSide& side, std::size_t sentence) const;
  void compare(const LoosePair& pair, std::uint32_t sentence, LooseSeeds& out);
  void collect(std::span<const WeightedWord> words, bool uses_common);
  void add_common_words(std::uint32_t other, Shared& shared) const;
  void add_seed(const LoosePair& pair, const LooseSeed& seed, std::uint32_t shared_words, LooseSeeds& out) const;

  LooseOptions options_;
  std::vector<std::uint64_t> products_;      // a word's cost: sentences with it in one text times those in the other
  std::vector<Use> uses_;                    // of each word
  std::vector<std::uint32_t> posting_ends_;  // by word
  PlainVector<Posting> postings_;            // sentences of the second text, by word
  PlainVector<WeightedWord> common_words_;   // of the second text's sentences
  std::vector<std::uint32_t> first_common_;  // of each sentence there, then their number
  std::vector<float> common_shares_;         // norm of each sentence's common words, as a share of its own
  float largest_common_share_ = 0;
  std::vector<float> own_common_;       // by word: weights of the common words of the sentence being compared
  std::vector<Shared> shared_;          // with each sentence of the second text
  std::vector<std::uint32_t> touched_;  // sentences that share a word
};

/// The seeds that are at least least_of_best times as similar as the best seed of either of their sentences.
void keep_best_seeds(const LoosePair& pair, std::span<const LooseSeed> seeds, double least_of_best,
                     std::vector<LooseSeed>& out);

}  // namespace cento
