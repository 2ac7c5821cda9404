#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "align/chains.hpp"
#include "align/diagonals.hpp"

namespace cento::testing {

/// Chains by their definition (align/chains.hpp), by brute force.
class ChainReference {
 public:
  /// A chain and the runs that it is made of.
  struct Found {
    Chain chain;
    std::uint64_t similarity_sum = 0;
    std::vector<Diagonal> runs;
  };

  ChainReference(std::vector<SentenceMatch> cells, std::uint32_t max_gap) : max_gap_(max_gap) {
    for (const SentenceMatch& cell : cells) {
      float& similarity = cells_[{cell.a, cell.b}];
      similarity = std::max(similarity, cell.similarity);
    }
    PlainVector<Diagonal> diagonals;
    DiagonalFinder().find(cells, 1, diagonals);
    runs_.assign(diagonals.begin(), diagonals.end());
    best_before_.resize(runs_.size());
    best_behind_.resize(runs_.size());
    for (std::size_t run = 0; run < runs_.size(); ++run) {
      best_before_[run] = before(run);
      best_behind_[run] = behind(run);
    }
  }

  /// Ties go to what begins first in the first text.
  [[nodiscard]] std::vector<Found> chains() const {
    std::vector<std::size_t> seeds(runs_.size());
    for (std::size_t i = 0; i < seeds.size(); ++i) seeds[i] = i;
    std::stable_sort(seeds.begin(), seeds.end(), [&](std::size_t x, std::size_t y) { return through(x) > through(y); });
    std::set<std::size_t> taken;
    std::vector<Found> found;
    for (const std::size_t seed : seeds) {
      if (taken.contains(seed)) continue;
      std::vector<std::size_t> path = {seed};
      for (int next = best_before_[seed].run; next >= 0 && !taken.contains(next); next = best_before_[next].run) {
        path.insert(path.begin(), static_cast<std::size_t>(next));
      }
      for (int next = best_behind_[seed].run; next >= 0 && !taken.contains(next); next = best_behind_[next].run) {
        path.push_back(static_cast<std::size_t>(next));
      }
      taken.insert(path.begin(), path.end());
      found.push_back(chain_of(path));
    }
    return found;
  }

 private:
  using Score = std::pair<std::uint64_t, std::uint64_t>;  // matched, similarities
  struct Way {
    Score score;
    int run = -1;
  };

  static std::int64_t gap(std::uint32_t begin, std::uint32_t length, std::uint32_t next) {
    return std::int64_t{next} - begin - length;
  }

  [[nodiscard]] static bool ends_behind(const Diagonal& run, const Diagonal& next) {
    return next.a + next.length > run.a + run.length && next.b + next.length > run.b + run.length;
  }

  [[nodiscard]] static bool same_diagonal(const Diagonal& x, const Diagonal& y) { return x.a + y.b == y.a + x.b; }

  /// Whether a chain may continue from one run to the other.
  [[nodiscard]] bool follows(const Diagonal& run, const Diagonal& next) const {
    const std::int64_t x = gap(run.a, run.length, next.a);
    const std::int64_t y = gap(run.b, run.length, next.b);
    if (next.a <= run.a || next.b <= run.b || !ends_behind(run, next)) return false;
    if (std::abs(x - y) > max_gap_ || std::min(x, y) > max_gap_) return false;
    return std::none_of(runs_.begin(), runs_.end(), [&](const Diagonal& other) {
      return same_diagonal(other, next) && other.a < next.a && ends_behind(run, other);
    });
  }

  /// What a run adds after another.
  [[nodiscard]] Score gain(const Diagonal& run, const Diagonal& next) const {
    Score score;
    for (std::uint32_t i = 0; i < next.length; ++i) {
      if (next.a + i < run.a + run.length || next.b + i < run.b + run.length) continue;
      score = add(score, similarity_of(next, i));
    }
    return score;
  }

  [[nodiscard]] Score whole(const Diagonal& run) const {
    Score score;
    for (std::uint32_t i = 0; i < run.length; ++i) score = add(score, similarity_of(run, i));
    return score;
  }

  [[nodiscard]] Score similarity_of(const Diagonal& run, std::uint32_t i) const {
    return {1, whole_similarity(cells_.at({run.a + i, run.b + i}))};
  }

  [[nodiscard]] Way before(std::size_t run) const {
    Way best{whole(runs_[run]), -1};
    for (std::size_t other = 0; other < runs_.size(); ++other) {
      if (!follows(runs_[other], runs_[run])) continue;
      const Score score = add(before(other).score, gain(runs_[other], runs_[run]));
      if (score > best.score) best = {score, static_cast<int>(other)};
    }
    return best;
  }

  [[nodiscard]] Way behind(std::size_t run) const {
    Way best;
    for (std::size_t other = 0; other < runs_.size(); ++other) {
      if (!follows(runs_[run], runs_[other])) continue;
      const Score score = add(gain(runs_[run], runs_[other]), behind(other).score);
      if (score > best.score) best = {score, static_cast<int>(other)};
    }
    return best;
  }

  static Score add(const Score& x, const Score& y) { return {x.first + y.first, x.second + y.second}; }

  [[nodiscard]] Score through(std::size_t run) const { return add(best_before_[run].score, best_behind_[run].score); }

  [[nodiscard]] Found chain_of(const std::vector<std::size_t>& path) const {
    Score score = whole(runs_[path.front()]);
    for (std::size_t i = 1; i < path.size(); ++i) score = add(score, gain(runs_[path[i - 1]], runs_[path[i]]));
    const Diagonal& first = runs_[path.front()];
    const Diagonal& last = runs_[path.back()];
    const auto matched = static_cast<std::uint32_t>(score.first);
    Found found{{{first.a, last.a + last.length},
                 {first.b, last.b + last.length},
                 matched,
                 mean_similarity(score.second, matched)},
                score.second,
                {}};
    for (const std::size_t run : path) found.runs.push_back(runs_[run]);
    return found;
  }

  std::uint32_t max_gap_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, float> cells_;
  std::vector<Diagonal> runs_;  // by position in the first text, so that the first of equals is met first
  std::vector<Way> best_before_;
  std::vector<Way> best_behind_;
};

}  // namespace cento::testing
