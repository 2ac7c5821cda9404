#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "align/diagonal_runs.hpp"
#include "align/passage.hpp"
#include "align/sentence_match.hpp"
#include "core/plain_vector.hpp"

namespace cento {

struct ChainOptions {
  std::uint32_t min_sentences = 3;  // least number of matched sentences
  std::uint32_t max_gap = 1;        // see may_follow()
};

/// Diagonals that follow each other on both sides, as one passage. Its first sentences match each other, and so do its
/// last ones.
struct Chain {
  SentenceRange a;
  SentenceRange b;
  std::uint32_t matched = 0;  // cells that ascend on both sides: no sentence is in two of them
  double similarity = 1;      // the mean of theirs

  friend bool operator==(const Chain&, const Chain&) = default;
};

/// Joins diagonals over gaps. Holds scratch memory: one for each thread.
///
/// The maximal diagonals, of one cell and more, are runs, and DiagonalRuns says which may follow which. Of the ways
/// that lead to a run, the best has the most matched sentences, then the highest similarity; likewise of the ways on
/// from it. Chains are taken best first, each through a run that is in none yet, along the best ways in both directions
/// up to their ends or a run that is taken. So every run is in one chain, and no diagonal of the paper is lost.
///
/// What is still equal is decided twice: for what begins first in the first text, and in the second. A chain of one
/// result goes if the chain of the other that has its first run covers it. So swapping the texts gives the same chains,
/// swapped.
class ChainFinder {
 public:
  /// All chains with enough matched sentences, ascending by place. With max_gap 0: exactly the maximal diagonals. The
  /// cells may come in any order and repeatedly. What `out` held before is gone. O(n log n) for a given gap.
  void find(std::span<const SentenceMatch> cells, const ChainOptions& options, PlainVector<Chain>& out);
  /// The same for cells that are known by their runs.
  void find(const FoundRuns& found, const ChainOptions& options, PlainVector<Chain>& out);

 private:
  /// What decides between two ways.
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
  /// The best way to a run, or on from it.
  struct Way {
    Score score;
    std::uint32_t next;  // the run before or behind it; kNone at an end
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
  /// The side that decides between equals.
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
  PlainVector<Link> links_;  // a run's links to others come behind all links to it
  PlainVector<Way> before_;  // the best way up to and with each run
  PlainVector<Way> behind_;  // and on from it, without it
  PlainVector<std::uint8_t> is_linked_;
  PlainVector<std::uint32_t> seeds_;  // the linked runs, best chain first
  Result by_a_;
  Result by_b_;
  PlainVector<ScoredChain> kept_;
};

}  // namespace cento
