#pragma once

#include <cstddef>
#include <cstdint>

namespace cento {

/// How passages are found by words in any order. The defaults were tuned on one half of a public collection and checked
/// on the other; docs/loose-matching.md shows what each contributes.
struct LooseOptions {
  // Sentences as they are compared.
  std::uint32_t min_sentence_words = 3;   // a shorter one is merged with the next
  std::uint32_t max_sentence_words = 50;  // a longer one is compared in pieces

  // Seeds: pairs of sentences that match.
  double seed_cosine = 0.28;     // least cosine of their weighted words
  double seed_dice = 0.33;       // and least share of their distinct words that both have (Dice)
  double least_of_best = 0.6;    // least similarity as a share of the best seed that either sentence has
  double weak_cosine = 0.23;     // a passage takes in neighbours that are as similar as this …
  std::uint32_t weak_reach = 3;  // … at most this many sentences from its edges

  // Clusters: seeds that lie together.
  std::uint32_t max_gap = 4;      // sentences without a seed between two seeds of a cluster, on either side
  double fragment_cosine = 0.40;  // least cosine of its two stretches; otherwise the gap allowed in it is lowered

  // Edges.
  std::uint32_t trim_rounds = 3;   // how often both sides are trimmed to what they share
  double background = 0.15;        // share of shared words expected where nothing was copied …
  double background_weight = 50;   // … a prior that counts as much as this weight of words in the text
  double repeats_credited = 2;     // a repeated word is shared at most this many times the other side's count
  std::uint32_t snap_words = 6;    // an edge moves to the end of a sentence at most this many words away …
  double verbatim_share = 0.9;     // … unless at least this share of both sides is shared
  std::uint32_t merge_words = 20;  // passages at most this many words apart on both sides are merged

  // Which passages stay.
  std::uint32_t min_bytes = 150;    // least length on both sides
  double repeat_overlap = 0.9;      // two may share a side if their stretches there overlap by this share …
  double repeat_similarity = 0.97;  // … and the worse is at least this many times as similar; otherwise it is dropped

  // Summaries: one side much shorter than the other.
  bool summaries = true;
  std::uint32_t summary_gap = 24;  // max_gap for them
  double summary_ratio = 3;        // the longer side is at least this many times as long
  double summary_gain = 1;         // least growth in how much of the shorter side is covered

  // Limits on the work for a pair of texts; what they leave out is counted.
  std::uint64_t max_products = std::uint64_t{1} << 28;  // of word weights; above it the commonest words make no seeds
  std::size_t max_seeds = std::size_t{1} << 19;         // the most similar stay
  std::size_t max_clusters = 4096;                      // the best stay
};

}  // namespace cento
