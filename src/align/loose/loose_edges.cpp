#include "align/loose/loose_edges.hpp"

#include <algorithm>
#include <cmath>

namespace cento {

namespace {

constexpr double kShareLeast = 0.3;             // the share of shared words in a stretch is at least this
constexpr double kShareMost = 0.97;             // and at most this: any text may have a word that is not shared
constexpr double kBackgroundOfShareMost = 0.5;  // the share outside is at most this fraction of it

/// The distance between two ranges; 0 if they touch or overlap.
std::uint32_t gap_between(WordRange x, WordRange y) {
  const std::uint32_t begin = std::min(x.end, y.end);
  const std::uint32_t end = std::max(x.begin, y.begin);
  return end > begin ? end - begin : 0;
}

WordRange hull(WordRange x, WordRange y) {
  return {std::min(x.begin, y.begin), std::max(x.end, y.end)};
}

}  // namespace

void EdgeTrimmer::trim(const LoosePair& pair, bool credits_all, LooseMatch& match) {
  own_.resize(std::max(own_.size(), pair.weights.size()), 0);
  others_.resize(own_.size(), 0);
  double shared = 0;
  for (std::uint32_t round = 0; round < options_.trim_rounds; ++round) {
    const Trimmed a = trim_side(pair.a, match.a, pair.b, match.b, pair.weights, credits_all);
    const Trimmed b = trim_side(pair.b, match.b, pair.a, match.a, pair.weights, credits_all);
    shared = std::min(a.shared, b.shared);
    if (a.words == match.a && b.words == match.b) break;
    match.a = a.words;
    match.b = b.words;
  }
  if (shared > options_.verbatim_share) return;
  snap(pair.a, match.a);
  snap(pair.b, match.b);
}

/// The best-scoring run of words of one side, given the stretch of the other.
EdgeTrimmer::Trimmed EdgeTrimmer::trim_side(const LooseSide& side, WordRange words, const LooseSide& other,
                                            WordRange other_words, const std::vector<float>& weights,
                                            bool credits_all) {
  for (std::uint32_t i = words.begin; i < words.end; ++i) ++own_[side.words[i]];
  for (std::uint32_t i = other_words.begin; i < other_words.end; ++i) ++others_[other.words[i]];
  const SharedWeight inside = weight_inside(side, words, weights);
  const SharedWeight outside = weight_outside(side, inside, other, other_words, weights);
  const double in = std::clamp(inside.share(), kShareLeast, kShareMost);
  const double out = std::min(outside.share(), in * kBackgroundOfShareMost);
  const Scores scores{std::log(in / out), std::log((1 - in) / (1 - out)), credits_all};
  Trimmed best{best_run(side, words, weights, scores), 0};
  best.shared = weight_inside(side, best.words, weights).share();
  for (std::uint32_t i = words.begin; i < words.end; ++i) own_[side.words[i]] = 0;
  for (std::uint32_t i = other_words.begin; i < other_words.end; ++i) others_[other.words[i]] = 0;
  return best;
}

EdgeTrimmer::SharedWeight EdgeTrimmer::weight_inside(const LooseSide& side, WordRange words,
                                                     const std::vector<float>& weights) const {
  SharedWeight sum;
  for (std::uint32_t i = words.begin; i < words.end; ++i) {
    const double weight = static_cast<double>(weights[side.words[i]]);
    sum.all += weight;
    if (others_[side.words[i]] > 0) sum.shared += weight;
  }
  return sum;
}

/// For the rest of the text, from sums, so that the cost of trimming depends only on the lengths of the stretches.
EdgeTrimmer::SharedWeight EdgeTrimmer::weight_outside(const LooseSide& side, const SharedWeight& inside,
                                                      const LooseSide& other, WordRange other_words,
                                                      const std::vector<float>& weights) const {
  double shared = 0;
  for (std::uint32_t i = other_words.begin; i < other_words.end; ++i) {
    const std::uint32_t word = other.words[i];
    shared += static_cast<double>(weights[word]) * side.counts[word] / others_[word];
  }
  const double all = std::max(0.0, side.total_weight - inside.all);
  return {options_.background_weight + all,
          options_.background_weight * options_.background + std::clamp(shared - inside.shared, 0.0, all)};
}

WordRange EdgeTrimmer::best_run(const LooseSide& side, WordRange words, const std::vector<float>& weights,
                                const Scores& scores) const {
  WordRange best = words;
  double best_score = 0;
  double score = 0;
  std::uint32_t begin = words.begin;
  for (std::uint32_t i = words.begin; i < words.end; ++i) {
    if (score <= 0) {
      score = 0;
      begin = i;
    }
    const double credited = credit(side.words[i], scores.credits_all);
    score += static_cast<double>(weights[side.words[i]]) * (credited * scores.gain + (1 - credited) * scores.loss);
    if (score > best_score) {
      best_score = score;
      best = {begin, i + 1};
    }
  }
  return best;
}

double EdgeTrimmer::credit(std::uint32_t word, bool credits_all) const {
  if (others_[word] == 0) return 0;
  if (credits_all) return 1;
  return std::min(1.0, options_.repeats_credited * others_[word] / own_[word]);
}

/// Moves each edge to the nearer end of its sentence that is at most snap_words away, outwards first.
void EdgeTrimmer::snap(const LooseSide& side, WordRange& words) const {
  const WordRange first = side.sentences[side.sentence_of(words.begin)];
  if (words.begin - first.begin <= options_.snap_words) {
    words.begin = first.begin;
  } else if (first.end - words.begin <= options_.snap_words && first.end < words.end) {
    words.begin = first.end;
  }
  const WordRange last = side.sentences[side.sentence_of(words.end - 1)];
  if (last.end - words.end <= options_.snap_words) {
    words.end = last.end;
  } else if (words.end - last.begin <= options_.snap_words && last.begin > words.begin) {
    words.end = last.begin;
  }
}

void merge_near(std::uint32_t most_words, std::vector<LooseMatch>& matches) {
  bool has_merged = true;
  while (has_merged) {
    has_merged = false;
    for (std::size_t x = 0; x < matches.size(); ++x) {
      for (std::size_t y = x + 1; y < matches.size();) {
        LooseMatch& into = matches[x];
        const LooseMatch& other = matches[y];
        if (gap_between(into.a, other.a) > most_words || gap_between(into.b, other.b) > most_words) {
          ++y;
          continue;
        }
        into = {hull(into.a, other.a), hull(into.b, other.b), std::max(into.similarity, other.similarity)};
        matches[y] = matches.back();
        matches.pop_back();
        has_merged = true;
      }
    }
  }
}

}  // namespace cento
