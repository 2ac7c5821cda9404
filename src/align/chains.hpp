#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "align/diagonal_runs.hpp"
#include "align/passage.hpp"
#include "align/sentence_match.hpp"
#include "core/memory/plain_vector.hpp"

namespace cento {

struct ChainOptions {
  std::uint32_t min_sentences = 1;  // least number of matched sentences
  std::uint32_t max_gap = 0;        // see may_follow()
};

/// Diagonals that follow each other on both sides, as one passage. Its first sentences match each other, and so do its
/// last ones.
struct Chain {
  SentenceRange a;
  SentenceRange b;
  std::uint32_t matched = 0;  // cells that ascend on both sides; no sentence is in two of them
  double similarity = 1;      // mean over the matched cells

  friend bool operator==(const Chain&, const Chain&) = default;
};

/// Joins diagonals over gaps. Holds scratch memory: one for each thread.
///
/// The maximal diagonals, of one cell or more, are runs, and DiagonalRuns says which may follow which. Of the paths
/// that lead to a run, the best has the most matched sentences, then the highest similarity; likewise for the paths
/// from it. Chains are taken best first, each through a run that is in no chain yet, along the best paths in both
/// directions to their ends or to a run that is taken. So every run is in one chain, and no diagonal of the paper is
/// lost.
///
/// Remaining ties are broken twice: in favour of what begins first in the first text, and in the second. A chain of one
/// result is dropped if the chain of the other that contains its first run covers it. So swapping the texts gives the
/// same chains, swapped.
class ChainFinder {
 public:
  /// All chains with enough matched sentences, ascending by position. With max_gap 0: exactly the maximal diagonals.
  /// The cells may come in any order and repeatedly. Overwrites `out`. O(n log n) for a given gap.
  void find(std::span<const SentenceMatch> cells, const ChainOptions& options, PlainVector<Chain>& out);
  /// The same for cells given as runs.
  void find(const FoundRuns& found, const ChainOptions& options, PlainVector<Chain>& out);

 private:
  /// Decides between two paths.
  struct Score {
    std::uint64_t matched = 0;
    std::uint64_t similarity_sum = 0;

    friend bool operator==(const Score&, const Score&) = default;
    friend bool operator<(const Score& x, const Score& y) {
      return x.matched != y.matched ? x.matched < y.matched : x.similarity_sum < y.similarity_sum;
    }
    friend Score operator+(const Score& x, const Score& y) {
      return {x.matched + y.matched, x.similarity_sum + y.similarity_sum};
    }
  };
  /// The best path to a run, or from it.
  struct Way {
    Score score;
    std::uint32_t next;  // the run before or after it; kNone at an end
  };
  /// A run and one that may follow it.
  struct Link {
    std::uint32_t run;
    std::uint32_t next;
    Score gain;  // what `next` adds to a chain that ends in `run`
  };
  struct ScoredChain {
    SentenceRange a;
    SentenceRange b;
    Score score;
    std::uint32_t first_run;
  };
  struct Result {
    PlainVector<ScoredChain> chains;
    PlainVector<std::uint32_t> chain_of;  // of each run
  };
  /// The side that breaks ties.
  enum class Deciding : std::uint8_t { a, b };

  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  void find_chains(PlainVector<Chain>& out);
  [[nodiscard]] Score score_of(std::uint32_t run, std::uint32_t skipped_cells) const;
  [[nodiscard]] bool begins_first(std::uint32_t x, std::uint32_t y) const;
  void improve(Way& way, const Score& score, std::uint32_t through) const;
  void find_links();
  void keep(const ScoredChain& chain);
  void keep_unlinked();
  [[nodiscard]] bool links_leave_choice();
  void find_ways();
  void order_seeds();
  void take_chains(Deciding side, Result& result);
  void take_chain(std::uint32_t seed, Result& result) const;
  void keep_uncovered(const Result& result, const Result& other);
  void write_kept(PlainVector<Chain>& out) const;

  ChainOptions options_;
  Deciding deciding_ = Deciding::a;
  DiagonalRuns runs_;
  PlainVector<Link> links_;  // a run's links to others come after all links to it
  PlainVector<Way> before_;  // the best path up to each run, including it
  PlainVector<Way> behind_;  // the best path from it, excluding it
  PlainVector<std::uint8_t> is_linked_;
  PlainVector<std::uint32_t> seeds_;  // the linked runs, best chain first
  Result by_a_;
  Result by_b_;
  PlainVector<ScoredChain> kept_;
};

}  // namespace cento
